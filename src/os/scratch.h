/* Room on disk for a search, beyond its memory: a file that is mapped into memory, so that the
 * system keeps in memory what it has room for. The file has no name and is gone with the process.
 * There is one for the process; several threads may take room in it.
 *
 * The file is read and written a page at a time, wherever the search happens to look. So it should
 * be on a fast disk, and a search is much slower where it needs more than the system's memory. */
#ifndef PARLOUR_OS_SCRATCH_H
#define PARLOUR_OS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "os/error.h"

enum { SCRATCH_UNIT = 1 << 13 }; /* bytes; room is taken in whole units */

/* Opens a file without a name in a folder; -1 with errno. */
int scratch_file(const char *folder);

/* Makes the file, of at most half the free space of the folder's disk. */
bool scratch_open(const char *folder, struct error *error);

/* The size that the file may have; 0: it is not open. */
size_t scratch_size(void);

/* Closes the file. All room must have been given back. */
void scratch_close(void);

/* That many bytes, all 0, aligned as malloc does. NULL: the file is not open, or the disk has no
 * room. */
void *scratch_take(size_t bytes);

/* Whether memory is of the file. */
bool scratch_has(const void *memory);

/* Gives room back, or frees what malloc gave, by where it is; returns whether it was room. Once all
 * room is given back, the disk has it again when room is next taken, or at the end. */
bool scratch_free(void *memory, size_t bytes);

#endif
