/* A board of different tiles: how many slides close it from any position.
 *
 * Of some cosets (tiles.h), the base, positions are found that few slides close: some slides lead
 * from them to the lists of near positions (near.h). Another coset is within few slides of some of
 * the base, so what is found there is not far here; its other positions stay open. When a part of
 * the base has been asked, another part is asked for the open positions only, and when they are
 * few, each is searched. Of cosets that are images of each other under symmetries one is enough.
 *
 * Whole cosets are how T. Rokicki bounded the moves of Rubik's Cube (arXiv 0803.3435). Those that
 * were not searched there got the bound of a neighbour, and the moves between them. Here each
 * position asks several neighbours, and has the best of their bounds. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "near.h"
#include "open.h"
#include "os/parallel.h"
#include "tiles.h"
#include "ways.h"

enum {
	NEAR_SLIDES = 6,            /* from near positions to closed ones, at most */
	BEYOND_SLIDES = 5,          /* from others to near ones, at most */
	ASKED_MEAN = 50,            /* how many of the base a coset asks, if memory holds so many */
	AROUND_MOST = 8192,         /* from how many it can be; of more, a sample is taken */
	MANY_BUNCHES = BUNCHES / 2, /* with open words: all are looked at */
	CHUNK = 256,                /* cosets */
	OPEN_FEW = 4,               /* of so many cosets of a part of the base, one position */
	COSETS_AHEAD = 24,          /* what is fetched before it is needed */
	WORDS_AHEAD = 10,
};

#define BASE_BYTES_MOST UINT64_C(14000000000)

/* Positions of a coset that few slides close. */
typedef bunch_sets coset_sets[BLOCKS];

/* A coset of the base, or an image of it, and where the places of the one that asks come to lie. */
struct asked {
	bunch_sets *sets;
	const struct relabelling *relabelling;
	uint8_t to[BLOCKS];
};

struct house {
	struct tiles tiles;
	struct ways ways;
	struct near near;
	struct results beyond; /* the slides that lead to near positions */
	struct results around; /* slides between a coset and those that it asks */
	int bound, threads;

	uint32_t *coset; /* one of each set of images */
	uint32_t cosets, from, to;

	uint32_t base, base_count, base_room; /* the part of them that are the base */
	coset_sets *sets;
	/* For each coset, if it is an image of one of the base: its number there times
	 * SYMMETRIES_MOST, plus the symmetry that leads there, plus 1. Else 0. */
	uint32_t *image;

