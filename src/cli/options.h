/* The command line. parlour(6) describes it. */
#ifndef PARLOUR_CLI_OPTIONS_H
#define PARLOUR_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "os/error.h"
#include "os/log.h"
#include "play/scores.h"
#include "puzzle/puzzle.h"
#include "solve/solve.h"
#include "store/guests.h"

enum command {
	COMMAND_GAME, /* the menu, or the named level */
	COMMAND_DEMO,
	COMMAND_EDIT, /* the game, starting in the editor */
	COMMAND_SOLVE,
	COMMAND_PLAY,
	COMMAND_CHECK,
	COMMAND_RATE,
	COMMAND_CODE,
	COMMAND_FROM,
	COMMAND_GENERATE,
	COMMAND_LIST,
	COMMAND_SCORES,
	COMMAND_MERGE,
	COMMAND_EXPORT,
	COMMAND_IMPORT,
	COMMAND_FORGET,
	COMMAND_RENAME,
	COMMAND_HEALTH,
	COMMAND_METRICS,
	COMMAND_BACKUP,
	COMMAND_HELP,
	COMMAND_VERSION,
};

struct options {
	enum command command;
	bool plain, json, daily, no_mouse;
	bool restricted;            /* cli/restricted.h */
	const char *moves;          /* moves of --play */
	const char *certificate;    /* file of --certificate; NULL: none */
	const char *from;           /* mode of --from */
	const char *player;         /* a valid name; NULL: the account has one player */
	const char *key;            /* --player-from-key: a fingerprint; NULL: none */
	const char *bundle_key;     /* the same, if bundles are carried here (store/bundle.h) */
	const char *player_variable;      /* --player-from: name of a variable; NULL: none */
	char guest[PLAYER_NAME_MAX + 1];  /* the name of that key, once it is known */
	struct guest_limits guest_limits; /* of new names */
	const char *new_name;             /* of --rename */
	const char *backup;               /* folder of --backup */
	enum log_target log;              /* of --log */
	const char *xlog;                 /* path of --xlog; NULL: none */
	struct limits limits;       /* limits of one search */
	const char *scratch;        /* folder of --scratch; NULL: none */
	int rows, columns;          /* size given with --size; 0: the puzzle's default */
	int pieces, colours;        /* -1: the puzzle's default */
	int par_min, par_max;       /* -1: the puzzle's default */
	const char *value[HEADER_COUNT]; /* from --rules, --goal, --piece, --refill; NULL: none */
	const char *recipe_option;       /* one for --generate only, without "--"; NULL: none */
	bool seeded, seed_range;         /* --seed N or A..B; --seed A..B */
	uint64_t seed, seed_last;        /* the same without a range */
	int count;                       /* -1: not given */
	struct score_filter filter;      /* from --since, --until, --host */
	const char *filter_option;       /* one of them, without "--"; NULL: none */
	char **levels;                   /* the LEVEL or FILE arguments */
	int level_count;
};

/* `restricted`: the player is a guest, which no option can change. */
bool options_read(struct options *options, bool restricted, int argc, char **argv,
                  struct error *error);

/* The player's limits of one search, which may take `seconds` if there is no --time-limit. */
struct limits options_limits(const struct options *options, double seconds);

/* Prints the text of --help. */
void options_help(void);

#endif
