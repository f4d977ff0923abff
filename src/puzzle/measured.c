#include "puzzle/measured.h"

#include <stddef.h>
#include <stdlib.h>

static int compare(const void *key, const void *member)
{
	const uint64_t identity = *(const uint64_t *)key;
	const struct measured *measured = member;
	return (identity > measured->identity) - (identity < measured->identity);
}

int measured_rating(uint64_t identity)
{
	const struct measured *found = bsearch(&identity, measured_levels, (size_t)measured_count,
	                                       sizeof *measured_levels, compare);
	return found == NULL ? -1 : found->rating;
}
