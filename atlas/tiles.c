#include "tiles.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"

enum { NO_TILE = 255 };

/* ---- cosets ---- */

uint32_t tiles_coset(const struct tiles *tiles, const uint8_t *cell, unsigned *bits)
{
	uint8_t place[ANCHORS_MOST];
	unsigned exchanged;
	for (int i = 1; i < tiles->anchors; i++)
		place[i - 1] = (uint8_t)(cell[i] - (cell[i] > cell[0]));
	const uint32_t rest =
		word_number_pairs(tiles->grid->cells - 1, tiles->pairs, place, &exchanged);
	if (bits != NULL)
		*bits = exchanged;
	return cell[0] * tiles->ways + rest;
}

void tiles_anchor(const struct tiles *tiles, uint32_t coset, uint8_t *cell)
{
	uint8_t left[DIFFERENT_MOST];
	cell[0] = (uint8_t)(coset / tiles->ways);
	word_list_pairs(tiles->grid->cells - 1, tiles->pairs, coset % tiles->ways, cell + 1, left);
	for (int i = 1; i < tiles->anchors; i++)
		cell[i] = (uint8_t)(cell[i] + (cell[i] >= cell[0]));
}

/* The cell of that rank in a set. */
static uint8_t cell_at(uint32_t cells, uint32_t rank)
{
	for (; rank > 0; rank--)
		cells &= cells - 1;
	return (uint8_t)__builtin_ctz(cells);
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
	return tiles_coset(tiles, to, NULL);
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
	struct located located = {.block = tiles_place(left, *pivot)};
	uint8_t place[LETTERS];
	unsigned bits;
	located.coset = tiles_coset(tiles, layout->cell, &bits);
	left &= ~(UINT32_C(1) << *pivot);
	for (int i = 0; i < LETTERS; i++)
		place[i] = tiles_place(left, pivot[1 + i]);
	located.word = (uint32_t)word_at(&tiles->words, place) * BYTE_BITS + bits;
	return located;
}

struct layout tiles_layout(const struct tiles *tiles, const struct located *located)
{
	struct layout layout = {{0}};
	uint8_t word[LETTERS], *pivot = &layout.cell[tiles->anchors];
	tiles_anchor(tiles, located->coset, layout.cell);
	for (int i = 0; i < tiles->pairs; i++)
		if ((located->word >> i & 1) != 0) {
			uint8_t *pair = &layout.cell[1 + 2 * i];
			const uint8_t lower = pair[0];
			pair[0] = pair[1];
			pair[1] = lower;
		}
	uint32_t left = tiles_left(tiles, layout.cell);
	*pivot = cell_at(left, (uint32_t)located->block);
	left &= ~(UINT32_C(1) << *pivot);
	word_spell(&tiles->words, located->word / BYTE_BITS, word);
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
	words_init(&tiles->words, LETTERS, LETTER_PAIRS);
	for (uint32_t permutation = 0; permutation < ORDERS; permutation++)
		tiles->row[permutation] = words_row(&tiles->words, permutation);
	for (uint32_t bunch = 0; bunch < BUNCHES; bunch++) {
		tiles->head[bunch] = (uint8_t)(bunch / tiles->words.tails);
		tiles->tail[bunch] = (uint8_t)(bunch % tiles->words.tails);
	}
}

/* ---- symmetries ---- */

/* The number of a tile's pair, or of a tile without one. */
static int pair_of(const struct tiles *tiles, int tile)
{
	return (tile + 1 + (tile >= tiles->anchors)) / 2;
}

