/* The layout of --help: what options are called on the left, what they do on the right, by the
 * width of words. */
#ifndef PARLOUR_CLI_HELP_H
#define PARLOUR_CLI_HELP_H

enum { HELP_NAMES_MAX = 256 };

/* Adds "-p, --play MOVES" to the names of an entry, which are "" at first. 0: no letter; NULL: no
 * argument, which else is a message with a context (NC_). */
void help_add_names(char names[HELP_NAMES_MAX], int letter, const char *name, const char *argument);

/* Prints an entry: its names up to a column, and its text from there, in as many lines as it
 * needs. */
void help_print_entry(const char *names, const char *text, int column);

/* Prints a paragraph, which may have newlines of its own. */
void help_print_text(const char *text);

#endif
