#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"

enum { COLUMNS = 80 };

void help_add_names(char names[HELP_NAMES_MAX], int letter, const char *name, const char *argument)
{
	const size_t used = strlen(names);
	char *end = names + used;
	const size_t room = HELP_NAMES_MAX - used;
	char start[] = "      ";
	if (letter != 0)
		snprintf(start, sizeof start, "  -%c, ", letter);
	snprintf(end, room, "%s--%s%s%s", used > 0 ? ", " : start, name,
	         argument == NULL ? "" : " ", argument == NULL ? "" : language_text_in(argument));
}

/* The bytes of the text's first line: it ends where the text has a newline, or where it must. */
static size_t line_length(const char *text, int columns)
{
	const size_t fits = text_fit(text, columns), line = strcspn(text, "\n");
	return line < fits ? line : fits;
}

/* Prints a text from a column on, where the cursor is, and ends the line. */
static void print_from(const char *text, int column)
{
	for (;;) {
		const size_t length = line_length(text, COLUMNS - column);
		printf("%.*s\n", (int)length, text);
		text += length;
		text += *text == '\n' ? 1 : strspn(text, " ");
		if (*text == '\0')
			return;
		printf("%*s", column, "");
	}
}

void help_print_entry(const char *names, const char *text, int column)
{
	const int used = text_columns(names);
	if (used + 2 <= column)
		printf("%s%*s", names, column - used, "");
	else
		printf("%s\n%*s", names, column, "");
	print_from(text, column);
}

void help_print_text(const char *text)
{
	print_from(text, 0);
}
