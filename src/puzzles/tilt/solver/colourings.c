#include "puzzles/tilt/solver/colourings.h"

#include <stdlib.h>

#include "algo/bits.h"

enum {
	PLACEMENTS_MAX = 1 << 16, /* placements of the head */
	LABELS_MAX = 64,
	LANE_BITS = 64,
	BYTE_VALUES = 256,
};

/* ---- combinations ---- */

uint64_t tilt_binomial(int n, int k, uint64_t max)
{
	uint64_t value = 1;
	for (int i = 1; i <= k; i++) {
		if (value > UINT64_MAX / (uint64_t)(n - k + i))
			return max;
		value = value * (uint64_t)(n - k + i) / (uint64_t)i;
	}
	return value < max ? value : max;
}

uint64_t tilt_colourings_count(const int pieces[COLOURS_MAX + 1], uint64_t max)
{
	uint64_t count = 1;
	for (int c = 1, labels = 0; c <= COLOURS_MAX; c++) {
		labels += pieces[c];
		const uint64_t placements = tilt_binomial(labels, pieces[c], max);
		if (__builtin_mul_overflow(count, placements, &count) || count >= max)
			return max;
	}
	return count;
}

/* The number of a combination among those of equally many free labels. */
static uint32_t rank_labels(uint64_t mask, uint64_t free)
{
	uint32_t rank = 0;
	for (int k = 1; mask != 0; k++, mask &= mask - 1) {
		const int label = bits_count(free & ((mask & -mask) - 1));
		if (label >= k)
			rank += (uint32_t)tilt_binomial(label, k, UINT32_MAX);
	}
	return rank;
}

static uint64_t all_labels(int labels)
{
	return labels == 0 ? 0 : UINT64_MAX >> (64 - labels);
}

/* ---- placements ---- */

/* Lists the placements of the colours from `colour` on, in rising order of their numbers. */
static void list_placements(struct tilt_placements *placements, int colour, uint64_t free,
                            uint64_t *selected)
{
	if (colour == placements->colours) {
		memcpy(placements->mask + (size_t)placements->count++ * (size_t)placements->colours,
		       selected, (size_t)placements->colours * sizeof *selected);
		return;
	}
	const int labels = bits_count(free);
	const uint64_t last = all_labels(placements->pieces[colour])
	                      << (labels - placements->pieces[colour]);
	for (uint64_t choice = all_labels(placements->pieces[colour]);;) {
		uint64_t mask = 0, left = free;
		for (int i = 0; i < labels; i++, left &= left - 1)
			if (choice >> i & 1)
				mask |= left & -left;
		selected[colour] = mask;
		list_placements(placements, colour + 1, free & ~mask, selected);
		if (choice == last)
			return;
		/* The next number with as many ones (Gosper, HAKMEM 175). */
		const uint64_t low = choice & -choice, up = choice + low;
		choice = up | (((choice ^ up) >> 2) / low);
	}
}

/* For the colours from one to before another, on the labels that the colours before leave. */
static bool placements_init(struct tilt_placements *placements, const int *sorted, int from, int to,
                            int colours)
{
	uint64_t count = 1, selected[COLOURS_MAX];
	int labels = 0;
	for (int c = from; c < colours; c++)
		labels += sorted[c];
	*placements = (struct tilt_placements){.labels = labels, .colours = to - from};
	for (int c = from; c < to; labels -= sorted[c++]) {
		placements->pieces[c - from] = sorted[c];
		count *= tilt_binomial(labels, sorted[c], PLACEMENTS_MAX);
		if (count >= PLACEMENTS_MAX)
			return false;
	}
	placements->mask =
		malloc((size_t)count * (size_t)(to - from + 1) * sizeof *placements->mask);
	if (placements->mask == NULL)
		return false;
	list_placements(placements, 0, all_labels(placements->labels), selected);
	return true;
}

