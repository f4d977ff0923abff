#include "cli/arguments.h"

#include <stdio.h>
#include <string.h>

#include "os/text.h"

enum { NAMES_MAX = 64 }; /* options */

struct arguments arguments_begin(int argc, char **argv)
{
	return (struct arguments){.count = argc, .word = argv, .next = argc > 0 ? 1 : 0};
}

/* The value of an option that needs one: `given`, or the next word. */
static int take_value(struct arguments *arguments, const char *given, const char *shown, int index,
                      struct error *error)
{
	arguments->value = given;
	if (given == NULL && arguments->next < arguments->count)
		arguments->value = arguments->word[arguments->next++];
	if (arguments->value != NULL)
		return index;
	error_set(error, "%s needs a value; see parlour --help", shown);
	return ARGUMENTS_FAULT;
}

/* ---- letters ---- */

static int next_letter(struct arguments *arguments, const struct option_name *names, int count,
                       struct error *error)
{
	const char shown[] = {'-', *arguments->letters, '\0'};
	int i = 0;
	while (i < count && names[i].letter != shown[1])
		i++;
	if (i == count) {
		error_set(error, "unknown option %s; see parlour --help", shown);
		return ARGUMENTS_FAULT;
	}
	const char *rest = arguments->letters + 1;
	arguments->letters = *rest == '\0' || names[i].has_value ? NULL : rest;
	arguments->value = NULL;
	return names[i].has_value
	               ? take_value(arguments, *rest == '\0' ? NULL : rest, shown, i, error)
	               : i;
}

/* ---- long options ---- */

static int unknown(const char *word, const struct option_name *names, int count,
                   struct error *error)
{
	const char *candidates[NAMES_MAX];
	const int length = (int)strcspn(word, "=");
	char name[64];
	for (int i = 0; i < count; i++)
		candidates[i] = names[i].name;
	snprintf(name, sizeof name, "%.*s", length, word);
	const char *nearest = text_nearest(name, candidates, count);
	if (nearest != NULL)
		error_set(error, "unknown option --%.*s; did you mean --%s?",
		          length < 60 ? length : 60, word, nearest);
	else
		error_set(error, "unknown option --%.*s; see parlour --help",
		          length < 60 ? length : 60, word);
	return ARGUMENTS_FAULT;
}

static int ambiguous(const char *word, size_t length, const struct option_name *names, int count,
                     struct error *error)
{
	char list[200] = "";
	for (int i = 0; i < count; i++) {
		const size_t used = strlen(list);
		if (strncmp(names[i].name, word, length) == 0)
			snprintf(list + used, sizeof list - used, "%s--%s", used == 0 ? "" : ", ",
			         names[i].name);
	}
	error_set(error, "--%.*s is ambiguous: %s", (int)length, word, list);
	return ARGUMENTS_FAULT;
}

/* The option of that name, or the only one whose name begins so. */
static int find_name(const char *word, const struct option_name *names, int count,
                     struct error *error)
{
	const size_t length = strcspn(word, "=");
	int found = -1, matches = 0;
	for (int i = 0; i < count; i++) {
		if (length == 0 || strncmp(names[i].name, word, length) != 0)
			continue;
		if (names[i].name[length] == '\0')
			return i;
		found = i;
		matches++;
	}
	if (matches > 1)
		return ambiguous(word, length, names, count, error);
	return matches == 1 ? found : unknown(word, names, count, error);
}

static int read_long(struct arguments *arguments, const char *word, const struct option_name *names,
                     int count, struct error *error)
{
	const int found = find_name(word, names, count, error);
	const char *equals = strchr(word, '=');
	char shown[64];
	arguments->value = NULL;
	if (found < 0)
		return found;
	snprintf(shown, sizeof shown, "--%s", names[found].name);
	if (names[found].has_value)
		return take_value(arguments, equals == NULL ? NULL : equals + 1, shown, found,
		                  error);
	if (equals == NULL)
		return found;
	error_set(error, "%s takes no value", shown);
	return ARGUMENTS_FAULT;
}

/* ---- all words ---- */

static void add_operand(struct arguments *arguments, char *word)
{
	arguments->word[1 + arguments->operands++] = word;
}

int arguments_next(struct arguments *arguments, const struct option_name *names, int count,
                   struct error *error)
{
	if (arguments->letters != NULL)
		return next_letter(arguments, names, count, error);
	while (arguments->next < arguments->count) {
		char *word = arguments->word[arguments->next++];
		if (strcmp(word, "--") == 0) {
			while (arguments->next < arguments->count)
				add_operand(arguments, arguments->word[arguments->next++]);
		} else if (word[0] != '-' || word[1] == '\0' || word[1] == ':') {
			add_operand(arguments, word);
		} else if (word[1] == '-') {
			return read_long(arguments, word + 2, names, count, error);
		} else {
			arguments->letters = word + 1;
			return next_letter(arguments, names, count, error);
		}
	}
	return ARGUMENTS_END;
}
