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

#include "os/language.h"
#include "os/parallel.h"
#include "os/text.h"

enum {
	UNIT = SCRATCH_UNIT,
	BLOCKS = 1 << 20, /* bytes of the disk that are asked for at once */
	STEPS = 8,        /* sizes from one power of two to the next, so that there are few, */
	BINS = 256,       /* at most so many */
};

/* Pieces of one size, in units, that have been given back. */
struct bin {
	size_t units;
	void **piece;
	size_t count, room;
};

/* The whole file is mapped from the start, but has blocks only up to where pieces lie. A piece
 * serves again for the same size. */
static struct {
	int file;
	char *start;
	size_t size;
	pthread_mutex_t mutex; /* of what follows */
	size_t used;           /* bytes up to the end of the last piece */
	size_t blocks;         /* bytes that have blocks */
	size_t pieces;         /* that are taken */
	struct bin bin[BINS];
	int bins;
} scratch = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* The size of a piece. */
static size_t units_of(size_t bytes)
{
	const size_t units = bytes / UNIT + (bytes % UNIT != 0);
	size_t step = 1;
	while (units / step >= 2 * STEPS)
		step *= 2;
	return units > SIZE_MAX / UNIT - step ? units : (units + step - 1) / step * step;
}

int scratch_file(const char *folder)
{
	static const char name[] = "/parlour-XXXXXX";
	const size_t size = strlen(folder) + sizeof name;
	if (*folder == '\0') {
		errno = ENOENT;
		return -1;
	}
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

/* Maps a file of at most that size, or what the limits of the process allow. NULL with errno. */
static char *map(int file, size_t *size)
{
	errno = ENOSPC;
	for (; *size > 0; *size = *size / 4 / UNIT * UNIT) {
		if (ftruncate(file, (off_t)*size) != 0)
			continue;
		void *start = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
		if (start != MAP_FAILED)
			return start;
	}
	return NULL;
}

bool scratch_open(const char *folder, struct error *error)
{
	assert(scratch.start == NULL);
	const int file = scratch_file(folder);
	size_t size = file < 0 ? 0 : size_for(file);
	char *start = file < 0 ? NULL : map(file, &size);
	if (start == NULL) {
		error_set(error, _("%s: can't make a file: %s"), text_shown(folder).bytes,
		          error_reason(errno));
		if (file >= 0)
			close(file);
		return false;
	}
	scratch.file = file;
	scratch.start = start;
	scratch.size = size;
	return true;
}

size_t scratch_size(void)
{
	return scratch.size;
}

static void empty_bins(void)
{
	while (scratch.bins > 0)
		free(scratch.bin[--scratch.bins].piece);
	memset(scratch.bin, 0, sizeof scratch.bin);
}

void scratch_close(void)
{
	if (scratch.start == NULL)
		return;
	assert(scratch.pieces == 0);
	munmap(scratch.start, scratch.size);
	close(scratch.file);
	empty_bins();
	scratch.start = NULL;
	scratch.size = scratch.used = scratch.blocks = 0;
}

bool scratch_has(const void *memory)
{
	const uintptr_t at = (uintptr_t)memory, start = (uintptr_t)scratch.start;
	return scratch.start != NULL && at >= start && at - start < scratch.size;
}

/* Gives a part of the file blocks of the disk: to write to a page for which there are none would
 * be the end of the process. */
static bool add_blocks(size_t at, size_t bytes)
{
#ifdef HAVE_POSIX_FALLOCATE
	int failed = EINTR;
	while (failed == EINTR)
		failed = posix_fallocate(scratch.file, (off_t)at, (off_t)bytes);
	if (failed == 0 || (failed != EOPNOTSUPP && failed != EINVAL))
		return failed == 0;
#endif
	static const char zeros[UNIT];
	for (size_t end = at + bytes; at < end; at += UNIT)
		if (pwrite(scratch.file, zeros, sizeof zeros, (off_t)at) != UNIT)
			return false;
	return true;
}

/* The bin of a size; NULL: there is none. */
static struct bin *find_bin(size_t units)
{
	for (struct bin *bin = scratch.bin; bin < scratch.bin + scratch.bins; bin++)
		if (bin->units == units)
			return bin;
	return NULL;
}

/* A piece from its bin; NULL: that is empty. */
static void *take_again(size_t units)
{
	struct bin *bin = find_bin(units);
	return bin == NULL || bin->count == 0 ? NULL : bin->piece[--bin->count];
}

/* A piece at the end; NULL: no room. */
static void *take_new(size_t units)
{
	const size_t at = scratch.used, bytes = units * UNIT;
	if (units > (scratch.size - at) / UNIT)
		return NULL;
	if (at + bytes > scratch.blocks) {
		const size_t left = scratch.size - scratch.blocks;
		const size_t need = at + bytes - scratch.blocks;
		const size_t more = need > BLOCKS ? need : left < BLOCKS ? left : BLOCKS;
		if (add_blocks(scratch.blocks, more))
			scratch.blocks += more;
		else if (add_blocks(scratch.blocks, need))
			scratch.blocks += need;
		else
			return NULL;
	}
	scratch.used += bytes;
	return scratch.start + at;
}

/* Makes the whole file empty again. That takes long, so it is done when a search begins to use the
 * file, not when one ends and an answer is waited for. */
static void empty(void)
{
	const bool good = ftruncate(scratch.file, 0) == 0 &&
	                  ftruncate(scratch.file, (off_t)scratch.size) == 0;
	scratch.used = good ? 0 : scratch.size;
	scratch.blocks = 0;
	empty_bins();
}

void *scratch_take(size_t bytes)
{
	const size_t units = units_of(bytes);
	if (scratch.start == NULL)
		return NULL;
	pthread_mutex_lock(&scratch.mutex);
	if (scratch.pieces == 0 && scratch.used > 0)
		empty();
	void *again = take_again(units), *piece = again != NULL ? again : take_new(units);
	scratch.pieces += piece != NULL;
	pthread_mutex_unlock(&scratch.mutex);
	if (again != NULL)
		memset(again, 0, units * UNIT);
	return piece;
}

static bool has_room(struct bin *bin)
{
	const size_t room = bin->room == 0 ? 16 : 2 * bin->room;
	if (bin->count < bin->room)
		return true;
	void **piece = realloc(bin->piece, room * sizeof *piece);
	if (piece == NULL)
		return false;
	bin->piece = piece;
	bin->room = room;
	return true;
}

/* Puts a piece into its bin; without memory for that, it is lost until the file is emptied. */
static void keep(void *piece, size_t units)
{
	struct bin *bin = find_bin(units);
	if (bin == NULL && scratch.bins < BINS) {
		bin = &scratch.bin[scratch.bins++];
		bin->units = units;
	}
	if (bin != NULL && has_room(bin))
		bin->piece[bin->count++] = piece;
}

bool scratch_free(void *memory, size_t bytes)
{
	if (!scratch_has(memory)) {
		free(memory);
		return false;
	}
	pthread_mutex_lock(&scratch.mutex);
	keep(memory, units_of(bytes));
	scratch.pieces--;
	pthread_mutex_unlock(&scratch.mutex);
	return true;
}