/* Where a permutation takes a placement, and how it permutes the labels left over. */
static uint32_t permute_placement(const struct tilt_placements *placements, uint32_t placement,
                                  const uint8_t *permutation, uint8_t *left_over)
{
	const uint64_t *mask = placements->mask + (size_t)placement * (size_t)placements->colours;
	uint64_t left = all_labels(placements->labels), free = left;
	uint32_t to = 0;
	int labels = placements->labels;
	for (int c = 0; c < placements->colours; c++) {
		uint64_t moved = 0;
		for (uint64_t bits = mask[c]; bits != 0; bits &= bits - 1)
			moved |= UINT64_C(1) << permutation[__builtin_ctzll(bits)];
		to = to * (uint32_t)tilt_binomial(labels, placements->pieces[c], UINT32_MAX) +
		     rank_labels(moved, free);
		free &= ~moved;
		left &= ~mask[c];
		labels -= placements->pieces[c];
	}
	for (int i = 0; left != 0; i++, left &= left - 1)
		left_over[i] = (uint8_t)bits_count(
			free & ((UINT64_C(1) << permutation[__builtin_ctzll(left)]) - 1));
	return to;
}

/* The number of a permutation, by its Lehmer code. */
static uint32_t rank_permutation(const uint8_t *rest, int labels)
{
	uint32_t rank = 0;
	for (int i = 0; i < labels; i++) {
		uint32_t less = 0;
		for (int j = i + 1; j < labels; j++)
			less += rest[j] < rest[i];
		rank = rank * (uint32_t)(labels - i) + less;
	}
	return rank;
}

/* ---- tables ---- */

/* The bytes of a lane that hold tails. */
static size_t tail_bytes(const struct tilt_colourings *colourings)
{
	return (colourings->tail.count + 7) / 8;
}

static bool make_tails(struct tilt_colourings *colourings, uint32_t number, const uint8_t *rest)
{
	const size_t lane = colourings->lane_bytes;
	uint8_t nothing[TILT_FREE_MAX];
	uint8_t *table = malloc(tail_bytes(colourings) * BYTE_VALUES * lane);
	colourings->tails[number] = table;
	if (table == NULL)
		return false;
	for (uint32_t first = 0; first < colourings->tail.count; first += 8) {
		uint64_t image[BYTE_VALUES] = {0};
		for (uint32_t value = 1; value < BYTE_VALUES; value++) {
			const uint32_t tail = first + (uint32_t)__builtin_ctz(value);
			image[value] = image[value & (value - 1)];
			if ((value & (value - 1)) != 0)
				image[value] |= image[value & -value];
			else if (tail < colourings->tail.count)
				image[value] = UINT64_C(1)
				               << permute_placement(&colourings->tail, tail, rest,
				                                    nothing);
		}
		for (uint32_t value = 0; value < BYTE_VALUES; value++, table += lane)
			tilt_store_lane(table, lane, image[value]);
	}
	return true;
}

static bool make_middles(struct tilt_colourings *colourings, uint32_t number, const uint8_t *rest)
{
	const struct tilt_placements *middle = &colourings->middle;
	uint8_t left_over[TILT_FREE_MAX] = {0};
	struct tilt_image *table = malloc(middle->count * sizeof *table);
	bool made = table != NULL;
	for (uint32_t i = 0; made && i < middle->count; i++) {
		table[i].to = permute_placement(middle, i, rest, left_over);
		table[i].rest = rank_permutation(left_over, colourings->tail.labels);
		made = colourings->tails[table[i].rest] != NULL ||
		       make_tails(colourings, table[i].rest, left_over);
	}
	if (made)
		colourings->middles[number] = table;
	else
		free(table);
	return made;
}

bool tilt_colourings_permute(struct tilt_colourings *colourings, const uint8_t *permutation,
                             struct tilt_image *heads)
{
	uint8_t left_over[TILT_FREE_MAX] = {0};
	for (uint32_t i = 0; i < colourings->head.count; i++) {
		heads[i].to = permute_placement(&colourings->head, i, permutation, left_over);
		heads[i].rest = rank_permutation(left_over, colourings->middle.labels);
		if (colourings->middles[heads[i].rest] == NULL &&
		    !make_middles(colourings, heads[i].rest, left_over))
			return false;
	}
	return true;
}

uint64_t tilt_colourings_locate(const struct tilt_colourings *colourings, const uint8_t *colouring)
{
	const int blocks = colourings->head.labels;
	uint64_t free = all_labels(blocks), number = 0;
	for (int c = 0, labels = blocks; c < colourings->colours; c++) {
		uint64_t mask = 0;
		for (int i = 0; i < blocks; i++)
			if (colouring[i] == colourings->colour[c])
				mask |= UINT64_C(1) << i;
		number = number * tilt_binomial(labels, bits_count(mask), UINT32_MAX) +
		         rank_labels(mask, free);
		labels -= bits_count(mask);
		free &= ~mask;
	}
	const uint32_t tails = colourings->tail.count;
	return number / tails * 8 * colourings->lane_bytes + number % tails;
}

