/* A board of different tiles: how many slides close it from any position.
 *
 * Of some cosets (tiles.h), the base (base.h), it is known which positions few slides close. What
 * is closed in a coset of the base is not far in one that is within few slides of it; its other
 * positions stay open. When a part of the base has been asked, another part is asked for the open
 * positions only; when they are few, or no part is left, each is searched. Of cosets that are
 * images of each other under symmetries one is enough.
 *
 * Whole cosets are how T. Rokicki bounded the moves of Rubik's Cube (arXiv 0803.3435). Those that
 * were not searched there got the bound of a neighbour, and the moves between them. Here each
 * position asks several neighbours, and has the best of their bounds. */
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "chart.h"
#include "os/parallel.h"

enum {
	NEAR_SLIDES = 6,    /* from near positions to closed ones, at most */
	ASKED_MEAN = 100,   /* how many of the base a coset asks, if memory holds so many */
	AROUND_MOST = 8192, /* from how many it can be; of more, a sample is taken */
	CHUNK = 32,         /* cosets */
	OPEN_FEW = 500,     /* positions: no more are searched, and no other part is asked */
};

#define BASE_BYTES_MOST UINT64_C(14000000000)

struct house {
	struct tiles tiles;
	struct ways ways;
	struct near near;
	struct base base;
	struct results around;     /* slides between a coset and those that it asks */
	int bound, reach, threads; /* `reach`: slides from the base to a closed position */

	uint32_t *coset; /* one of each set of images */
	uint32_t cosets, from, to;

	struct open_chunks *before, *after; /* NULL: all positions are open */
	_Atomic uint32_t next;              /* chunk */
	struct record record[THREADS_MAX];
};

/* ---- cosets ---- */

/* Mixes numbers, each to another one: so any range is a fair sample. */
static uint32_t mixed(uint32_t number)
{
	number = (number ^ number >> 16) * UINT32_C(0x7FEB352D);
	number = (number ^ number >> 15) * UINT32_C(0x846CA68B);
	return number ^ number >> 16;
}

static int compare_mixed(const void *a, const void *b)
{
	const uint32_t one = mixed(*(const uint32_t *)a), other = mixed(*(const uint32_t *)b);
	return (one > other) - (one < other);
}

/* Lists one coset of each set of images, unless `list` is NULL; returns how many there are. */
static uint32_t list_cosets(const struct tiles *tiles, uint32_t *list)
{
	uint32_t count = 0;
	for (uint32_t coset = 0; coset < tiles->cosets; coset++)
		if (tiles_count_images(tiles, coset) > 0) {
			if (list != NULL)
				list[count] = coset;
			count++;
		}
	if (list != NULL)
		qsort(list, count, sizeof *list, compare_mixed);
	return count;
}

/* ---- asking ---- */

static uint32_t chunks_of(const struct house *house)
{
	return (house->to - house->from + CHUNK - 1) / CHUNK;
}

/* What a thread needs to ask. */
struct asker {
	struct asked *asked;
	struct open_block block;
	uint32_t words[CHUNK * BLOCKS * (WORDS + 1)];
};

static void ask_chunk(struct house *house, uint32_t chunk, struct asker *asker)
{
	const uint32_t from = house->from + chunk * CHUNK;
	uint32_t *before = house->before == NULL ? NULL : open_read_chunk(house->before, chunk);
	const uint32_t *next = before;
	uint32_t *end = asker->words;
	for (uint32_t i = from; i < from + CHUNK && i < house->to; i++) {
		uint32_t count = 0;
		for (int block = 0; block < BLOCKS; block++) {
			uint32_t *words = end;
			if (next == NULL)
				open_all(&house->tiles, &asker->block);
			else
				next = open_read_block(&asker->block, next);
			if (asker->block.count > 0 && count == 0)
				count = base_list_asked(&house->base, house->coset[i],
				                        &house->around, asker->asked);
			asked_close(&house->tiles, asker->asked, count, block, &asker->block);
			end = open_write_block(&asker->block, words);
			house->after->positions += *words;
		}
	}
	open_write_chunk(house->after, chunk, asker->words, (size_t)(end - asker->words));
	free(before);
}

