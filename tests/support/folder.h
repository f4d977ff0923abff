/* A folder of its own for what a test writes. */
#ifndef PARLOUR_TESTS_SUPPORT_FOLDER_H
#define PARLOUR_TESTS_SUPPORT_FOLDER_H

#include <stddef.h>

/* Makes a fresh one, below TMPDIR or /tmp; without one there is no test. */
char *folder_new(void);

/* The same, in which the program's state folder is from now on, for a player without a home. */
char *folder_new_state(void);

/* Its end, with all that is in it. */
void folder_free(char *folder);

/* Removes any folder and all that is in it; returns 0 when nothing is left. */
int folder_remove(const char *path);

/* A file's bytes, to be freed; it has to be there. */
struct bytes {
	size_t size;
	unsigned char *at;
};
struct bytes folder_read(const char *path);

#endif
