#include "puzzles/tilt/solver/colourings.h"

#include <stdlib.h>
#include <string.h>

#include "algo/bits.h"

enum {
	WAYS_MAX = 1 << 16, /* of a head */
	LANE_BITS = 64,
	BYTE_VALUES = 256,
};

/* ---- combinations ---- */

/* n over k, or `most` where it is more. */
static uint64_t binomial(int n, int k, uint64_t most)
{
	uint64_t value = 1;
	for (int i = 1; i <= k; i++) {
		if (value > UINT64_MAX / (uint64_t)(n - k + i))
			return most;
		value = value * (uint64_t)(n - k + i) / (uint64_t)i;
	}
	return value < most ? value : most;
}

uint64_t tilt_words_count(const int pieces[COLOURS_MAX + 1], uint64_t most)
{
	uint64_t count = 1;
	for (int c = 1, places = 0; c <= COLOURS_MAX; c++) {
		places += pieces[c];
		const uint64_t ways = binomial(places, pieces[c], most);
		if (ways != 0 && count >= most / ways + (most % ways != 0))
			return most;
		count *= ways;
	}
	return count;
}

/* The combination's number among those of as many places out of the free ones. */
static uint32_t rank_places(uint64_t mask, uint64_t free)
{
	uint32_t rank = 0;
	for (int k = 1; mask != 0; k++, mask &= mask - 1) {
		const int place = bits_count(free & ((mask & -mask) - 1));
		if (place >= k)
			rank += (uint32_t)binomial(place, k, UINT32_MAX);
	}
	return rank;
}

static uint64_t all_places(int places)
{
	return places == 0 ? 0 : UINT64_MAX >> (64 - places);
}

/* ---- ways ---- */

/* Writes the ways to place the colours from `colour` on, in rising order of their numbers. */
static void list_ways(struct tilt_ways *ways, int colour, uint64_t free, uint64_t *chosen)
{
	if (colour == ways->colours) {
		memcpy(ways->mask + (size_t)ways->count++ * (size_t)ways->colours, chosen,
		       (size_t)ways->colours * sizeof *chosen);
		return;
	}
	const int places = bits_count(free);
	const uint64_t last = all_places(ways->pieces[colour]) << (places - ways->pieces[colour]);
	for (uint64_t choice = all_places(ways->pieces[colour]);;) {
		uint64_t mask = 0, left = free;
		for (int i = 0; i < places; i++, left &= left - 1)
			if (choice >> i & 1)
				mask |= left & -left;
		chosen[colour] = mask;
		list_ways(ways, colour + 1, free & ~mask, chosen);
		if (choice == last)
			return;
		/* The next number with as many ones (Gosper, HAKMEM 175). */
		const uint64_t low = choice & -choice, up = choice + low;
		choice = up | (((choice ^ up) >> 2) / low);
	}
}

static bool ways_init(struct tilt_ways *ways, const int *pieces, int colours, int places)
{
	uint64_t count = 1, chosen[COLOURS_MAX];
	*ways = (struct tilt_ways){.places = places, .colours = colours};
	for (int c = 0; c < colours; c++) {
		ways->pieces[c] = pieces[c];
		count *= binomial(places, pieces[c], WAYS_MAX);
		places -= pieces[c];
		if (count >= WAYS_MAX)
			return false;
	}
	ways->mask = malloc((size_t)count * (size_t)(colours + 1) * sizeof *ways->mask);
	if (ways->mask == NULL)
		return false;
	list_ways(ways, 0, all_places(ways->places), chosen);
	return true;
}

/* Where a way goes, and the places that are left. */
static uint32_t move_way(const struct tilt_ways *ways, uint32_t way, const uint8_t *turn,
                         uint8_t *rest)
{
	const uint64_t *mask = ways->mask + (size_t)way * (size_t)ways->colours;
	uint64_t left = all_places(ways->places), free = left;
	uint32_t to = 0;
	int places = ways->places;
	for (int c = 0; c < ways->colours; c++) {
		uint64_t moved = 0;
		for (uint64_t bits = mask[c]; bits != 0; bits &= bits - 1)
			moved |= UINT64_C(1) << turn[__builtin_ctzll(bits)];
		to = to * (uint32_t)binomial(places, ways->pieces[c], UINT32_MAX) +
		     rank_places(moved, free);
		free &= ~moved;
		left &= ~mask[c];
		places -= ways->pieces[c];
	}
	for (int i = 0; left != 0; i++, left &= left - 1)
		rest[i] = (uint8_t)bits_count(free &
		                              ((UINT64_C(1) << turn[__builtin_ctzll(left)]) - 1));
	return to;
}