static void ask_base(void *context, int worker)
{
	struct house *house = context;
	struct asker *asker = chart_alloc(1, sizeof *asker);
	(void)worker;
	asker->asked = chart_alloc(2 * (size_t)house->around.count, sizeof *asker->asked);
	for (uint32_t chunk; (chunk = atomic_fetch_add(&house->next, 1)) < chunks_of(house);)
		ask_chunk(house, chunk, asker);
	free(asker->asked);
	free(asker);
}

static uint32_t base_room(const struct house *house)
{
	const uint64_t fit = BASE_BYTES_MOST / sizeof(coset_sets);
	const uint64_t enough = (uint64_t)house->cosets * ASKED_MEAN / house->around.count + 1;
	const uint64_t room = fit < enough ? fit : enough;
	return room < house->cosets ? (uint32_t)room : house->cosets;
}

static int are_many_open(const struct house *house)
{
	return house->before == NULL || house->before->positions > OPEN_FEW;
}

static void ask_part(struct house *house)
{
	house->after = open_chunks_new(chunks_of(house));
	house->next = 0;
	parallel_for(house->threads, ask_base, house);
	open_chunks_free(house->before);
	house->before = house->after;
}

/* Asks a part of a base that closes most positions, then all of one that is faster to make. */
static void ask_parts(struct house *house)
{
	for (int in_orbits = 0; in_orbits < 2 && are_many_open(house); in_orbits++) {
		base_init(&house->base, &house->near, &house->ways, house->coset, house->cosets,
		          house->reach, in_orbits, base_room(house), house->threads);
		int parts = in_orbits ? INT_MAX : 1;
		while (parts-- > 0 && are_many_open(house) && base_take(&house->base))
			ask_part(house);
		base_free(&house->base);
	}
}

/* ---- what is left ---- */

/* Records the images of a position that needs so many slides; `coset` is where it is. Of images in
 * the same coset, only the first by its text has them recorded. */
static void record_images(const struct tiles *tiles, uint32_t coset, const struct layout *layout,
                          int slides, struct record *record)
{
	char text[SYMMETRIES_MOST][BOARD_TEXT];
	int first[SYMMETRIES_MOST] = {0};
	for (int s = 0; s < tiles->symmetries; s++) {
		struct layout image = {{0}};
		for (int i = 0; i < tiles->grid->cells; i++)
			image.cell[tiles->relabelling[s].tile[i]] =
				tiles->grid->image[tiles->symmetry[s]][layout->cell[i]];
		tiles_text(tiles, &image, text[s]);
		if (tiles_coset(tiles, image.cell, NULL) == coset &&
		    memcmp(text[s], text[0], BOARD_TEXT) < 0)
			return;
		first[s] = 1;
		for (int other = 0; other < s; other++)
			first[s] &= memcmp(text[s], text[other], BOARD_TEXT) != 0;
	}
	record_raise(record, slides);
	for (int s = 0; s < tiles->symmetries && slides == record->most; s++)
		if (first[s])
			record_add(record, text[s]);
}

/* Searches the open positions of a coset; returns what follows their words. */
static const uint32_t *search_coset(const struct house *house, uint32_t coset,
                                    const uint32_t *words, struct record *record)
{
	for (int block = 0; block < BLOCKS; block++)
		for (uint32_t left = *words++; left > 0; left--, words++) {
			const struct located at = {coset, *words, block};
			const struct layout layout = tiles_layout(&house->tiles, &at);
			const int slides = near_distance(&house->near, &layout);
			if (slides >= house->bound)
				record_images(&house->tiles, coset, &layout, slides, record);
		}
	return words;
}

