/* Messages in the player's language.
 *
 * Every message is written in English in the source, in one of the ways below; xgettext collects
 * them in po/parlour.pot, translators write po/LANGUAGE.po, and po/catalogs makes all of these a
 * part of the program. (Not libintl: it needs an installed locale of the language, and newer C
 * libraries translate nothing in C.UTF-8, which is all that many hosts have. And there is no file
 * to be found, believed or let through the sandbox.)
 *
 * What is returned stays valid until another language is chosen. Only the main thread may ask or
 * choose. */
#ifndef PARLOUR_OS_LANGUAGE_H
#define PARLOUR_OS_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

/* A message, which may be a format. */
#define _(text) language_text(text)

/* A message that stands where no function can be called: _() translates it where it is used. */
#define N_(text) text

/* The same for a word that needs to be told apart: the context says which of its meanings it has.
 * What NC_ makes is translated by language_text_in. */
#define C_(context, text) language_text_in(NC_(context, text))
#define NC_(context, text) context "\004" text

const char *language_text(const char *text) __attribute__((format_arg(1)));
const char *language_text_in(const char *text) __attribute__((format_arg(1)));

/* The message for a count; either may be a format. */
const char *text_plural(const char *one, const char *many, long count)
	__attribute__((format_arg(1), format_arg(2)));

/* The title or hint of a shipped level or pack; any other text is returned as it is. */
const char *language_level_text(const char *text);

/* Chooses the language that the environment asks for: LANGUAGE, else LC_ALL, LC_MESSAGES or LANG.
 * English in a locale that is not UTF-8. */
void language_choose_by_environment(void);

/* Whether the environment's locale is in UTF-8 by its name, even if it is not installed. */
bool language_asks_for_utf8(void);

/* Chooses a language by its code, such as "pt_BR". False, with nothing changed, if there is none of
 * that code, or without memory. */
bool language_choose(const char *code);

/* The languages there are, from 0: English is the first. Their codes, and the names that they have
 * themselves. */
int language_count(void);
const char *language_code(int language);
const char *language_name(int language);

/* Which of them is chosen. */
int language_current(void);

#endif
