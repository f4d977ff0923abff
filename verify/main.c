/* parlour-verify: reads the files and reports. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

enum { PROVEN, REFUSED, TROUBLE, NOT_COVERED }; /* exit status */

static char *certificate, *level_file;

static int fail(int status, const char *file, const char *why)
{
	fprintf(stderr, "parlour-verify: %s: %s\n", file, why);
	return status;
}

/* The bytes of a file, and a NUL; NULL: see errno. */
static char *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	const bool readable = file != NULL && (getc(file) != EOF || !ferror(file));
	const long end = readable && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
	char *text = end < 0 ? NULL : calloc((size_t)end + 1, 1);
	if (text != NULL) {
		rewind(file);
		*size = fread(text, 1, (size_t)end, file);
	}
	if (file != NULL)
		fclose(file);
	return text;
}

/* Whether the certificate is about this level of a file, whatever its title. */
static int compare(const struct level *about, const char *path, int index, const char *name)
{
	static struct level level;
	size_t size;
	level_file = read_file(path, &size);
	if (level_file == NULL || !level_read(&level, level_file, index))
		return fail(TROUBLE, path, level_file == NULL ? strerror(errno) : refusal);
	return level_same(about, &level) ? PROVEN
	                                 : fail(REFUSED, name, "it is about another level");
}

static int report(struct verdict *verdict)
{
	const int plan = verdict->plan, bound = verdict->bound;
	for (char *c = verdict->level.title; *c != '\0'; c++)
		*c = (unsigned char)*c < ' ' || *c == 127 ? '?' : *c;
	printf("%s: ", verdict->level.title);
	if (bound == UNSOLVABLE)
		printf("unsolvable");
	else if (plan < 0)
		printf("at least %d; not covered: whether it can be solved", bound);
	else if (plan > bound)
		printf("at most %d; not covered: %d to %d", plan, bound, plan - 1);
	else
		printf("%d is the minimum", plan);
	printf(" (%lu position%s)\n", verdict->positions, verdict->positions == 1 ? "" : "s");
	return fflush(stdout) != 0 ? fail(TROUBLE, "standard output", strerror(errno))
	       : bound == UNSOLVABLE || bound == plan ? PROVEN
	                                              : NOT_COVERED;
}

int main(int argc, char **argv)
{
	static struct verdict verdict;
	size_t size;
	if (argc < 2 || argc > 4 || argv[1][0] == '-')
		return fail(TROUBLE, "usage", "parlour-verify CERTIFICATE [LEVEL-FILE [NUMBER]]");
	char *rest = NULL;
	const long index = argc < 4 ? 1 : strtol(argv[3], &rest, 10);
	if (rest != NULL && (*rest != '\0' || index < 1 || index > 10000))
		return fail(TROUBLE, argv[3], "expected the number of a level");
	certificate = read_file(argv[1], &size);
	if (certificate == NULL)
		return fail(TROUBLE, argv[1], strerror(errno));
	if (!certificate_check(certificate, size, &verdict))
		return fail(REFUSED, argv[1], refusal);
	const int same = argc < 3 ? PROVEN : compare(&verdict.level, argv[2], (int)index, argv[1]);
	return same == PROVEN ? report(&verdict) : same;
}
