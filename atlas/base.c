#include "base.h"

#include <stdlib.h>
#include <string.h>

#include "os/parallel.h"

enum {
	BEYOND_SLIDES = 4, /* to near positions, at most */
	WORDS_AHEAD = 4,   /* what is fetched before it is needed */
	COSETS_AHEAD = 16,
	LINE_BYTES = 64, /* that a processor fetches at once */
};

/* ---- cosets after slides ---- */

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

/* The coset after slides, and the bits of pairs of anchors that they change unless that is NULL. */
static uint32_t slid_coset(const struct tiles *tiles, const uint8_t *anchor, const uint8_t *slid,
                           unsigned *changed)
{
	uint8_t to[ANCHORS_MOST];
	for (int i = 0; i < tiles->anchors; i++)
		to[i] = slid[anchor[i]];
	return tiles_coset(tiles, to, changed);
}

/* The bits of pairs of anchors that slides and then a symmetry of cells change. */
static unsigned changed_bits(const struct tiles *tiles, const uint8_t *anchor, const uint8_t *slid,
                             const uint8_t *symmetry)
{
	unsigned changed = 0;
	for (int i = 0; i < tiles->pairs; i++) {
		const uint8_t *pair = &anchor[1 + 2 * i];
		changed |= (unsigned)(symmetry[slid[pair[0]]] > symmetry[slid[pair[1]]]) << i;
	}
	return changed;
}

/* ---- orbits ---- */

static int transposes(const struct base *base, int symmetry)
{
	return base->rows.count > 0 && grid_transposes(base->tiles->symmetry[symmetry]);
}

/* The image that is in the base. */
static uint32_t first_image(const struct base *base, uint32_t coset)
{
	uint8_t anchor[ANCHORS_MOST];
	uint32_t first = coset;
	tiles_anchor(base->tiles, coset, anchor);
	for (int s = 1; s < base->tiles->symmetries; s++) {
		const uint32_t image = tiles_coset_image(base->tiles, s, anchor);
		if (!transposes(base, s) && image < first)
			first = image;
	}
	return first;
}

static void add_coset(struct base *base, uint32_t coset, uint8_t *seen)
{
	if (!seen[coset])
		base->coset[base->cosets++] = coset;
	seen[coset] = 1;
}

/* Adds the orbit of a coset of the base unless it was seen. */
static void add_orbit(struct base *base, const struct ways *ways, uint32_t coset, uint8_t *seen)
{
	uint8_t anchor[ANCHORS_MOST];
	if (seen[coset])
		return;
	base->orbit[base->orbits++] = base->cosets;
	add_coset(base, coset, seen);
	tiles_anchor(base->tiles, coset, anchor);
	for (int i = 0; base->rows.count > 0 && i < ways->phases[0]; i++) {
		const uint8_t *slid = ways->phase[0][i].to;
		const uint32_t to = slid_coset(base->tiles, anchor, slid, NULL);
		add_coset(base, first_image(base, to), seen);
	}
}

static void list_orbits(struct base *base, const struct ways *ways, const uint32_t *coset,
                        uint32_t count)
{
	const struct tiles *tiles = base->tiles;
	const size_t most = (base->rows.count > 0 ? 2 : 1) * (size_t)count;
	uint8_t anchor[ANCHORS_MOST];
	uint8_t *seen = chart_alloc(tiles->cosets, sizeof *seen);
	base->coset = chart_alloc(most, sizeof *base->coset);
	base->orbit = chart_alloc(most + 1, sizeof *base->orbit);
	for (uint32_t i = 0; i < count; i++) {
		tiles_anchor(tiles, coset[i], anchor);
		for (int s = 0; s < tiles->symmetries; s++)
			add_orbit(base, ways,
			          first_image(base, tiles_coset_image(tiles, s, anchor)), seen);
	}
	base->orbit[base->orbits] = base->cosets;
	free(seen);
}

static uint32_t longest_orbit(const struct base *base)
{
	uint32_t longest = 0;
	for (uint32_t i = 0; i < base->orbits; i++) {
		const uint32_t cosets = base->orbit[i + 1] - base->orbit[i];
		longest = cosets > longest ? cosets : longest;
	}
	return longest;
}

/* ---- what near positions close ---- */

/* The near words of a block in another coset, and what brings them to the one that is made. */
struct source {
	const struct word_step *row;
	uint32_t coset;
	uint8_t block, anchors, to; /* the bits of pairs of anchors that change; the new block */
};

