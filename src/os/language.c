#include "os/language.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "os/language_catalogs.h"
#include "os/text.h"

enum { CODE_MAX = 16, LEVEL_TEXT_MAX = 1024 };

/* A translated message. */
struct message {
	const char *id;
	const char *forms; /* NUL after each, and another one after the last */
};

/* The chosen language: without messages it is English. */
static struct {
	int language;
	struct message *messages; /* sorted by id */
	size_t count;
} chosen;

/* ---- looking up ---- */

static int compare(const void *one, const void *other)
{
	return strcmp(((const struct message *)one)->id, ((const struct message *)other)->id);
}

static const struct message *find(const char *id)
{
	const struct message key = {.id = id};
	if (chosen.count == 0)
		return NULL;
	return bsearch(&key, chosen.messages, chosen.count, sizeof key, compare);
}

const char *language_text(const char *text)
{
	const struct message *message = find(text);
	return message == NULL ? text : message->forms;
}

const char *language_text_in(const char *text)
{
	const struct message *message = find(text);
	const char *end = strchr(text, '\004');
	return message != NULL ? message->forms : end != NULL ? end + 1 : text;
}

/* Their messages have the context "level". */
const char *language_level_text(const char *text)
{
	char id[LEVEL_TEXT_MAX];
	if (chosen.count == 0 ||
	    snprintf(id, sizeof id, "level\004%s", text) >= (int)sizeof id)
		return text;
	const struct message *message = find(id);
	return message == NULL ? text : message->forms;
}

const char *text_plural(const char *one, const char *many, long count)
{
	const struct message *message = find(one);
	if (message == NULL)
		return count == 1 ? one : many;
	const char *form = message->forms;
	unsigned long left = catalogs[chosen.language - 1].plural((unsigned long)labs(count));
	for (; left > 0 && form[strlen(form) + 1] != '\0'; left--)
		form += strlen(form) + 1;
	return form;
}

/* ---- choosing ---- */

/* The NUL after a message's last form. */
static const char *end_of_forms(const char *forms)
{
	while (*forms != '\0')
		forms += strlen(forms) + 1;
	return forms;
}

/* Puts those that are translated into the table, which has room for all. */
static size_t take_messages(const struct catalog *catalog, struct message *messages)
{
	const char *id = catalog_messages, *forms = catalog->texts;
	size_t count = 0;
	for (int i = 0; i < catalog_message_count; i++) {
		if (*forms != '\0')
			messages[count++] = (struct message){id, forms};
		id += strlen(id) + 1;
		forms = end_of_forms(forms) + 1;
	}
	qsort(messages, count, sizeof *messages, compare);
	return count;
}

static bool choose(int language)
{
	struct message *messages = NULL;
	size_t count = 0;
	if (language > 0) {
		messages = calloc((size_t)catalog_message_count + 1, sizeof *messages);
		if (messages == NULL)
			return false;
		count = take_messages(&catalogs[language - 1], messages);
	}
	free(chosen.messages);
	chosen.messages = messages;
	chosen.count = count;
	chosen.language = language;
	return true;
}

bool language_choose(const char *code)
{
	for (int i = 0; i < language_count(); i++)
		if (strcmp(code, language_code(i)) == 0)
			return choose(i);
	return false;
}

/* ---- the environment ---- */

/* Whose readers are served by another one, if there is nothing better. */
static const char *const relatives[][2] = {
	{"no", "nb"},    {"nn", "nb"},       {"pt", "pt_BR"},
	{"zh", "zh_CN"}, {"zh_SG", "zh_CN"}, {"zh_Hans", "zh_CN"},
};

static const char *relative_of(const char *code)
{
	for (size_t i = 0; i < sizeof relatives / sizeof relatives[0]; i++)
		if (strcmp(code, relatives[i][0]) == 0)
			return relatives[i][1];
	return code;
}

/* Chooses the language of a locale's name, which has `length` bytes: "de_AT.UTF-8". False if there
 * is none. */
static bool choose_by_locale(const char *locale, size_t length)
{
	char code[CODE_MAX];
	const size_t end = strcspn(locale, ".@:");
	length = end < length ? end : length;
	if (length == 0 || length >= sizeof code)
		return false;
	snprintf(code, sizeof code, "%.*s", (int)length, locale);
	if (strcmp(code, "C") == 0 || strcmp(code, "POSIX") == 0)
		return choose(0);
	if (language_choose(relative_of(code)))
		return true;
	/* Written Chinese differs too much from country to country. */
	if (strncmp(code, "zh", 2) == 0)
		return false;
	code[strcspn(code, "_")] = '\0';
	return language_choose(relative_of(code));
}

/* The locale of a category by the environment; "" if there is none. */
static const char *locale_of(const char *category)
{
	const char *const names[] = {"LC_ALL", category, "LANG"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const char *locale = getenv(names[i]);
		if (locale != NULL && *locale != '\0')
			return locale;
	}
	return "";
}

bool language_asks_for_utf8(void)
{
	const char *locale = locale_of("LC_CTYPE"), *encoding = strchr(locale, '.');
	return encoding != NULL &&
	       (strncasecmp(encoding, ".utf-8", 6) == 0 || strncasecmp(encoding, ".utf8", 5) == 0);
}

void language_choose_by_environment(void)
{
	const char *locale = locale_of("LC_MESSAGES"), *list = getenv("LANGUAGE");
	choose(0);
	if (!text_locale_is_utf8())
		return;
	for (; list != NULL && *list != '\0'; list += *list == ':') {
		const size_t length = strcspn(list, ":");
		if (choose_by_locale(list, length))
			return;
		list += length;
	}
	choose_by_locale(locale, strlen(locale));
}

/* ---- all languages ---- */

int language_count(void)
{
	int count = 1;
	while (catalogs[count - 1].code != NULL)
		count++;
	return count;
}

const char *language_code(int language)
{
	assert(language >= 0 && language < language_count());
	return language == 0 ? "en" : catalogs[language - 1].code;
}

/* The forms of a message in a catalog; "" if it is not translated. */
static const char *find_forms(const struct catalog *catalog, const char *wanted)
{
	const char *id = catalog_messages, *forms = catalog->texts;
	for (int i = 0; i < catalog_message_count; i++) {
		if (strcmp(id, wanted) == 0)
			return forms;
		id += strlen(id) + 1;
		forms = end_of_forms(forms) + 1;
	}
	return "";
}

const char *language_name(int language)
{
	/* TRANSLATORS: The name of your language, in your language. */
	static const char id[] = NC_("language", "English");
	assert(language >= 0 && language < language_count());
	if (language == 0)
		return strchr(id, '\004') + 1;
	const char *name = find_forms(&catalogs[language - 1], id);
	return *name == '\0' ? language_code(language) : name;
}

int language_current(void)
{
	return chosen.language;
}
