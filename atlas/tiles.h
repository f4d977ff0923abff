/* Positions of a board on which all tiles are different.
 *
 * The first tiles are anchors. The positions that have them in the same cells are a coset; of the
 * other nine tiles, the first is the pivot. A coset has a block for each place of the pivot among
 * the nine cells that are left, in their order, and a block has a word for each order of the last
 * eight tiles, its letters, in the eight places that are left then (words.h). */
#ifndef PARLOUR_ATLAS_TILES_H
#define PARLOUR_ATLAS_TILES_H

#include "chart.h"
#include "words.h"

enum {
	DIFFERENT_MOST = 16, /* tiles: as many as there are kinds */
	LETTERS = 8,
	BLOCKS = LETTERS + 1, /* of a coset */
	ORDERS = 40320,       /* 8! */
	BUNCHES = ORDERS / 16,
	ANCHORS_MOST = DIFFERENT_MOST - BLOCKS,
};

/* The cell of each tile. */
struct layout {
	uint8_t cell[DIFFERENT_MOST];
};

/* A position by its numbers. */
struct located {
	uint32_t coset, word;
	int block;
};

/* A set of words of each bunch. */
typedef uint16_t bunch_sets[BUNCHES];

/* What a symmetry makes of tiles and words. */
struct relabelling {
	uint8_t tile[DIFFERENT_MOST];
	uint16_t bunch[BUNCHES];
	/* A bunch's words whose images, these bits being changed before, are in a set of 16: those
	 * of the set's low byte, and of its high byte. */
	uint16_t words[16][2][256];
};

struct tiles {
	const struct grid *grid;
	int anchors;
	uint8_t kind[DIFFERENT_MOST]; /* of each tile, by its solid sides */
	uint32_t cosets, unit[ANCHORS_MOST];
	struct words words;
	const struct word_step *row[ORDERS]; /* of the permutation of the eight places */
	uint8_t head[BUNCHES], tail[BUNCHES];

	/* The grid's symmetries that turn anchors into anchors, the pivot into itself, and pairs of
	 * letters into pairs; by their numbers there. */
	int symmetries, symmetry[SYMMETRIES_MOST];
	struct relabelling relabelling[SYMMETRIES_MOST];
};

/* Reads the kinds of the tiles, a hexadecimal digit each: the anchors, the pivot, and the letters.
 * Returns 0 if they are no board of different tiles, or fewer than nine. */
int tiles_init(struct tiles *tiles, const struct grid *grid, const char *kinds);
void tiles_free(struct tiles *tiles);

/* The number of the coset, by the cells of the anchors, and the cells that a coset's anchors have.
 */
uint32_t tiles_coset(const struct tiles *tiles, const uint8_t *cell);
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

/* The bunch that a bunch becomes, and the bits of its words that change. */
static inline uint32_t tiles_step(const struct tiles *tiles, const struct word_step *row,
                                  uint32_t bunch, unsigned *changed)
{
	const struct word_step *head = &row[tiles->head[bunch]];
	const struct tail_step *tail = &tiles->words.permuted[head->tail][tiles->tail[bunch]];
	*changed = (unsigned)(head->changed ^ tail->changed);
	return head->first + tail->tail;
}

/* Writes a position as text: the kind of the tile in each cell. */
void tiles_text(const struct tiles *tiles, const struct layout *layout, char text[BOARD_TEXT]);

#endif