	struct open_chunks *before, *after; /* NULL: all positions are open */
	_Atomic uint32_t next;              /* a coset of the base, or a chunk */
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

/* Lists the cells that have no anchor. */
static void list_cells(uint32_t left, uint8_t cell[BLOCKS])
{
	for (int place = 0; place < BLOCKS; place++, left &= left - 1)
		cell[place] = (uint8_t)__builtin_ctz(left);
}

/* Where the places of cells are after slides, and after a symmetry too unless it is NULL. */
static void find_places(const uint8_t cell[BLOCKS], const uint8_t *slid, const uint8_t *symmetry,
                        uint8_t place[BLOCKS])
{
	uint8_t to[BLOCKS];
	uint32_t left = 0;
	for (int i = 0; i < BLOCKS; i++) {
		to[i] = symmetry == NULL ? slid[cell[i]] : symmetry[slid[cell[i]]];
		left |= UINT32_C(1) << to[i];
	}
	for (int i = 0; i < BLOCKS; i++)
		place[i] = tiles_place(left, to[i]);
}

static uint32_t slid_coset(const struct tiles *tiles, const uint8_t *anchor, const uint8_t *slid)
{
	uint8_t to[ANCHORS_MOST];
	for (int i = 0; i < tiles->anchors; i++)
		to[i] = slid[anchor[i]];
	return tiles_coset(tiles, to);
}

/* ---- the base ---- */

/* Adds the near words of a block, moved to another coset. */
static void add_words(const struct tiles *tiles, const struct word_step *row, const uint16_t *word,
                      uint32_t count, bunch_sets sets)
{
	for (uint32_t i = 0; i < count; i++) {
		unsigned changed;
		const uint32_t bunch = tiles_step(tiles, row, word[i] / 16, &changed);
		sets[bunch] |= (uint16_t)(1U << ((word[i] & 15) ^ changed));
	}
}

/* Adds the positions that some slides bring to near ones of a coset. */
static void add_near(const struct house *house, uint32_t coset, const uint8_t place[BLOCKS],
                     coset_sets sets)
{
	uint8_t from[BLOCKS];
	for (int i = 0; i < BLOCKS; i++)
		from[place[i]] = (uint8_t)i;
	for (int block = 0; block < BLOCKS; block++) {
		uint32_t count;
		const uint16_t *word = near_block(&house->near, coset, block, &count);
		if (count > 0)
			add_words(&house->tiles, tiles_row(&house->tiles, from, block), word, count,
			          sets[from[block]]);
	}
}

static void make_sets(const struct house *house, uint32_t number, uint32_t *coset, coset_sets sets)
{
	const struct results *beyond = &house->beyond;
	uint8_t anchor[ANCHORS_MOST], cell[BLOCKS], place[BLOCKS];
	tiles_anchor(&house->tiles, number, anchor);
	list_cells(tiles_left(&house->tiles, anchor), cell);
	for (uint32_t i = 0; i < beyond->count; i++)
		coset[i] = slid_coset(&house->tiles, anchor, beyond->to[i].cell);
	memset(sets, 0, sizeof(coset_sets));
	for (uint32_t i = 0; i < beyond->count; i++) {
		if (i + COSETS_AHEAD < beyond->count)
			near_fetch_coset(&house->near, coset[i + COSETS_AHEAD]);
		if (i + WORDS_AHEAD < beyond->count)
			near_fetch_words(&house->near, coset[i + WORDS_AHEAD]);
		find_places(cell, beyond->to[i].cell, NULL, place);
		add_near(house, coset[i], place, sets);
	}
}

static void make_base(void *context, int worker)
{
	struct house *house = context;
	uint32_t *coset = chart_alloc(house->beyond.count, sizeof *coset);
	(void)worker;
	for (uint32_t i; (i = atomic_fetch_add(&house->next, 1)) < house->base_count;)
		make_sets(house, house->coset[house->base + i], coset, house->sets[i]);
	free(coset);
}

/* Notes by which symmetry each image of a coset of the base leads back to it. */
static void note_images(struct house *house, uint32_t index)
{
	const struct tiles *tiles = &house->tiles;
	const uint32_t coset = house->coset[house->base + index];
	uint8_t anchor[ANCHORS_MOST], back[ANCHORS_MOST];
	tiles_anchor(tiles, coset, anchor);
	for (int s = 0; s < tiles->symmetries; s++) {
		const uint32_t image = tiles_coset_image(tiles, s, anchor);
		uint32_t symmetry = 0;
		tiles_anchor(tiles, image, back);
		while (tiles_coset_image(tiles, (int)symmetry, back) != coset)
			symmetry++;
		house->image[image] = index * SYMMETRIES_MOST + symmetry + 1;
	}
}

/* Makes the base of another part of the cosets. */
static void take_base(struct house *house, uint32_t first)
{
	const uint32_t left = house->cosets - first;
	memset(house->image, 0, house->tiles.cosets * sizeof *house->image);
	house->base = first;
	house->base_count = left < house->base_room ? left : house->base_room;
	for (uint32_t i = 0; i < house->base_count; i++)
		note_images(house, i);
	house->next = 0;
	parallel_for(house->threads, make_base, house);
}

/* ---- asking ---- */

static uint32_t chunks_of(const struct house *house)
{
	return (house->to - house->from + CHUNK - 1) / CHUNK;
}

/* Lists the cosets of the base, or images of them, that a coset is near. */
static uint32_t list_asked(const struct house *house, uint32_t coset, struct asked *asked)
{
	const struct tiles *tiles = &house->tiles;
	uint8_t anchor[ANCHORS_MOST], cell[BLOCKS];
	uint32_t count = 0;
	tiles_anchor(tiles, coset, anchor);
	list_cells(tiles_left(tiles, anchor), cell);
	for (uint32_t i = 0; i < house->around.count; i++) {
		const uint8_t *slid = house->around.to[i].cell;
		const uint32_t image = house->image[slid_coset(tiles, anchor, slid)];
		if (image == 0)
			continue;
		const uint32_t symmetry = (image - 1) % SYMMETRIES_MOST;
		asked[count].sets = house->sets[(image - 1) / SYMMETRIES_MOST];
		asked[count].relabelling = &tiles->relabelling[symmetry];
		find_places(cell, slid, tiles->grid->image[tiles->symmetry[symmetry]],
		            asked[count++].to);
	}
	return count;
}

/* Closes words of a bunch: those whose images are in a set, these bits being changed before. */
static inline void close_words(const struct relabelling *relabelling, unsigned changed,
                               unsigned set, uint16_t *open)
{
	const uint16_t(*words)[256] = relabelling->words[changed];
	*open &= (uint16_t) ~(words[0][set & 255] | words[1][set >> 8]);
}

/* Closes the words of a block that another coset has. */
static void ask_all(const struct tiles *tiles, const struct asked *asked, int number,
                    struct open_block *block)
{
	const struct word_step *row = tiles_row(tiles, asked->to, number);
	const uint16_t *sets = asked->sets[asked->to[number]];
	const uint32_t tails = tiles->words.tails;
	for (uint32_t head = 0; head < tiles->words.heads; head++) {
		const struct tail_step *tail = tiles->words.permuted[row[head].tail];
		const uint16_t *there = &asked->relabelling->bunch[row[head].first];
		uint16_t *open = &block->words[head * tails];
		for (uint32_t i = 0; i < tails; i++)
			close_words(asked->relabelling, row[head].changed ^ tail[i].changed,
			            sets[there[tail[i].tail]], &open[i]);
	}
}

/* The same, but looks only at bunches that have open words. */
static void ask_some(const struct tiles *tiles, const struct asked *asked, int number,
                     struct open_block *block)
{
	const struct word_step *row = tiles_row(tiles, asked->to, number);
	const uint16_t *sets = asked->sets[asked->to[number]];
	for (uint32_t i = 0; i < block->count; i++) {
		unsigned changed;
		const uint32_t there = tiles_step(tiles, row, block->bunch[i], &changed);
		close_words(asked->relabelling, changed, sets[asked->relabelling->bunch[there]],
		            &block->words[block->bunch[i]]);
	}
}

static void ask(const struct tiles *tiles, const struct asked *asked, uint32_t count, int number,
                struct open_block *block)
{
	for (uint32_t i = 0; i < count && block->count > 0; i++) {
		if (block->count > MANY_BUNCHES)
			ask_all(tiles, &asked[i], number, block);
		else
			ask_some(tiles, &asked[i], number, block);
		open_forget_closed(block);
	}
}

/* What a thread needs to ask. */
struct asker {
	struct asked *asked;
	struct open_block block;
	uint16_t words[CHUNK * BLOCKS * (ORDERS + 1)];
};

static void ask_chunk(struct house *house, uint32_t chunk, struct asker *asker)
{
	const uint32_t from = house->from + chunk * CHUNK;
	uint16_t *before = house->before == NULL ? NULL : open_read_chunk(house->before, chunk);
	const uint16_t *next = before;
	uint16_t *end = asker->words;
	for (uint32_t i = from; i < from + CHUNK && i < house->to; i++) {
		const uint32_t count = list_asked(house, house->coset[i], asker->asked);
		for (int block = 0; block < BLOCKS; block++) {
			if (next == NULL)
				open_all(&asker->block);
			else
				next = open_read_block(&asker->block, next);
			ask(&house->tiles, asker->asked, count, block, &asker->block);
			uint16_t *words = end;
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
	asker->asked = chart_alloc(house->around.count, sizeof *asker->asked);
	for (uint32_t chunk; (chunk = atomic_fetch_add(&house->next, 1)) < chunks_of(house);)
		ask_chunk(house, chunk, asker);
	free(asker->asked);
	free(asker);
}

/* Asks parts of the base until few positions are open. */
static void ask_parts(struct house *house)
{
	uint64_t open = UINT64_MAX;
	for (uint32_t first = 0; first < house->cosets && open > house->base_room / OPEN_FEW;
	     first += house->base_count) {
		take_base(house, first);
		house->after = open_chunks_new(chunks_of(house));
		house->next = 0;
		parallel_for(house->threads, ask_base, house);
		open_chunks_free(house->before);
		house->before = house->after;
		open = house->before->positions;
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
		if (tiles_coset(tiles, image.cell) == coset &&
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
static const uint16_t *search_coset(const struct house *house, uint32_t coset,
                                    const uint16_t *words, struct record *record)
{
	for (int block = 0; block < BLOCKS; block++)
		for (uint32_t left = *words++; left > 0; left--) {
			const struct located at = {coset, *words++, block};
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
		uint16_t *words = open_read_chunk(house->before, chunk);
		const uint16_t *next = words;
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

static uint32_t base_room(const struct house *house)
{
	const uint64_t fit = BASE_BYTES_MOST / sizeof(coset_sets);
	const uint64_t enough = (uint64_t)house->cosets * ASKED_MEAN / house->around.count + 1;
	const uint64_t room = fit < enough ? fit : enough;
	return room < house->cosets ? (uint32_t)room : house->cosets;
}

static struct house *new_house(const struct grid *grid, const char *kinds,
                               const struct shard *shard, int bound, int radius)
{
	struct house *house = chart_alloc(1, sizeof *house);
	const int reach = bound - 1 - radius; /* slides from the base to a closed position */
	const int near = reach < NEAR_SLIDES ? reach : NEAR_SLIDES;
	tiles_init(&house->tiles, grid, kinds);
	ways_init(&house->ways, grid);
	house->bound = bound;
	house->threads = parallel_threads(THREADS_MAX);
	near_init(&house->near, &house->tiles, &house->ways, near, house->threads);
	const int beyond = reach - house->near.slides;
	ways_list(&house->ways, beyond < BEYOND_SLIDES ? beyond : BEYOND_SLIDES, &house->beyond);
	list_around(house, radius);
	house->coset = chart_alloc((size_t)shard->all, sizeof *house->coset);
	house->cosets = list_cosets(&house->tiles, house->coset);
	house->from = (uint32_t)shard->from;
	house->to = (uint32_t)shard->to;
	house->base_room = base_room(house);
	house->sets = chart_alloc(house->base_room, sizeof *house->sets);
	house->image = chart_alloc(house->tiles.cosets, sizeof *house->image);
	for (int i = 0; i < THREADS_MAX; i++)
		house->record[i].most = -1;
	return house;
}

static void free_house(struct house *house)
{
	open_chunks_free(house->before);
	free(house->image);
	free(house->sets);
	free(house->coset);
	free(house->around.to);
	free(house->beyond.to);
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
		positions += (uint64_t)tiles_count_images(&house->tiles, house->coset[i]) * BLOCKS *
		             ORDERS;
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
