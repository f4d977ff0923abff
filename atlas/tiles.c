#include "tiles.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"

enum { NO_TILE = 255, PAIRS = LETTERS / 2, WORDS_OF_BUNCH = 1 << PAIRS };

/* ---- cosets ---- */

uint32_t tiles_coset(const struct tiles *tiles, const uint8_t *cell)
{
	uint32_t taken = 0, coset = 0;
	for (int i = 0; i < tiles->anchors; i++) {
		coset += tiles->unit[i] * (uint32_t)(cell[i] - tiles_place(taken, cell[i]));
		taken |= UINT32_C(1) << cell[i];
	}
	return coset;
}

/* The cell of that rank in a set. */
static uint8_t cell_at(uint32_t cells, uint32_t rank)
{
	for (; rank > 0; rank--)
		cells &= cells - 1;
	return (uint8_t)__builtin_ctz(cells);
}

void tiles_anchor(const struct tiles *tiles, uint32_t coset, uint8_t *cell)
{
	uint32_t left = (uint32_t)tiles->grid->every;
	for (int i = 0; i < tiles->anchors; i++) {
		cell[i] = cell_at(left, coset / tiles->unit[i]);
		coset %= tiles->unit[i];
		left &= ~(UINT32_C(1) << cell[i]);
	}
}

uint32_t tiles_left(const struct tiles *tiles, const uint8_t *cell)
{
	uint32_t left = (uint32_t)tiles->grid->every;
	for (int i = 0; i < tiles->anchors; i++)
		left &= ~(UINT32_C(1) << cell[i]);
	return left;
}

uint32_t tiles_coset_image(const struct tiles *tiles, int symmetry, const uint8_t *cell)
{
	const uint8_t *image = tiles->grid->image[tiles->symmetry[symmetry]];
	uint8_t to[ANCHORS_MOST];
	for (int i = 0; i < tiles->anchors; i++)
		to[tiles->relabelling[symmetry].tile[i]] = image[cell[i]];
	return tiles_coset(tiles, to);
}

uint32_t tiles_count_images(const struct tiles *tiles, uint32_t coset)
{
	uint8_t cell[ANCHORS_MOST];
	uint32_t same = 1; /* the first symmetry, which moves nothing */
	tiles_anchor(tiles, coset, cell);
	for (int s = 1; s < tiles->symmetries; s++) {
		const uint32_t image = tiles_coset_image(tiles, s, cell);
		if (image < coset)
			return 0;
		same += image == coset;
	}
	return (uint32_t)tiles->symmetries / same;
}

/* ---- positions ---- */

struct located tiles_locate(const struct tiles *tiles, const struct layout *layout)
{
	const uint8_t *pivot = &layout->cell[tiles->anchors];
	uint32_t left = tiles_left(tiles, layout->cell);
	struct located located = {tiles_coset(tiles, layout->cell), 0, tiles_place(left, *pivot)};
	uint8_t place[LETTERS];
	left &= ~(UINT32_C(1) << *pivot);
	for (int i = 0; i < LETTERS; i++)
		place[i] = tiles_place(left, pivot[1 + i]);
	located.word = (uint32_t)word_at(&tiles->words, place);
	return located;
}

struct layout tiles_layout(const struct tiles *tiles, const struct located *located)
{
	struct layout layout = {{0}};
	uint8_t word[LETTERS], *pivot = &layout.cell[tiles->anchors];
	tiles_anchor(tiles, located->coset, layout.cell);
	uint32_t left = tiles_left(tiles, layout.cell);
	*pivot = cell_at(left, (uint32_t)located->block);
	left &= ~(UINT32_C(1) << *pivot);
	word_spell(&tiles->words, located->word, word);
	for (uint32_t place = 0; place < LETTERS; place++)
		pivot[1 + word[place]] = cell_at(left, place);
	return layout;
}

void tiles_text(const struct tiles *tiles, const struct layout *layout, char text[BOARD_TEXT])
{
	memset(text, 0, BOARD_TEXT);
	for (int i = 0; i < tiles->grid->cells; i++)
		text[layout->cell[i]] = "0123456789abcdef"[tiles->kind[i]];
}

const struct word_step *tiles_row(const struct tiles *tiles, const uint8_t *to, int block)
{
	uint8_t place[LETTERS];
	for (int from = 0, i = 0; from < BLOCKS; from++)
		if (from != block)
			place[i++] = (uint8_t)(to[from] - (to[from] > to[block]));
	return tiles->row[word_number(LETTERS, place)];
}