/* Which tile a symmetry makes of each; returns 0 if that is none, or of another part. */
static int relabel_tiles(const struct tiles *tiles, int symmetry, uint8_t *to)
{
	uint8_t tile[DIFFERENT_MOST];
	memset(tile, NO_TILE, sizeof tile);
	for (int i = 0; i < tiles->grid->cells; i++)
		tile[tiles->kind[i]] = (uint8_t)i;
	for (int i = 0; i < tiles->grid->cells; i++) {
		to[i] = tile[lines_tile_image(symmetry, tiles->kind[i])];
		if (to[i] == NO_TILE || (i == 0) != (to[i] == 0) ||
		    (i < tiles->anchors) != (to[i] < tiles->anchors) ||
		    (i == tiles->anchors) != (to[i] == tiles->anchors))
			return 0;
	}
	for (int i = 1; i < tiles->grid->cells; i++)
		if (pair_of(tiles, i) == pair_of(tiles, i - 1) &&
		    pair_of(tiles, to[i]) != pair_of(tiles, to[i - 1]))
			return 0;
	return 1;
}

/* The bits of pairs after a relabelling: the first tile of pair i becomes to[2 * i]. */
static unsigned relabel_bits(const uint8_t *to, int pairs, unsigned bits)
{
	unsigned image = 0;
	for (int i = 0; i < pairs; i++)
		image |= ((bits >> i & 1) ^ (to[2 * i] & 1U)) << to[2 * i] / 2;
	return image;
}

static void relabel_bunches(const struct tiles *tiles, const uint8_t *letter, uint16_t *image)
{
	for (uint32_t bunch = 0; bunch < BUNCHES; bunch++) {
		uint8_t word[LETTERS], place[LETTERS];
		word_spell(&tiles->words, bunch * BUNCH_BYTES, word);
		for (int i = 0; i < LETTERS; i++)
			place[letter[word[i]]] = (uint8_t)i;
		image[bunch] = (uint16_t)(word_at(&tiles->words, place) / BUNCH_BYTES);
	}
}

/* Bits of pairs that the tiles don't have are in no set. */
static void relabel_byte(const uint8_t *anchor, int pairs, unsigned changed, struct byte_map *map)
{
	for (unsigned bits = 0; bits < 1U << pairs; bits++) {
		const unsigned image = relabel_bits(anchor, pairs, bits ^ changed);
		uint8_t *half = image < 4 ? map->low : map->high;
		for (unsigned value = 0; value < 16; value++)
			half[value] |= (uint8_t)((value >> image % 4 & 1) << bits);
	}
}

static void relabel_words(const struct tiles *tiles, struct relabelling *relabelling)
{
	uint8_t letter[LETTERS], anchor[ANCHORS_MOST];
	for (int i = 0; i < LETTERS; i++)
		letter[i] =
			(uint8_t)(relabelling->tile[tiles->anchors + 1 + i] - tiles->anchors - 1);
	for (int i = 1; i < tiles->anchors; i++)
		anchor[i - 1] = (uint8_t)(relabelling->tile[i] - 1);
	relabel_bunches(tiles, letter, relabelling->bunch);
	for (unsigned changed = 0; changed < BUNCH_BYTES; changed++)
		for (unsigned bits = 0; bits < BUNCH_BYTES; bits++)
			relabelling->from[changed].byte[bits] =
				(uint8_t)relabel_bits(letter, LETTER_PAIRS, bits ^ changed);
	for (unsigned changed = 0; changed < 1U << tiles->pairs; changed++)
		relabel_byte(anchor, tiles->pairs, changed, &relabelling->bits[changed]);
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
	*tiles = (struct tiles){.grid = grid, .anchors = grid->cells - BLOCKS};
	if (grid->cells < BLOCKS || grid->cells > DIFFERENT_MOST || !read_kinds(tiles, kinds))
		return 0;
	tiles->pairs = tiles->anchors / 2;
	tiles->ways = word_ways(grid->cells - 1, tiles->pairs);
	tiles->cosets = (uint32_t)grid->cells * tiles->ways;
	make_rows(tiles);
	find_symmetries(tiles);
	return 1;
}

void tiles_free(struct tiles *tiles)
{
	words_free(&tiles->words);
}
