#include "near.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "os/parallel.h"

enum {
	OF_COSET_MEAN = 16384, /* words of a coset, by which none has more than 16 bits count */
	SORTED_AT_ONCE = 1024, /* cosets */
};

/* Adds the closed arrangements of the tiles. */
static void list_closed(const struct tiles *tiles, struct results *closed)
{
	const uint32_t all = UINT32_C(1) << lines_edges(tiles->grid);
	uint32_t kinds = 0;
	uint8_t tile[KINDS] = {0};
	for (int i = 0; i < tiles->grid->cells; i++) {
		kinds |= UINT32_C(1) << tiles->kind[i];
		tile[tiles->kind[i]] = (uint8_t)i;
	}
	for (uint32_t solid = 0; solid < all; solid++) {
		const nibbles arrangement = lines_arrangement(tiles->grid, solid);
		struct layout layout = {{0}};
		uint32_t seen = 0;
		for (int cell = 0; cell < tiles->grid->cells; cell++) {
			const unsigned kind = nibble(arrangement, cell);
			seen |= UINT32_C(1) << kind;
			layout.cell[tile[kind]] = (uint8_t)cell;
		}
		if (seen == kinds)
			results_add(closed, &layout);
	}
}

int near_can_be_closed(const struct tiles *tiles)
{
	struct results closed = {NULL, 0, 0};
	list_closed(tiles, &closed);
	free(closed.to);
	return closed.count > 0;
}

/* Takes more slides while the lists of words stay short enough; returns how many words they have.
 * Positions that several ways lead to are counted as often. */
static uint64_t choose_slides(struct near *near, int most)
{
	const uint64_t of_all = (uint64_t)near->tiles->cosets * OF_COSET_MEAN;
	uint64_t words = near->closed.count;
	for (near->slides = 0; near->slides < most; near->slides++) {
		const uint64_t more =
			words + ways_count(near->ways, near->slides + 1) * near->closed.count;
		if (more > UINT32_MAX || more > of_all)
			break;
		words = more;
	}
	return words;
}

struct building {
	struct near *near;
	int (*visit)(void *context, const struct layout *layout);
	_Atomic uint32_t next;
};

static int count_word(void *context, const struct layout *layout)
{
	struct near *near = context;
	const uint32_t left = tiles_left(near->tiles, layout->cell);
	const int block = tiles_place(left, layout->cell[near->tiles->anchors]);
	struct near_coset *coset = &near->coset[tiles_coset(near->tiles, layout->cell, NULL)];
	atomic_fetch_add_explicit(&coset->begin[block], 1, memory_order_relaxed);
	return 0;
}

static struct near_word near_word(const struct tiles *tiles, uint32_t word)
{
	const uint32_t bunch = word / BUNCH_WORDS;
	return (struct near_word){word % BUNCH_WORDS, tiles->tail[bunch], tiles->head[bunch]};
}

/* Words are put in from the end of their block. */
static int put_word(void *context, const struct layout *layout)
{
	struct near *near = context;
	const struct located at = tiles_locate(near->tiles, layout);
	struct near_coset *coset = &near->coset[at.coset];
	const uint32_t before =
		atomic_fetch_sub_explicit(&coset->begin[at.block], 1, memory_order_relaxed);
	near->word[coset->first + before - 1] = near_word(near->tiles, at.word);
	return 0;
}

static void visit_near(void *context, int worker)
{
	struct building *building = context;
	struct near *near = building->near;
	(void)worker;
	for (uint32_t i; (i = atomic_fetch_add(&building->next, 1)) < near->closed.count;)
		for (int slides = 0; slides <= near->slides; slides++)
			ways_walk(near->ways, &near->closed.to[i], slides, building->visit, near);
}

static void visit_all(struct near *near, int (*visit)(void *, const struct layout *), int threads)
{
	struct building building = {near, visit, 0};
	parallel_for(threads, visit_near, &building);
}

