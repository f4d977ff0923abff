/* Files of the player: where the program's own ones lie, and the careful reading and writing of
 * any. */
#ifndef PARLOUR_OS_FILE_H
#define PARLOUR_OS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "os/error.h"

/* The path of our file of that name below `folder`, what a variable of the XDG Base Directory
 * Specification says, if that is an absolute path; else below `at_home` in the player's home. To be
 * freed; NULL without a home or memory. */
char *file_of_player(const char *folder, const char *at_home, const char *name);

/* Makes the folders above `path`, as the specification wants them. */
bool file_make_folders(const char *path);

/* Opens a regular file to be read; nothing else, so that no other end of a FIFO is waited for. -1
 * with an error that says what was `expected`: "a level file". */
int file_open(const char *path, const char *expected, struct error *error);

/* Reads up to the end, or `room` bytes; -1 with errno where reading fails. */
ssize_t file_read(int file, char *bytes, size_t room);

/* Writes all of it; false with errno where writing fails. */
bool file_write(int file, const char *bytes, size_t size);

#endif