/* A permutation's number, by Lehmer's code. */
static uint32_t rank_order(const uint8_t *order, int places)
{
	uint32_t rank = 0;
	for (int i = 0; i < places; i++) {
		uint32_t less = 0;
		for (int j = i + 1; j < places; j++)
			less += order[j] < order[i];
		rank = rank * (uint32_t)(places - i) + less;
	}
	return rank;
}

/* ---- tables ---- */

/* Bytes of a lane looked at: those that hold tails. */
static size_t tail_bytes(const struct tilt_words *words)
{
	return (words->tail.count + 7) / 8;
}

static void put_lane(uint8_t *to, size_t lane, uint64_t value)
{
	const uint8_t byte = (uint8_t)value;
	const uint16_t half = (uint16_t)value;
	const uint32_t word = (uint32_t)value;
	if (lane == 1)
		memcpy(to, &byte, sizeof byte);
	else if (lane == 2)
		memcpy(to, &half, sizeof half);
	else if (lane == 4)
		memcpy(to, &word, sizeof word);
	else
		memcpy(to, &value, sizeof value);
}

static bool make_tails(struct tilt_words *words, uint32_t number, const uint8_t *order)
{
	const size_t size = tail_bytes(words) * BYTE_VALUES * words->lane;
	uint8_t nothing[TILT_FREE_MAX];
	uint8_t *table = words->tails[number] = malloc(size);
	if (table == NULL)
		return false;
	for (size_t byte = 0; byte < tail_bytes(words); byte++) {
		uint64_t image[BYTE_VALUES] = {0};
		for (uint32_t value = 1; value < BYTE_VALUES; value++) {
			const uint32_t tail = (uint32_t)(8 * byte) + (uint32_t)__builtin_ctz(value);
			image[value] = image[value & (value - 1)];
			if ((value & (value - 1)) != 0)
				image[value] |= image[value & -value];
			else if (tail < words->tail.count)
				image[value] = UINT64_C(1)
				               << move_way(&words->tail, tail, order, nothing);
		}
		for (uint32_t value = 0; value < BYTE_VALUES; value++)
			put_lane(table + (byte * BYTE_VALUES + value) * words->lane, words->lane,
			         image[value]);
	}
	return true;
}

static bool make_middles(struct tilt_words *words, uint32_t number, const uint8_t *order)
{
	const size_t size = words->middle.count * sizeof(struct tilt_image);
	uint8_t rest[TILT_FREE_MAX] = {0};
	struct tilt_image *table = words->middles[number] = malloc(size);
	if (table == NULL)
		return false;
	for (uint32_t way = 0; way < words->middle.count; way++) {
		table[way].to = move_way(&words->middle, way, order, rest);
		table[way].order = rank_order(rest, words->tail.places);
		if (words->tails[table[way].order] == NULL &&
		    !make_tails(words, table[way].order, rest)) {
			free(table);
			words->middles[number] = NULL;
			return false;
		}
	}
	return true;
}

bool tilt_words_turn(struct tilt_words *words, const uint8_t *turn, struct tilt_image *heads)
{
	uint8_t rest[TILT_FREE_MAX] = {0};
	for (uint32_t way = 0; way < words->head.count; way++) {
		heads[way].to = move_way(&words->head, way, turn, rest);
		heads[way].order = rank_order(rest, words->middle.places);
		if (words->middles[heads[way].order] == NULL &&
		    !make_middles(words, heads[way].order, rest))
			return false;
	}
	return true;
}

struct tilt_spot tilt_words_spot(const struct tilt_words *words, const uint8_t *word)
{
	uint64_t free = all_places(words->blocks), number = 0;
	for (int c = 0, places = words->blocks; c < words->colours; c++) {
		uint64_t mask = 0;
		for (int i = 0; i < words->blocks; i++)
			if (word[i] == words->colour[c])
				mask |= UINT64_C(1) << i;
		number = number * binomial(places, bits_count(mask), UINT32_MAX) +
		         rank_places(mask, free);
		places -= bits_count(mask);
		free &= ~mask;
	}
	const uint32_t tails = words->tail.count;
	return (struct tilt_spot){(size_t)(number / tails) * words->lane,
	                          (uint32_t)(number % tails)};
}

