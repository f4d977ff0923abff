/* The command line, read once. parlour(6) describes it. */
#ifndef PARLOUR_CLI_OPTIONS_H
#define PARLOUR_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "os/error.h"
#include "puzzle/puzzle.h"
#include "solve/solve.h"

enum command {
	COMMAND_GAME, /* the menu, or the level named */
	COMMAND_DEMO,
	COMMAND_EDIT, /* the game, beginning in the editor */
	COMMAND_SOLVE,
	COMMAND_PLAY,
	COMMAND_CHECK,
	COMMAND_GENERATE,
	COMMAND_LIST,
	COMMAND_SCORES,
	COMMAND_EXPORT,
	COMMAND_IMPORT,
	COMMAND_HELP,
	COMMAND_VERSION,
};

struct options {
	enum command command;
	bool plain, json, daily, mouse;
	bool restricted;            /* cli/restricted.h */
	const char *moves;          /* of --play */
	const char *player;         /* a good name; NULL: the account has one player */
	struct limits limits;       /* of one search */
	int rows, columns;          /* of --size; 0: the mode's own */
	int pieces, colours;        /* -1: the mode's own */
	int par_least, par_most;    /* -1: the mode's own */
	const char *value[HEADER_COUNT]; /* of --rules, --goal, --piece, --refill; NULL: none */
	bool recipe_given;          /* any of what says what to generate */
	bool seeded;
	uint64_t seed;
	int count;
	char **levels;              /* LEVEL arguments */
	int level_count;
};

/* False with one line on what is wrong. `restricted`: the game is for strangers, which what is read
 * here can't change. */
bool options_read(struct options *options, bool restricted, int argc, char **argv,
                  struct error *error);

/* The text of --help, on standard output. */
void options_help(void);

#endif
