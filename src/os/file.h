/* The paths of the program's own files, and reading and writing any file. */
#ifndef PARLOUR_OS_FILE_H
#define PARLOUR_OS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "os/error.h"

/* The path of our file `name` in `folder`, the value of a variable of the XDG Base Directory
 * Specification, if that is an absolute path; else in `default_folder` of the player's home. The
 * caller frees it. NULL without a home or memory. */
char *file_user_path(const char *folder, const char *default_folder, const char *name);

/* A path as a player types it: "~" and "~/" at its start mean the player's home, if there is one.
 * The caller frees it. NULL without memory. */
char *file_typed_path(const char *typed);

/* The path of another file in the folder of `path`. The caller frees it. NULL without memory. */
char *file_beside(const char *path, const char *name);

/* Whether both are of one file, by whatever names. */
bool file_is_same(const struct stat *one, const struct stat *other);

/* Creates the missing parent folders of `path`, with the mode that the specification asks for. */
bool file_make_folders(const char *path);

/* Opens a regular file for reading. Anything else is refused, so that this never waits for the
 * other end of a FIFO. -1 with an error that ends with what was `expected`, a message: "expected a
 * level file". */
int file_open(const char *path, const char *expected, struct error *error);

/* Whether the path names an open descriptor: /dev/stdin, /dev/fd/N or /proc/self/fd/N, which the
 * shell makes of <(command). */
bool file_is_descriptor(const char *path);

/* The same as file_open, but takes descriptors too, pipes included: for a file that the player
 * named on the command line, where waiting for a writer is what they asked for. */
int file_open_named(const char *path, const char *expected, struct error *error);

/* Reads to the end of the file, or `room` bytes. -1 with errno if reading fails. */
ssize_t file_read(int file, char *bytes, size_t room);

/* Writes all bytes. False with errno if writing fails. */
bool file_write(int file, const char *bytes, size_t size);

/* Closes a stream of open_memstream and returns its text. If that is not `complete`, or writing
 * failed, frees it and returns NULL. */
char *file_close_memory(FILE *stream, char **text, bool complete);

#endif