static void search_open(void *context, int worker)
{
	struct house *house = context;
	for (uint32_t chunk; (chunk = atomic_fetch_add(&house->next, 1)) < chunks_of(house);) {
		const uint32_t from = house->from + chunk * CHUNK;
		uint32_t *words = open_read_chunk(house->before, chunk);
		const uint32_t *next = words;
		for (uint32_t i = from; i < from + CHUNK && i < house->to; i++)
			next = search_coset(house, house->coset[i], next, &house->record[worker]);
		free(words);
	}
}

/* ---- shards ---- */

/* Where both sides are odd, slides make even permutations only: not all positions can be closed. */
static int can_be_charted(const struct grid *grid)
{
	return grid->rows > 1 && grid->columns > 1 &&
	       (grid->rows % 2 == 0 || grid->columns % 2 == 0);
}

uint64_t chart_house_size(const struct grid *grid, const char *kinds)
{
	struct tiles *tiles = chart_alloc(1, sizeof *tiles);
	uint64_t size = 0;
	if (can_be_charted(grid) && tiles_init(tiles, grid, kinds)) {
		size = near_can_be_closed(tiles) ? list_cosets(tiles, NULL) : 0;
		tiles_free(tiles);
	}
	free(tiles);
	return size;
}

/* Lists what leads to the cosets that are asked. */
static void list_around(struct house *house, int radius)
{
	struct results *around = &house->around;
	for (int slides = 0; slides <= radius; slides++)
		ways_list(&house->ways, slides, around);
	if (around->count <= AROUND_MOST)
		return;
	for (uint32_t i = 0; i < AROUND_MOST; i++)
		around->to[i] = around->to[(uint64_t)i * around->count / AROUND_MOST];
	around->count = AROUND_MOST;
}

static struct house *new_house(const struct grid *grid, const char *kinds,
                               const struct shard *shard, int bound, int radius)
{
	struct house *house = chart_alloc(1, sizeof *house);
	house->reach = bound - 1 - radius;
	const int near = house->reach < NEAR_SLIDES ? house->reach : NEAR_SLIDES;
	tiles_init(&house->tiles, grid, kinds);
	ways_init(&house->ways, grid);
	house->bound = bound;
	house->threads = parallel_threads(THREADS_MAX);
	near_init(&house->near, &house->tiles, &house->ways, near, house->threads);
	list_around(house, radius);
	house->coset = chart_alloc((size_t)shard->all, sizeof *house->coset);
	house->cosets = list_cosets(&house->tiles, house->coset);
	house->from = (uint32_t)shard->from;
	house->to = (uint32_t)shard->to;
	for (int i = 0; i < THREADS_MAX; i++)
		house->record[i].most = -1;
	return house;
}

static void free_house(struct house *house)
{
	open_chunks_free(house->before);
	free(house->coset);
	free(house->around.to);
	near_free(&house->near);
	tiles_free(&house->tiles);
	free(house);
}

static void print_shard(struct house *house, const struct shard *shard, const char *kinds)
{
	const struct grid *grid = house->tiles.grid;
	char key[128];
	uint64_t positions = 0;
	for (uint32_t i = house->from; i < house->to; i++)
		positions += (uint64_t)tiles_count_images(&house->tiles, house->coset[i]) *
		             (BLOCKS * ORDERS << house->tiles.pairs);
	for (int i = 1; i < THREADS_MAX; i++)
		record_merge(&house->record[0], &house->record[i]);
	snprintf(key, sizeof key,
	         "{\"atlas\": \"house\", \"rows\": %d, \"columns\": %d, \"tiles\": \"%s\"",
	         grid->rows, grid->columns, kinds);
	shard_print(shard, key);
	printf("\"bound\": %d, \"positions\": %llu, ", house->bound, (unsigned long long)positions);
	record_print(&house->record[0], grid, key);
}

void chart_house(const struct grid *grid, const char *kinds, const struct shard *shard, int bound,
                 int radius)
{
	struct house *house = new_house(grid, kinds, shard, bound, radius);
	ask_parts(house);
	house->next = 0;
	parallel_for(house->threads, search_open, house);
	print_shard(house, shard, kinds);
	free_house(house);
}
