#include "folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *folder_new(void)
{
	static const char name[] = "/parlour-test-XXXXXX";
	const char *base = getenv("TMPDIR");
	if (base == NULL || *base == '\0')
		base = "/tmp";
	char *folder = malloc(strlen(base) + sizeof name);
	if (folder == NULL || mkdtemp(strcat(strcpy(folder, base), name)) == NULL) {
		perror(base);
		exit(2);
	}
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