/* ---- dividing the colours ---- */

/* The number of permutations. */
static size_t factorial(int labels)
{
	return labels < 2 ? 1 : (size_t)labels * factorial(labels - 1);
}

static size_t lane_for(uint64_t bits)
{
	return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

/* The first colour of the tail, chosen to leave as few bits of a lane unused as possible. *fill
 * gets the used part of a lane, in thousandths. */
static int find_tail(const int *pieces, int colours, uint64_t *fill)
{
	uint64_t tails = 1;
	int first = colours, labels = 0;
	*fill = 1000 / 8;
	for (int c = colours - 1; c >= 0; c--) {
		labels += pieces[c];
		if (labels > TILT_FREE_MAX)
			break;
		tails *= tilt_binomial(labels, pieces[c], LANE_BITS + 1);
		if (tails > LANE_BITS)
			break;
		const uint64_t filled = tails * 1000 / (8 * lane_for(tails));
		if (filled >= *fill) {
			*fill = filled;
			first = c;
		}
	}
	return first;
}

/* Sorts the colours by their number of pieces, rising or falling. Returns how many there are. */
static int sort_colours(const int pieces[COLOURS_MAX + 1], bool rising, int *colour, int *sorted)
{
	int count = 0;
	for (int i = 1; i <= LABELS_MAX; i++) {
		const int wanted = rising ? i : LABELS_MAX + 1 - i;
		for (int c = 1; c <= COLOURS_MAX; c++)
			if (pieces[c] == wanted) {
				colour[count] = c;
				sorted[count++] = wanted;
			}
	}
	return count;
}

/* An upper bound: not every permutation of the labels left over need occur. */
static size_t all_tables_bytes(const struct tilt_colourings *colourings)
{
	const size_t placements =
		(size_t)colourings->head.count * (size_t)(colourings->head.colours + 1) +
		colourings->middle.count * (size_t)(colourings->middle.colours + 1) +
		colourings->tail.count * (size_t)(colourings->tail.colours + 1);
	return placements * sizeof(uint64_t) +
	       factorial(colourings->middle.labels) * colourings->middle.count *
	               sizeof(struct tilt_image) +
	       factorial(colourings->tail.labels) * tail_bytes(colourings) * BYTE_VALUES *
	               colourings->lane_bytes;
}

bool tilt_colourings_init(struct tilt_colourings *colourings, const int pieces[COLOURS_MAX + 1])
{
	int sorted[COLOURS_MAX];
	uint64_t rising, falling;
	*colourings = (struct tilt_colourings){0};
	colourings->colours = sort_colours(pieces, true, colourings->colour, sorted);
	find_tail(sorted, colourings->colours, &rising);
	sort_colours(pieces, false, colourings->colour, sorted);
	find_tail(sorted, colourings->colours, &falling);
	sort_colours(pieces, rising > falling, colourings->colour, sorted);
	const int colours = colourings->colours, tail = find_tail(sorted, colours, &falling);
	int middle = tail, labels = 0;
	for (int c = tail; c < colours; c++)
		labels += sorted[c];
	while (middle > 0 && labels + sorted[middle - 1] <= TILT_FREE_MAX)
		labels += sorted[--middle];
	if (!placements_init(&colourings->head, sorted, 0, middle, colours) ||
	    !placements_init(&colourings->middle, sorted, middle, tail, colours) ||
	    !placements_init(&colourings->tail, sorted, tail, colours, colours))
		return false;
	const size_t lanes = (size_t)colourings->head.count * colourings->middle.count;
	colourings->lane_bytes = lane_for(colourings->tail.count);
	colourings->set_bytes = (lanes * colourings->lane_bytes + 7) & ~(size_t)7;
	colourings->table_bytes = all_tables_bytes(colourings);
	return true;
}

void tilt_colourings_free(struct tilt_colourings *colourings)
{
	free(colourings->head.mask);
	free(colourings->middle.mask);
	free(colourings->tail.mask);
	for (int i = 0; i < TILT_REST_ORDERS; i++) {
		free(colourings->middles[i]);
		free(colourings->tails[i]);
	}
	*colourings = (struct tilt_colourings){0};
}