/* Where slides lead from a coset; a source for each of its blocks. */
static void list_sources(const struct base *base, uint32_t coset, struct source *source)
{
	const struct tiles *tiles = base->tiles;
	uint8_t anchor[ANCHORS_MOST], cell[BLOCKS];
	tiles_anchor(tiles, coset, anchor);
	list_cells(tiles_left(tiles, anchor), cell);
	for (uint32_t i = 0; i < base->beyond.count; i++) {
		const uint8_t *beyond = base->beyond.to[i].cell;
		uint8_t place[BLOCKS], from[BLOCKS];
		unsigned anchors;
		const uint32_t slid = slid_coset(tiles, anchor, beyond, &anchors);
		find_places(cell, beyond, NULL, place);
		for (int block = 0; block < BLOCKS; block++)
			from[place[block]] = (uint8_t)block;
		for (int block = 0; block < BLOCKS; block++)
			*source++ = (struct source){tiles_row(tiles, from, block), slid,
			                            (uint8_t)block, (uint8_t)anchors, from[block]};
	}
}

/* Closes the words of a source. */
static void close_near(const struct base *base, const struct source *source, bunch_sets open)
{
	uint32_t count;
	const struct near_word *word = near_block(base->near, source->coset, source->block, &count);
	for (uint32_t i = 0; i < count; i++) {
		unsigned letters;
		const uint32_t bunch =
			tiles_step(base->tiles, source->row, word[i].head, word[i].tail, &letters);
		const unsigned bits = word[i].bits ^ source->anchors ^ letters * BYTE_BITS;
		open[bunch].byte[bits / BYTE_BITS] &= (uint8_t) ~(1U << bits % BYTE_BITS);
	}
}

static void fetch_words(const struct near *near, uint32_t coset)
{
	const struct near_coset *at = &near->coset[coset];
	const uint32_t end = at[1].first;
	for (uint32_t i = at->first; i < end; i += LINE_BYTES / sizeof *near->word)
		__builtin_prefetch(&near->word[i]);
}

/* Opens all words of a coset but those that slides bring to near positions. */
static void make_near(const struct base *base, uint32_t coset, struct source *source,
                      coset_sets open)
{
	const struct near *near = base->near;
	const uint32_t count = base->beyond.count;
	list_sources(base, coset, source);
	memset(open, open_byte(base->tiles), sizeof(coset_sets));
	for (uint32_t i = 0; i < count; i++) {
		if (i + COSETS_AHEAD < count)
			__builtin_prefetch(&near->coset[source[COSETS_AHEAD * BLOCKS].coset]);
		if (i + WORDS_AHEAD < count)
			fetch_words(near, source[WORDS_AHEAD * BLOCKS].coset);
		for (int block = 0; block < BLOCKS; block++, source++)
			close_near(base, source, open[source->to]);
	}
}

/* ---- parts ---- */

/* A coset that slides and a symmetry lead to; `image` is what the table of images has. `sets` are
 * those of the part from number `from` on. */
static void ask_image(const struct base *base, const uint8_t *anchor, const uint8_t cell[BLOCKS],
                      const uint8_t *slid, uint32_t image, const coset_sets *sets, uint32_t from,
                      struct asked *asked)
{
	const struct tiles *tiles = base->tiles;
	const uint32_t symmetry = (image - 1) % SYMMETRIES_MOST;
	const struct relabelling *relabelling = &tiles->relabelling[symmetry];
	const uint8_t *to = tiles->grid->image[tiles->symmetry[symmetry]];
	asked->sets = sets[(image - 1) / SYMMETRIES_MOST - from];
	asked->relabelling = relabelling;
	asked->bits = &relabelling->bits[changed_bits(tiles, anchor, slid, to)];
	find_places(cell, slid, to, asked->to);
}

/* Lists the cosets of the part that slides lead to, by the first kinds of images. */
static uint32_t list_asked(const struct base *base, uint32_t coset, const struct results *around,
                           int kinds, const coset_sets *sets, uint32_t from, struct asked *asked)
{
	uint8_t anchor[ANCHORS_MOST], cell[BLOCKS];
	uint32_t count = 0;
	tiles_anchor(base->tiles, coset, anchor);
	list_cells(tiles_left(base->tiles, anchor), cell);
	for (uint32_t i = 0; i < around->count; i++) {
		const uint8_t *slid = around->to[i].cell;
		const uint32_t to = slid_coset(base->tiles, anchor, slid, NULL);
		for (int kind = 0; kind < kinds; kind++)
			if (base->image[to][kind] != 0)
				ask_image(base, anchor, cell, slid, base->image[to][kind], sets,
				          from, &asked[count++]);
	}
	return count;
}

