/* Positions of a board on which all tiles are different.
 *
 * The first tile is an anchor; pairs of anchors follow, then the pivot, and four pairs of letters.
 * The positions that have the first tile in the same cell, and each pair of anchors in the same two
 * cells, are a coset. It has a block for each place of the pivot among the nine other cells, in
 * their order, and a block has a word for each order of the letters in the eight places that are
 * left then (words.h), and of the anchors of each pair in their two cells.
 *
 * Words that differ only in which tile of a pair is where are a bunch; a bit for each pair, set if
 * its first tile is in the higher place, tells them apart. A slide sends a bunch to a bunch, and
 * all its words have the same of these bits changed. So a set of words of a bunch goes on as a
 * whole. */
#ifndef PARLOUR_ATLAS_TILES_H
#define PARLOUR_ATLAS_TILES_H

#include "chart.h"
#include "words.h"

enum {
	DIFFERENT_MOST = 16, /* tiles: as many as there are kinds */
	LETTERS = 8,
	BLOCKS = LETTERS + 1, /* of a coset */
	ORDERS = 40320,       /* 8! */
	ANCHORS_MOST = DIFFERENT_MOST - BLOCKS,
	LETTER_PAIRS = LETTERS / 2,
	ANCHOR_PAIRS_MOST = ANCHORS_MOST / 2,
	BUNCH_BYTES = 1 << LETTER_PAIRS,
	BYTE_BITS = 1 << ANCHOR_PAIRS_MOST,
	BUNCH_WORDS = BUNCH_BYTES * BYTE_BITS, /* some are none if there are fewer anchors */
	BUNCHES = ORDERS / BUNCH_BYTES,        /* of a block */
	WORDS = BUNCHES * BUNCH_WORDS,
};

/* The cell of each tile. */
struct layout {
	uint8_t cell[DIFFERENT_MOST];
};

/* A position by its numbers. That of a word has the bits of pairs of anchors lowest, then those of
 * pairs of letters, then the bunch. */
struct located {
	uint32_t coset, word;
	int block;
};

/* A set of words of a bunch: a byte for all that have the same bits of pairs of letters. */
struct word_set {
	_Alignas(BUNCH_BYTES) uint8_t byte[BUNCH_BYTES];
};

typedef struct word_set bunch_sets[BUNCHES];

/* A map of bytes: of v, low[v % 16] | high[v / 16]. */
struct byte_map {
	_Alignas(16) uint8_t low[16], high[16];
};

/* What a symmetry makes of tiles and words. */
struct relabelling {
	uint8_t tile[DIFFERENT_MOST];
	uint16_t bunch[BUNCHES];
	/* If some bits are changed before: in which byte of a set the image of each byte is, and
	 * the bits of a byte whose images are in a byte of a set. */
	struct word_set from[BUNCH_BYTES];
	struct byte_map bits[BYTE_BITS];
};

struct tiles {
	const struct grid *grid;
	int anchors;
	int pairs;                    /* of anchors: all but the first */
	uint8_t kind[DIFFERENT_MOST]; /* of each tile, by its solid sides */
	uint32_t ways, cosets; /* `ways`: to place the pairs of anchors, when the first is placed */
	struct words words;
	const struct word_step *row[ORDERS]; /* of the permutation of the eight places */
	uint8_t head[BUNCHES], tail[BUNCHES];

	/* The grid's symmetries that turn the first anchor and the pivot into themselves, and pairs
	 * of anchors or letters into such pairs; by their numbers there. */
	int symmetries, symmetry[SYMMETRIES_MOST];
	struct relabelling relabelling[SYMMETRIES_MOST];
};

/* Reads the kinds of the tiles, a hexadecimal digit each: the anchors, the pivot, and the letters.
 * The number of cells is even. Returns 0 if they are no board of different tiles, or fewer than
 * nine. */
int tiles_init(struct tiles *tiles, const struct grid *grid, const char *kinds);
void tiles_free(struct tiles *tiles);

/* The coset, by the cells of the anchors; unless that is NULL, also the bits of their pairs. */
uint32_t tiles_coset(const struct tiles *tiles, const uint8_t *cell, unsigned *bits);

/* The cells of the anchors in a coset where no such bit is set. */
void tiles_anchor(const struct tiles *tiles, uint32_t coset, uint8_t *cell);

/* The coset of the image under a symmetry, one of `tiles`. */
uint32_t tiles_coset_image(const struct tiles *tiles, int symmetry, const uint8_t *cell);

/* How many images a coset has; 0 if one of them has a lower number. */
uint32_t tiles_count_images(const struct tiles *tiles, uint32_t coset);

/* A bit for each cell without an anchor. */
uint32_t tiles_left(const struct tiles *tiles, const uint8_t *cell);

/* The place of a cell among others. */
static inline uint8_t tiles_place(uint32_t cells, int cell)
{
	return (uint8_t)__builtin_popcount(cells & ((UINT32_C(1) << cell) - 1));
}

struct located tiles_locate(const struct tiles *tiles, const struct layout *layout);
struct layout tiles_layout(const struct tiles *tiles, const struct located *located);

/* If the nine places of a coset go to `to`, and the pivot from place `block`: what becomes of the
 * words of the letters. */
const struct word_step *tiles_row(const struct tiles *tiles, const uint8_t *to, int block);

/* The bunch that a bunch becomes, by its head and tail, and the bits of letters that change. */
static inline uint32_t tiles_step(const struct tiles *tiles, const struct word_step *row,
                                  uint8_t head_before, uint8_t tail_before, unsigned *changed)
{
	const struct word_step *head = &row[head_before];
	const struct tail_step *tail = &tiles->words.permuted[head->tail][tail_before];
	*changed = (unsigned)(head->changed ^ tail->changed);
	return head->first + tail->tail;
}

/* Writes a position as text: the kind of the tile in each cell. */
void tiles_text(const struct tiles *tiles, const struct layout *layout, char text[BOARD_TEXT]);

#endif
