/* Reading lines of --export, from a file (--import) or a bundle (cli/bundles.h). */
#ifndef PARLOUR_CLI_IMPORT_H
#define PARLOUR_CLI_IMPORT_H

#include "cli/options.h"
#include "play/library.h"
#include "store/entry.h"

struct import {
	const struct options *options;
	const struct library *library;
	const char *name; /* the file's */
	int line;
	struct entries all;
	int count[ENTRY_KINDS];
	int64_t proof_deadline; /* in milliseconds */
	struct import_minimum *minimum; /* of the levels tried so far */
	size_t minima;
};

/* Replays a line and adds its entry to `all`; false, with nothing added, if it is wrong. */
bool import_line(struct import *import, const char *line, size_t size, struct error *error);

void import_free(struct import *import);

#endif
