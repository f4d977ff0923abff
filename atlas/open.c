#include "open.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/scratch.h"

static void give_up(const char *what)
{
	fprintf(stderr, "chart: %s: %s\n", what, strerror(errno));
	exit(EXIT_FAILURE);
}

struct open_chunks *open_chunks_new(uint32_t chunks)
{
	struct open_chunks *open = chart_alloc(1, sizeof *open);
	const char *folder = getenv("TMPDIR");
	if (folder == NULL)
		folder = "/tmp";
	open->chunk = chart_alloc(chunks, sizeof *open->chunk);
	open->file = scratch_file(folder);
	if (open->file < 0)
		give_up(folder);
	return open;
}

void open_chunks_free(struct open_chunks *open)
{
	if (open == NULL)
		return;
	close(open->file);
	free(open->chunk);
	free(open);
}

void open_write_chunk(struct open_chunks *open, uint32_t chunk, const uint32_t *words,
                      size_t length)
{
	const char *bytes = (const char *)words;
	size_t left = length * sizeof *words;
	uint64_t at = atomic_fetch_add(&open->end, left);
	open->chunk[chunk] = (struct stretch){at, length};
	while (left > 0) {
		const ssize_t written = pwrite(open->file, bytes, left, (off_t)at);
		if (written < 0)
			give_up("the temporary file");
		bytes += written;
		at += (uint64_t)written;
		left -= (size_t)written;
	}
}

uint32_t *open_read_chunk(const struct open_chunks *open, uint32_t chunk)
{
	const struct stretch *stretch = &open->chunk[chunk];
	uint32_t *words = chart_alloc(stretch->length, sizeof *words);
	char *bytes = (char *)words;
	size_t left = stretch->length * sizeof *words;
	for (uint64_t at = stretch->at; left > 0;) {
		const ssize_t got = pread(open->file, bytes, left, (off_t)at);
		if (got == 0)
			errno = EIO; /* it was longer */
		if (got <= 0)
			give_up("the temporary file");
		bytes += got;
		at += (uint64_t)got;
		left -= (size_t)got;
	}
	return words;
}

void open_all(const struct tiles *tiles, struct open_block *block)
{
	block->count = BUNCHES;
	memset(block->words, open_byte(tiles), sizeof block->words);
	for (int bunch = 0; bunch < BUNCHES; bunch++)
		block->bunch[bunch] = (uint16_t)bunch;
}

const uint32_t *open_read_block(struct open_block *block, const uint32_t *words)
{
	const uint32_t count = *words++;
	block->count = 0;
	for (uint32_t i = 0; i < count; i++) {
		const uint16_t bunch = (uint16_t)(words[i] / BUNCH_WORDS);
		if (block->count == 0 || block->bunch[block->count - 1] != bunch) {
			block->bunch[block->count++] = bunch;
			block->words[bunch] = (struct word_set){{0}};
		}
		block->words[bunch].byte[words[i] / BYTE_BITS % BUNCH_BYTES] |=
			(uint8_t)(1U << words[i] % BYTE_BITS);
	}
	return words + count;
}

uint32_t *open_write_block(const struct open_block *block, uint32_t *words)
{
	uint32_t *end = words + 1;
	for (uint32_t i = 0; i < block->count; i++) {
		const uint32_t bunch = block->bunch[i];
		for (uint32_t byte = 0; byte < BUNCH_BYTES; byte++) {
			unsigned left = block->words[bunch].byte[byte];
			for (; left != 0; left &= left - 1)
				*end++ = bunch * BUNCH_WORDS + byte * BYTE_BITS +
				         (uint32_t)__builtin_ctz(left);
		}
	}
	*words = (uint32_t)(end - words - 1);
	return end;
}

static int has_words(const struct word_set *set)
{
	uint64_t half[2];
	memcpy(half, set, sizeof half);
	return (half[0] | half[1]) != 0;
}

void open_forget_closed(struct open_block *block)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < block->count; i++) {
		block->bunch[kept] = block->bunch[i];
		kept += (uint32_t)has_words(&block->words[block->bunch[i]]);
	}
	block->count = kept;
}
