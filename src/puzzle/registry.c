#include "puzzle/registry.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const struct puzzle *const none[] = {NULL};
static const struct puzzle *const *installed = none;

bool registry_install(const struct puzzle *const list[], struct error *error)
{
	for (int i = 0; list[i] != NULL; i++) {
		if (!puzzle_check(list[i], error))
			return false;
		for (int j = 0; j < i; j++)
			if (strcmp(list[i]->name, list[j]->name) == 0)
				return error_set(error, "two puzzles are named \"%s\"",
				                 list[i]->name);
	}
	installed = list;
	return true;
}

const struct puzzle *puzzle_at(int number)
{
	assert(number >= 0);
	return installed[number];
}

int puzzle_count(void)
{
	int count = 0;
	while (installed[count] != NULL)
		count++;
	return count;
}

const struct puzzle *puzzle_named(const char *name)
{
	for (int i = 0; installed[i] != NULL; i++)
		if (strcmp(installed[i]->name, name) == 0)
			return installed[i];
	return NULL;
}