static void make_rows(struct tiles *tiles)
{
	words_init(&tiles->words, LETTERS, PAIRS);
	for (uint32_t permutation = 0; permutation < ORDERS; permutation++)
		tiles->row[permutation] = words_row(&tiles->words, permutation);
	for (uint32_t bunch = 0; bunch < BUNCHES; bunch++) {
		tiles->head[bunch] = (uint8_t)(bunch / tiles->words.tails);
		tiles->tail[bunch] = (uint8_t)(bunch % tiles->words.tails);
	}
}

/* ---- symmetries ---- */

/* Which tile a symmetry makes of each; returns 0 if that is none, or of another part. */
static int relabel_tiles(const struct tiles *tiles, int symmetry, uint8_t *to)
{
	uint8_t tile[DIFFERENT_MOST];
	memset(tile, NO_TILE, sizeof tile);
	for (int i = 0; i < tiles->grid->cells; i++)
		tile[tiles->kind[i]] = (uint8_t)i;
	for (int i = 0; i < tiles->grid->cells; i++) {
		to[i] = tile[lines_tile_image(symmetry, tiles->kind[i])];
		if (to[i] == NO_TILE || (i < tiles->anchors) != (to[i] < tiles->anchors) ||
		    (i == tiles->anchors) != (to[i] == tiles->anchors))
			return 0;
	}
	for (int i = tiles->anchors + 1; i < tiles->grid->cells; i += 2)
		if ((to[i] - tiles->anchors - 1) / 2 != (to[i + 1] - tiles->anchors - 1) / 2)
			return 0;
	return 1;
}

/* Where the letters of the first word of a bunch are after their relabelling is another word; its
 * bits say which pairs are the other way round. */
static void relabel_words(const struct tiles *tiles, struct relabelling *relabelling)
{
	uint8_t letter[LETTERS];
	for (int i = 0; i < LETTERS; i++)
		letter[i] =
			(uint8_t)(relabelling->tile[tiles->anchors + 1 + i] - tiles->anchors - 1);
	for (uint32_t bunch = 0; bunch < BUNCHES; bunch++) {
		uint8_t word[LETTERS], place[LETTERS];
		word_spell(&tiles->words, bunch * WORDS_OF_BUNCH, word);
		for (int i = 0; i < LETTERS; i++)
			place[letter[word[i]]] = (uint8_t)i;
		relabelling->bunch[bunch] =
			(uint16_t)(word_at(&tiles->words, place) / WORDS_OF_BUNCH);
	}
	for (unsigned bits = 0; bits < WORDS_OF_BUNCH; bits++) {
		unsigned image = 0;
		for (int i = 0; i < PAIRS; i++)
			image |= ((bits >> i & 1) ^ (letter[2 * i] & 1U)) << letter[2 * i] / 2;
		for (unsigned changed = 0; changed < WORDS_OF_BUNCH; changed++)
			for (unsigned byte = 0; byte < 256; byte++)
				relabelling->words[changed][image / 8][byte] |=
					(uint16_t)((byte >> image % 8 & 1) << (bits ^ changed));
	}
}

static void find_symmetries(struct tiles *tiles)
{
	for (int s = 0; s < tiles->grid->symmetries; s++) {
		struct relabelling *relabelling = &tiles->relabelling[tiles->symmetries];
		if (!relabel_tiles(tiles, s, relabelling->tile))
			continue;
		relabel_words(tiles, relabelling);
		tiles->symmetry[tiles->symmetries++] = s;
	}
}

/* Reads a digit for each cell, all different. */
static int read_kinds(struct tiles *tiles, const char *kinds)
{
	static const char digits[] = "0123456789abcdef";
	uint32_t seen = 0;
	for (int i = 0; i < tiles->grid->cells; i++) {
		const char *digit = kinds[i] == '\0' ? NULL : strchr(digits, kinds[i]);
		if (digit == NULL || (seen >> (digit - digits) & 1) != 0)
			return 0;
		tiles->kind[i] = (uint8_t)(digit - digits);
		seen |= UINT32_C(1) << tiles->kind[i];
	}
	return kinds[tiles->grid->cells] == '\0';
}

int tiles_init(struct tiles *tiles, const struct grid *grid, const char *kinds)
{
	*tiles = (struct tiles){.grid = grid, .anchors = grid->cells - BLOCKS, .cosets = 1};
	if (grid->cells < BLOCKS || grid->cells > DIFFERENT_MOST || !read_kinds(tiles, kinds))
		return 0;
	for (int i = tiles->anchors; i-- > 0;) {
		tiles->unit[i] = tiles->cosets;
		tiles->cosets *= (uint32_t)(grid->cells - i);
	}
	make_rows(tiles);
	find_symmetries(tiles);
	return 1;
}

void tiles_free(struct tiles *tiles)
{
	words_free(&tiles->words);
}
