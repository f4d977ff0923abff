#include "cli/arguments.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"

/* "-" gives operands in their order, ":" tells a missing value from an unknown option. */
enum { OPERAND = 1, LONG = 256, NAMES_MAX = 64, LETTERS_MAX = 2 + 2 * NAMES_MAX + 1 };

void arguments_begin(struct arguments *arguments, int argc, char **argv)
{
	*arguments = (struct arguments){.count = argc, .word = argv};
	opterr = 0;
	optind = argc > 0 ? 1 : 0;
}

/* ---- tables for getopt_long ---- */

static void list_letters(const struct option_name *names, int count, char letters[LETTERS_MAX])
{
	char *end = stpcpy(letters, "-:");
	for (int i = 0; i < count; i++)
		if (names[i].letter != 0) {
			*end++ = (char)names[i].letter;
			if (names[i].has_value)
				*end++ = ':';
		}
	*end = '\0';
}

static void list_names(const struct option_name *names, int count, struct option out[NAMES_MAX])
{
	for (int i = 0; i < count; i++)
		out[i] = (struct option){names[i].name, names[i].has_value, NULL, LONG + i};
	out[count] = (struct option){NULL, 0, NULL, 0};
}

/* ---- faults ---- */

static bool unknown(const char *name, const struct option_name *names, int count,
                    struct error *error)
{
	const char *candidates[NAMES_MAX];
	for (int i = 0; i < count; i++)
		candidates[i] = names[i].name;
	const char *nearest = text_nearest(name, candidates, count);
	if (nearest != NULL)
		return error_set(error, _("unknown option --%s; did you mean --%s?"),
		                 text_shown(name).bytes, nearest);
	return error_set(error, _("unknown option --%s; see --help"), text_shown(name).bytes);
}

/* A long name that is unknown or ambiguous. */
static bool not_one(const char *name, const struct option_name *names, int count,
                    struct error *error)
{
	char list[200] = "";
	for (int i = 0; i < count && *name != '\0'; i++) {
		const size_t used = strlen(list);
		if (strncmp(names[i].name, name, strlen(name)) == 0)
			snprintf(list + used, sizeof list - used, "%s--%s", used == 0 ? "" : ", ",
			         names[i].name);
	}
	return *list == '\0' ? unknown(name, names, count, error)
	                     : error_set(error, _("--%s is ambiguous: %s"), name, list);
}

/* Says what is wrong with an option that getopt_long refused: `word` holds it, `option` is what was
 * returned. In "-l=3" it is "=" that is refused, after "-l". */
static int refuse(const char *word, int option, const struct option_name *names, int count,
                  struct error *error)
{
	char shown[64];
	const char *equals = optopt == '=' ? strchr(word, '=') : NULL;
	const bool has_value = equals != NULL && equals[-1] != '-';
	if (optopt >= LONG)
		snprintf(shown, sizeof shown, "--%s", names[optopt - LONG].name);
	else
		snprintf(shown, sizeof shown, "-%c", has_value ? equals[-1] : optopt);
	if (option == ':')
		error_set(error, _("%s needs a value; see --help"), shown);
	else if (optopt >= LONG || has_value)
		error_set(error, _("%s takes no value"), shown);
	else if (optopt != 0)
		error_set(error, _("unknown option %s; see --help"), shown);
	else {
		snprintf(shown, sizeof shown, "%.*s", (int)strcspn(word + 2, "="), word + 2);
		not_one(shown, names, count, error);
	}
	return ARGUMENTS_FAULT;
}

/* ---- all words ---- */

static void add_operand(struct arguments *arguments, char *word)
{
	arguments->word[1 + arguments->operands++] = word;
}

/* The index of the option that getopt_long found. */
static int index_of(int option, const struct option_name *names)
{
	int i = 0;
	if (option >= LONG)
		return option - LONG;
	while (names[i].letter != option)
		i++;
	return i;
}

int arguments_next(struct arguments *arguments, const struct option_name *names, int count,
                   struct error *error)
{
	struct option options[NAMES_MAX];
	char letters[LETTERS_MAX];
	list_names(names, count, options);
	list_letters(names, count, letters);
	for (;;) {
		/* A level on standard input, which getopt_long would take for an option. */
		while (optind < arguments->count && strncmp(arguments->word[optind], "-:", 2) == 0)
			add_operand(arguments, arguments->word[optind++]);
		const char *word = arguments->word[optind];
		const int option =
			getopt_long(arguments->count, arguments->word, letters, options, NULL);
		if (option == -1)
			break;
		if (option == ':' || option == '?')
			return refuse(word, option, names, count, error);
		arguments->value = optarg;
		if (option != OPERAND)
			return index_of(option, names);
		add_operand(arguments, optarg);
	}
	while (optind < arguments->count)
		add_operand(arguments, arguments->word[optind++]);
	return ARGUMENTS_END;
}