/* Makes of how many words each block has where each ends. There are `count` in all. */
static void sum_blocks(struct near *near, uint64_t count)
{
	uint32_t all = 0;
	int too_many = 0;
	for (uint32_t i = 0; i < near->tiles->cosets; i++) {
		uint32_t words = 0;
		for (int block = 0; block < BLOCKS; block++) {
			words += near->coset[i].begin[block];
			near->coset[i].begin[block] = (uint16_t)words;
		}
		too_many |= words > UINT16_MAX;
		near->coset[i].first = all;
		all += words;
	}
	near->coset[near->tiles->cosets].first = all;
	/* A block that had too many has begun at 0 again. */
	if (too_many || all != count) {
		fputs("chart: a coset has too many positions\n", stderr);
		exit(EXIT_FAILURE);
	}
}

static int compare_words(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct near_word));
}

static void sort_words(void *context, int worker)
{
	struct building *building = context;
	struct near *near = building->near;
	(void)worker;
	for (uint32_t first;
	     (first = atomic_fetch_add(&building->next, SORTED_AT_ONCE)) < near->tiles->cosets;)
		for (uint32_t i = 0; i < SORTED_AT_ONCE && first + i < near->tiles->cosets; i++)
			for (int block = 0; block < BLOCKS; block++) {
				uint32_t count;
				struct near_word *word = near_block(near, first + i, block, &count);
				qsort(word, count, sizeof *word, compare_words);
			}
}

/* Keeps sorted words once each; returns how many these are. */
static uint32_t move_words(struct near_word *to, const struct near_word *word, uint32_t count)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; i++)
		if (kept == 0 || compare_words(&word[i], &to[kept - 1]) != 0)
			to[kept++] = word[i];
	return kept;
}

/* Several ways lead to some positions. */
static void keep_once(struct near *near, int threads)
{
	struct building sorting = {.near = near};
	uint32_t all = 0;
	parallel_for(threads, sort_words, &sorting);
	for (uint32_t i = 0; i < near->tiles->cosets; i++) {
		struct near_coset kept = {.first = all};
		for (int block = 0; block < BLOCKS; block++) {
			uint32_t count;
			const struct near_word *word = near_block(near, i, block, &count);
			kept.begin[block] = (uint16_t)(all - kept.first);
			all += move_words(&near->word[all], word, count);
		}
		near->coset[i] = kept;
	}
	near->coset[near->tiles->cosets].first = all;
	near->word = chart_realloc(near->word, all, sizeof *near->word);
}

void near_init(struct near *near, const struct tiles *tiles, const struct ways *ways, int most,
               int threads)
{
	*near = (struct near){.tiles = tiles, .ways = ways};
	list_closed(tiles, &near->closed);
	const uint64_t words = choose_slides(near, most);
	near->coset = chart_alloc((size_t)tiles->cosets + 1, sizeof *near->coset);
	visit_all(near, count_word, threads);
	sum_blocks(near, words);
	near->word = chart_alloc((size_t)words, sizeof *near->word);
	visit_all(near, put_word, threads);
	keep_once(near, threads);
}

void near_free(struct near *near)
{
	free(near->closed.to);
	free(near->coset);
	free(near->word);
}

/* Stops a walk at a position that is near. */
static int is_near(void *context, const struct layout *layout)
{
	const struct near *near = context;
	const struct located at = tiles_locate(near->tiles, layout);
	const struct near_word sought = near_word(near->tiles, at.word);
	uint32_t count;
	const struct near_word *word = near_block(near, at.coset, at.block, &count);
	return bsearch(&sought, word, count, sizeof *word, compare_words) != NULL;
}

int near_distance(const struct near *near, const struct layout *layout)
{
	int slides = 0;
	while (!ways_walk(near->ways, layout, slides, is_near, (void *)near))
		slides++;
	return near->slides + slides;
}