/* ---- the cut ---- */

/* How many permutations there are. */
static size_t orders(int places)
{
	return places < 2 ? 1 : (size_t)places * orders(places - 1);
}

static size_t lane_for(uint64_t bits)
{
	return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

/* The first colour of the tail: as many colours as leave the least of a lane empty. *fill gets how
 * much of it is in use, in thousandths. */
static int cut_tail(const int *pieces, int colours, uint64_t *fill)
{
	uint64_t tails = 1;
	int cut = colours, places = 0;
	*fill = 1000 / 8;
	for (int c = colours - 1; c >= 0; c--) {
		places += pieces[c];
		if (places > TILT_FREE_MAX)
			break;
		tails *= binomial(places, pieces[c], LANE_BITS + 1);
		if (tails > LANE_BITS)
			break;
		const uint64_t filled = tails * 1000 / (8 * lane_for(tails));
		if (filled >= *fill) {
			*fill = filled;
			cut = c;
		}
	}
	return cut;
}

/* Lists the colours, those with the fewest pieces first or last. */
static int sort_colours(const int pieces[COLOURS_MAX + 1], bool rising, int *colour, int *sorted)
{
	int count = 0;
	for (int c = 1; c <= COLOURS_MAX; c++) {
		if (pieces[c] == 0)
			continue;
		int i = count++;
		for (; i > 0 && (rising ? sorted[i - 1] > pieces[c] : sorted[i - 1] < pieces[c]);
		     i--) {
			sorted[i] = sorted[i - 1];
			colour[i] = colour[i - 1];
		}
		sorted[i] = pieces[c];
		colour[i] = c;
	}
	return count;
}

static int sum(const int *pieces, int colours)
{
	int all = 0;
	for (int c = 0; c < colours; c++)
		all += pieces[c];
	return all;
}

/* At most, for not every order of the places left need be met. */
static size_t tables_bytes(const struct tilt_words *words)
{
	const size_t ways = (size_t)words->head.count * (size_t)(words->head.colours + 1) +
	                    words->middle.count * (size_t)(words->middle.colours + 1) +
	                    words->tail.count * (size_t)(words->tail.colours + 1);
	return ways * sizeof(uint64_t) +
	       orders(words->middle.places) * words->middle.count * sizeof(struct tilt_image) +
	       orders(words->tail.places) * tail_bytes(words) * BYTE_VALUES * words->lane;
}

bool tilt_words_init(struct tilt_words *words, const int pieces[COLOURS_MAX + 1])
{
	int sorted[COLOURS_MAX];
	uint64_t rising, falling;
	*words = (struct tilt_words){0};
	words->colours = sort_colours(pieces, true, words->colour, sorted);
	cut_tail(sorted, words->colours, &rising);
	sort_colours(pieces, false, words->colour, sorted);
	cut_tail(sorted, words->colours, &falling);
	sort_colours(pieces, rising > falling, words->colour, sorted);
	const int colours = words->colours, tail = cut_tail(sorted, colours, &falling);
	int middle = tail;
	while (middle > 0 && sum(sorted + middle - 1, colours - middle + 1) <= TILT_FREE_MAX)
		middle--;
	words->blocks = sum(sorted, colours);
	if (!ways_init(&words->head, sorted, middle, words->blocks) ||
	    !ways_init(&words->middle, sorted + middle, tail - middle,
	               sum(sorted + middle, colours - middle)) ||
	    !ways_init(&words->tail, sorted + tail, colours - tail,
	               sum(sorted + tail, colours - tail)))
		return false;
	const size_t lanes = (size_t)words->head.count * words->middle.count;
	words->lane = lane_for(words->tail.count);
	words->bytes = (lanes * words->lane + 7) & ~(size_t)7;
	words->memory = tables_bytes(words);
	return true;
}

void tilt_words_free(struct tilt_words *words)
{
	free(words->head.mask);
	free(words->middle.mask);
	free(words->tail.mask);
	for (int i = 0; i < TILT_ORDERS; i++) {
		free(words->middles[i]);
		free(words->tails[i]);
	}
	*words = (struct tilt_words){0};
}
