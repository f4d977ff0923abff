/* The words of a command line: options, in the manner of GNU programs, and operands between them.
 *
 * Long options may be shortened while they stay unique, and take a value after "=" or as the next
 * word; letters may share a word. "--" ends the options. "-" is an operand, and so is a word that
 * begins with "-:", which names a level on standard input. */
#ifndef PARLOUR_CLI_ARGUMENTS_H
#define PARLOUR_CLI_ARGUMENTS_H

#include <stdbool.h>

#include "os/error.h"

struct option_name {
	const char *name; /* without "--" */
	int letter;       /* 0: none */
	bool has_value;
};

struct arguments {
	int count;
	char **word;       /* operands are moved to the front, after word[0] */
	int operands;      /* found so far */
	const char *value; /* value of the last option; NULL: none */
};

/* One at a time: getopt_long, which reads them, keeps its place itself. */
void arguments_begin(struct arguments *arguments, int argc, char **argv);

enum { ARGUMENTS_END = -1, ARGUMENTS_FAULT = -2 };

/* The index of the next option. */
int arguments_next(struct arguments *arguments, const struct option_name *names, int count,
                   struct error *error);

#endif
