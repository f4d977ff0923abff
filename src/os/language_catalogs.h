/* The translations, as po/catalogs makes them of the files in po/. */
#ifndef PARLOUR_OS_LANGUAGE_CATALOGS_H
#define PARLOUR_OS_LANGUAGE_CATALOGS_H

#include <stddef.h>

/* All messages in English, one NUL after each. */
extern const char catalog_messages[];
extern const int catalog_message_count;

struct catalog {
	const char *code; /* of the language; NULL: after the last one */
	/* The translations of all messages, in that order: the forms of each, with a NUL after
	 * every form and another one after the last. */
	const char *texts;
	/* Which form, from 0, goes with a number. */
	unsigned long (*plural)(unsigned long n);
};
extern const struct catalog catalogs[];

#endif
