#include "os/scratch.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "os/file.h"
#include "os/language.h"
#include "os/parallel.h"
#include "os/text.h"

enum { UNIT = 1 << 13, BINS = 64 };

/* Pieces of one size, in units, that have been given back; each begins with a link to the next. */
struct bin {
	size_t units;
	void *first;
};

/* The whole file is mapped from the start, but has blocks only where a piece was taken. A piece
 * serves again for the same size; tables ask for few sizes. */
static struct {
	int file;
	char *start;
	size_t size;
	pthread_mutex_t mutex; /* of what follows */
	size_t used;           /* bytes up to the end of the last piece */
	size_t pieces;         /* that are taken */
	struct bin bin[BINS];
} scratch = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static size_t units_of(size_t bytes)
{
	return bytes / UNIT + (bytes % UNIT != 0);
}

/* A file without a name; -1 with errno. */
static int make_file(const char *folder)
{
	static const char name[] = "/parlour-XXXXXX";
	const size_t size = strlen(folder) + sizeof name;
	char *path = malloc(size);
	if (path == NULL)
		return -1;
	snprintf(path, size, "%s%s", folder, name);
	const int file = mkostemp(path, O_CLOEXEC);
	if (file >= 0)
		unlink(path);
	free(path);
	return file;
}

/* Half the free space, as whole units. */
static size_t size_for(int file)
{
	struct statvfs disk;
	if (fstatvfs(file, &disk) != 0)
		return 0;
	const uint64_t half = (uint64_t)disk.f_bavail * disk.f_frsize / 2;
	return (size_t)(half < SIZE_MAX / 4 ? half : SIZE_MAX / 4) / UNIT * UNIT;
}

bool scratch_open(const char *folder, struct error *error)
{
	assert(scratch.start == NULL);
	const int file = make_file(folder);
	const size_t size = file < 0 ? 0 : size_for(file);
	void *start = MAP_FAILED;
	if (size > 0 && ftruncate(file, (off_t)size) == 0)
		start = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (start == MAP_FAILED) {
		error_set(error, _("%s: can't make a file: %s"), text_shown(folder).bytes,
		          error_reason(size == 0 && file >= 0 ? ENOSPC : errno));
		if (file >= 0)
			close(file);
		return false;
	}
	scratch.file = file;
	scratch.start = start;
	scratch.size = size;
	return true;
}

bool scratch_is_open(void)
{
	return scratch.start != NULL;
}

void scratch_close(void)
{
	if (scratch.start == NULL)
		return;
	assert(scratch.pieces == 0);
	munmap(scratch.start, scratch.size);
	close(scratch.file);
	scratch.start = NULL;
}

bool scratch_has(const void *memory)
{
	const uintptr_t at = (uintptr_t)memory, start = (uintptr_t)scratch.start;
	return scratch.start != NULL && at >= start && at - start < scratch.size;
}

/* Gives a piece of the file blocks of the disk: to write to a page for which there are none would
 * be the end of the process. */
static bool add_blocks(size_t at, size_t bytes)
{
#ifdef HAVE_POSIX_FALLOCATE
	const int failed = posix_fallocate(scratch.file, (off_t)at, (off_t)bytes);
	if (failed == 0 || (failed != EOPNOTSUPP && failed != EINVAL))
		return failed == 0;
#endif
	static const char zeros[UNIT];
	for (size_t end = at + bytes; at < end; at += UNIT)
		if (pwrite(scratch.file, zeros, sizeof zeros, (off_t)at) != UNIT)
			return false;
	return true;
}

/* The bin of a size; NULL: it has none, and there are no more. */
static struct bin *find_bin(size_t units)
{
	for (struct bin *bin = scratch.bin; bin < scratch.bin + BINS; bin++) {
		if (bin->units == 0)
			bin->units = units;
		if (bin->units == units)
			return bin;
	}
	return NULL;
}

/* A piece from its bin; NULL: that is empty. */
static void *take_again(size_t units)
{
	struct bin *bin = find_bin(units);
	void *piece = bin == NULL ? NULL : bin->first;
	if (piece != NULL)
		memcpy(&bin->first, piece, sizeof bin->first);
	return piece;
}

/* A piece at the end; NULL: no room. */
static void *take_new(size_t units)
{
	const size_t at = scratch.used, bytes = units * UNIT;
	if (units > (scratch.size - at) / UNIT || !add_blocks(at, bytes))
		return NULL;
	scratch.used += bytes;
	return scratch.start + at;
}

void *scratch_take(size_t bytes)
{
	const size_t units = units_of(bytes);
	if (scratch.start == NULL)
		return NULL;
	pthread_mutex_lock(&scratch.mutex);
	void *again = take_again(units), *piece = again != NULL ? again : take_new(units);
	scratch.pieces += piece != NULL;
	pthread_mutex_unlock(&scratch.mutex);
	if (again != NULL)
		memset(again, 0, units * UNIT);
	return piece;
}

/* Gives the disk all blocks back. */
static void empty(void)
{
	const bool good = ftruncate(scratch.file, 0) == 0 &&
	                  ftruncate(scratch.file, (off_t)scratch.size) == 0;
	scratch.used = good ? 0 : scratch.size;
	memset(scratch.bin, 0, sizeof scratch.bin);
}

void scratch_give(void *memory, size_t bytes)
{
	assert(scratch_has(memory));
	pthread_mutex_lock(&scratch.mutex);
	struct bin *bin = find_bin(units_of(bytes));
	if (bin != NULL) {
		memcpy(memory, &bin->first, sizeof bin->first);
		bin->first = memory;
	}
	if (--scratch.pieces == 0)
		empty();
	pthread_mutex_unlock(&scratch.mutex);
}
