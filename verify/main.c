/* parlour-verify: reads the files and reports. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

enum { PROVEN, REFUSED, TROUBLE, NOT_COVERED }; /* exit status */

static int fail(int status, const char *file, const char *why)
{
	fprintf(stderr, "parlour-verify: %s: %s\n", file, why);
	return status;
}

/* The bytes of a file, and a NUL; NULL: see errno. */
static char *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	const long end = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
	char *text = end < 0 ? NULL : calloc((size_t)end + 1, 1);
	if (text != NULL) {
		rewind(file);
		*size = fread(text, 1, (size_t)end, file);
	}
	if (file != NULL)
		fclose(file);
	return text;
}

/* Whether the certificate is about this level, FILE or FILE:NUMBER, whatever its title. */
static int compare(const struct level *about, char *path, const char *certificate)
{
	static struct level level;
	struct reason reason;
	char *colon = strrchr(path, ':'), *end = colon;
	size_t size;
	long index = colon == NULL ? 1 : strtol(colon + 1, &end, 10);
	if (end != colon && *end == '\0')
		*colon = '\0';
	else
		index = 1;
	char *text = read_file(path, &size);
	if (text == NULL)
		return fail(TROUBLE, path, strerror(errno));
	const bool good = level_read(&level, text, (int)index, &reason);
	free(text);
	if (!good)
		return fail(TROUBLE, path, reason.text);
	memcpy(level.title, about->title, sizeof level.title);
	return memcmp(about, &level, sizeof level) == 0
	               ? PROVEN
	               : fail(REFUSED, certificate, "it is about another level");
}

static int report(const struct verdict *verdict)
{
	const int plan = verdict->plan, bound = verdict->bound;
	printf("%s: ", verdict->level.title);
	if (bound == UNSOLVABLE)
		printf("unsolvable");
	else if (plan < 0)
		printf("at least %d; not covered: whether it can be solved", bound);
	else if (plan > bound)
		printf("at most %d; not covered: %d to %d", plan, bound, plan - 1);
	else
		printf("%d is the minimum", plan);
	printf(" (%lu positions)\n", verdict->positions);
	return bound == UNSOLVABLE || bound == plan ? PROVEN : NOT_COVERED;
}

int main(int argc, char **argv)
{
	static struct verdict verdict;
	struct reason reason;
	size_t size;
	if (argc < 2 || argc > 3 || argv[1][0] == '-')
		return fail(TROUBLE, "usage", "parlour-verify CERTIFICATE [LEVEL-FILE[:NUMBER]]");
	char *text = read_file(argv[1], &size);
	if (text == NULL)
		return fail(TROUBLE, argv[1], strerror(errno));
	const bool good = certificate_check(text, size, &verdict, &reason);
	free(text);
	if (!good)
		return fail(REFUSED, argv[1], reason.text);
	const int same = argc < 3 ? PROVEN : compare(&verdict.level, argv[2], argv[1]);
	return same == PROVEN ? report(&verdict) : same;
}
