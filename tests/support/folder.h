/* A temporary folder for what a test writes. */
#ifndef PARLOUR_TESTS_SUPPORT_FOLDER_H
#define PARLOUR_TESTS_SUPPORT_FOLDER_H

#include <stddef.h>

/* Makes an empty one in TMPDIR or /tmp; ends the test if that fails. */
char *folder_new(void);

/* The same, and makes it the XDG_STATE_HOME of this process, which has no HOME then. */
char *folder_new_state(void);

/* Removes it with its contents. */
void folder_free(char *folder);

/* Removes any folder with its contents; returns 0 if nothing is left. */
int folder_remove(const char *path);

/* A file's bytes, to be freed; the file must exist. */
struct bytes {
	size_t size;
	unsigned char *at;
};
struct bytes folder_read(const char *path);

/* The same of at most `room` - 1 bytes into `bytes`, with a NUL; returns how many. */
size_t folder_read_into(const char *path, char *bytes, size_t room);

/* Makes the file one of these bytes. */
void folder_write(const char *path, const char *bytes, size_t size);

#endif
