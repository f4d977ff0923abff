#include "support/folder.h"

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Ends the test if there is none. */
static void *needed(void *made, const char *path)
{
	if (made == NULL) {
		perror(path);
		exit(2);
	}
	return made;
}

char *folder_new(void)
{
	static const char name[] = "/parlour-test-XXXXXX";
	const char *base = getenv("TMPDIR");
	if (base == NULL || *base == '\0')
		base = "/tmp";
	char *folder = needed(malloc(strlen(base) + sizeof name), base);
	needed(mkdtemp(strcat(strcpy(folder, base), name)), base);
	return folder;
}

char *folder_new_state(void)
{
	char *folder = folder_new();
	setenv("XDG_STATE_HOME", folder, 1);
	unsetenv("HOME");
	return folder;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
	(void)status, (void)type, (void)place;
	return remove(path);
}

int folder_remove(const char *path)
{
	return nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void folder_free(char *folder)
{
	if (folder != NULL)
		folder_remove(folder);
	free(folder);
}

struct bytes folder_read(const char *path)
{
	struct stat status;
	FILE *file = needed(fopen(path, "rb"), path);
	const size_t room = fstat(fileno(file), &status) == 0 ? (size_t)status.st_size : 0;
	struct bytes bytes = {.at = needed(malloc(room + 1), path)};
	bytes.size = fread(bytes.at, 1, room, file);
	fclose(file);
	return bytes;
}

size_t folder_read_into(const char *path, char *bytes, size_t room)
{
	FILE *file = needed(fopen(path, "rb"), path);
	const size_t size = fread(bytes, 1, room - 1, file);
	bytes[size] = '\0';
	fclose(file);
	return size;
}

void folder_write(const char *path, const char *bytes, size_t size)
{
	FILE *file = needed(fopen(path, "wb"), path);
	const bool written = fwrite(bytes, 1, size, file) == size;
	if (fclose(file) != 0 || !written)
		needed(NULL, path);
}