uint32_t base_list_asked(const struct base *base, uint32_t coset, const struct results *around,
                         struct asked *asked)
{
	return list_asked(base, coset, around, 2, (const coset_sets *)base->sets, 0, asked);
}

/* What a thread needs to make orbits. */
struct maker {
	struct source *source;
	struct asked *asked;
	coset_sets *near; /* of an orbit, before the slides of rows */
};

static void make_orbit(const struct base *base, uint32_t orbit, const struct maker *maker)
{
	const uint32_t *coset = &base->coset[base->orbit[orbit]];
	const uint32_t from = base->orbit[orbit] - base->orbit[base->from];
	const uint32_t count = base->orbit[orbit + 1] - base->orbit[orbit];
	for (uint32_t i = 0; i < count; i++)
		make_near(base, coset[i], maker->source, maker->near[i]);
	memcpy(&base->sets[from], maker->near, count * sizeof(coset_sets));
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t asked =
			list_asked(base, coset[i], &base->rows, 1, (const coset_sets *)maker->near,
		                   from, maker->asked);
		asked_close_sets(base->tiles, maker->asked, asked, base->sets[from + i]);
	}
}

static void make_part(void *context, int worker)
{
	struct base *base = context;
	const struct maker maker = {
		chart_alloc((size_t)base->beyond.count * BLOCKS, sizeof *maker.source),
		chart_alloc(base->rows.count, sizeof *maker.asked),
		chart_alloc(longest_orbit(base), sizeof *maker.near),
	};
	(void)worker;
	for (uint32_t orbit; (orbit = atomic_fetch_add(&base->next, 1)) < base->to;)
		make_orbit(base, orbit, &maker);
	free(maker.source);
	free(maker.asked);
	free(maker.near);
}

/* Notes by which symmetry each image of a coset of the part leads back to it. */
static void note_images(struct base *base, uint32_t number)
{
	const struct tiles *tiles = base->tiles;
	const uint32_t coset = base->coset[base->orbit[base->from] + number];
	uint8_t anchor[ANCHORS_MOST], back[ANCHORS_MOST];
	tiles_anchor(tiles, coset, anchor);
	for (int s = 0; s < tiles->symmetries; s++) {
		const uint32_t image = tiles_coset_image(tiles, s, anchor);
		int symmetry = 0;
		tiles_anchor(tiles, image, back);
		while (tiles_coset_image(tiles, symmetry, back) != coset ||
		       transposes(base, symmetry) != transposes(base, s))
			symmetry++;
		base->image[image][transposes(base, s)] =
			number * SYMMETRIES_MOST + (uint32_t)symmetry + 1;
	}
}

static uint32_t part_count(const struct base *base)
{
	return base->orbit[base->to] - base->orbit[base->from];
}

int base_take(struct base *base)
{
	base->from = base->to;
	while (base->to < base->orbits &&
	       base->orbit[base->to + 1] - base->orbit[base->from] <= base->room)
		base->to++;
	if (base->to == base->from)
		return 0;
	memset(base->image, 0, base->tiles->cosets * sizeof *base->image);
	for (uint32_t i = 0; i < part_count(base); i++)
		note_images(base, i);
	base->next = base->from;
	parallel_for(base->threads, make_part, base);
	return 1;
}

/* Lists the slides of one row. */
static void list_rows(struct base *base, const struct ways *ways)
{
	for (int i = 0; i < ways->phases[0] && ways->phase[0][i].slides == 1; i++) {
		struct layout slid = {{0}};
		memcpy(slid.cell, ways->phase[0][i].to, sizeof slid.cell);
		results_add(&base->rows, &slid);
	}
}

void base_init(struct base *base, const struct near *near, const struct ways *ways,
               const uint32_t *coset, uint32_t count, int slides, int in_orbits, uint32_t room,
               int threads)
{
	const int rows = in_orbits && slides > near->slides;
	const int beyond = slides - near->slides - rows;
	*base = (struct base){.tiles = near->tiles, .near = near, .threads = threads};
	if (rows)
		list_rows(base, ways);
	ways_list(ways, beyond < BEYOND_SLIDES ? beyond : BEYOND_SLIDES, &base->beyond);
	list_orbits(base, ways, coset, count);
	const uint32_t longest = longest_orbit(base);
	base->room = room > longest ? room : longest;
	base->sets = chart_alloc(base->room, sizeof *base->sets);
	base->image = chart_alloc(base->tiles->cosets, sizeof *base->image);
}

void base_free(struct base *base)
{
	free(base->image);
	free(base->sets);
	free(base->orbit);
	free(base->coset);
	free(base->rows.to);
	free(base->beyond.to);
}
