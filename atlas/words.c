#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "chart.h"

enum { ROWS_BYTES_MOST = 1 << 30, ROWS_AT_ONCE = 2, MET_TABLE_MASK = 2 * WORDS_MET_MOST - 1 };

/* Takes the letter of that rank out of a list of them. */
static uint8_t take_out(uint8_t *list, int count, uint32_t rank)
{
	const uint8_t taken = list[rank];
	for (int i = (int)rank; i < count - 1; i++)
		list[i] = list[i + 1];
	return taken;
}

void word_places(int count, uint64_t permutation, uint8_t *place)
{
	uint8_t left[WORD_LETTERS_MOST];
	uint32_t rank[WORD_LETTERS_MOST];
	for (int i = count; i-- > 0; permutation /= (uint64_t)(count - i))
		rank[i] = (uint32_t)(permutation % (uint64_t)(count - i));
	for (int i = 0; i < count; i++)
		left[i] = (uint8_t)i;
	for (int i = 0; i < count; i++)
		place[i] = take_out(left, count - i, rank[i]);
}

uint64_t word_number(int count, const uint8_t *place)
{
	uint64_t number = 0;
	uint32_t taken = 0;
	for (int i = 0; i < count; i++) {
		const uint32_t before = taken & ((UINT32_C(1) << place[i]) - 1);
		number = number * (uint64_t)(count - i) + place[i] -
		         (uint64_t)__builtin_popcount(before);
		taken |= UINT32_C(1) << place[i];
	}
	return number;
}

static uint32_t pairs_of(int count)
{
	return (uint32_t)count * (uint32_t)(count - 1) / 2;
}

uint32_t word_ways(int count, int pairs)
{
	return pairs == 0 ? 1 : pairs_of(count) * word_ways(count - 2, pairs - 1);
}

void word_list_pairs(int count, int pairs, uint32_t number, uint8_t *place, uint8_t *left)
{
	uint32_t rank[WORD_PAIRS_MOST];
	for (int i = pairs; i-- > 0; number /= pairs_of(count - 2 * i))
		rank[i] = number % pairs_of(count - 2 * i);
	for (int i = 0; i < count; i++)
		left[i] = (uint8_t)i;
	for (int i = 0; i < pairs; i++, count -= 2) {
		uint32_t lower = 0;
		for (; rank[i] >= (uint32_t)count - 1 - lower; lower++)
			rank[i] -= (uint32_t)count - 1 - lower;
		place[2 * i] = take_out(left, count, lower);
		place[2 * i + 1] = take_out(left, count - 1, lower + rank[i]);
	}
}

uint32_t word_number_pairs(int count, int pairs, const uint8_t *place, unsigned *bits)
{
	uint32_t number = 0, taken = 0;
	*bits = 0;
	for (int i = 0; i < pairs; i++, count -= 2) {
		const uint32_t a = UINT32_C(1) << place[2 * i], b = UINT32_C(1) << place[2 * i + 1];
		const uint32_t low = a < b ? a : b, high = a < b ? b : a;
		const int lower = __builtin_ctz(low) - __builtin_popcount(taken & (low - 1));
		const int higher = __builtin_ctz(high) - __builtin_popcount(taken & (high - 1));
		number = number * pairs_of(count) +
		         (uint32_t)(lower * (2 * count - lower - 1) / 2 + higher - lower - 1);
		*bits |= (unsigned)(b < a) << i;
		taken |= a | b;
	}
	return number;
}

uint64_t word_at(const struct words *words, const uint8_t *place)
{
	unsigned bits;
	const uint64_t bunch = word_number_pairs(words->letters, words->pairs, place, &bits);
	return bunch << words->pairs | bits;
}

void word_spell(const struct words *words, uint64_t number, uint8_t *word)
{
	uint8_t place[WORD_LETTERS_MOST], left[WORD_LETTERS_MOST];
	if (words->met != NULL) {
		for (int i = 0; i < words->letters; i++)
			word[words->met[number] >> 4 * i & 15] = (uint8_t)i;
		return;
	}
	const uint32_t bunch = (uint32_t)(number >> words->pairs);
	word_list_pairs(words->letters, words->pairs, bunch, place, left);
	for (int i = 0; i < words->pairs; i++) {
		const unsigned exchanged = number >> i & 1;
		word[place[2 * i]] = (uint8_t)(2U * (unsigned)i + exchanged);
		word[place[2 * i + 1]] = (uint8_t)(2U * (unsigned)i + !exchanged);
	}
	if (words->letters > 2 * words->pairs)
		word[left[0]] = (uint8_t)(2 * words->pairs);
}

static uint64_t factorial(int n)
{
	return n < 2 ? 1 : (uint64_t)n * factorial(n - 1);
}

/* Without pairs in the tail the permutation of its letters makes no difference, and is 0. */
static void permute_tails(struct words *words)
{
	const int pairs = words->pairs - words->head_pairs;
	const int letters = words->letters - 2 * words->head_pairs;
	const uint32_t count = pairs == 0 ? 1 : (uint32_t)factorial(letters);
	uint8_t to[WORD_LETTERS_MOST];
	uint8_t place[WORD_LETTERS_MOST] = {0}, left[WORD_LETTERS_MOST] = {0};
	for (uint32_t p = 0; p < count; p++)
		for (uint32_t tail = 0; tail < words->tails; tail++) {
			struct tail_step *step = &words->permuted[p][tail];
			unsigned bits;
			word_places(letters, p, to);
			word_list_pairs(letters, pairs, tail, place, left);
			for (int i = 0; i < 2 * pairs; i++)
				place[i] = to[place[i]];
			step->tail = (uint8_t)word_number_pairs(letters, pairs, place, &bits);
			step->changed = (uint8_t)(bits << words->head_pairs);
		}
}

static uint32_t number_met(struct words *words, uint64_t places)
{
	uint32_t at = (uint32_t)(places * UINT64_C(0x9E3779B97F4A7C15) >> 32) & MET_TABLE_MASK;
	for (; words->met_table[at] != 0; at = (at + 1) & MET_TABLE_MASK)
		if (words->met[words->met_table[at] - 1] == places)
			return words->met_table[at] - 1;
	if (words->met_count == WORDS_MET_MOST) {
		fputs("chart: more words than can be numbered\n", stderr);
		exit(EXIT_FAILURE);
	}
	words->met[words->met_count++] = places;
	words->met_table[at] = words->met_count;
	return words->met_count - 1;
}

void words_forget_met(struct words *words)
{
	uint64_t in_order = 0;
	if (words->met == NULL)
		return;
	for (int i = 0; i < words->letters; i++)
		in_order |= (uint64_t)i << 4 * i;
	memset(words->met_table, 0, (MET_TABLE_MASK + 1) * sizeof *words->met_table);
	words->met_count = 0;
	number_met(words, in_order);
}

void words_init(struct words *words, int letters, int pairs)
{
	*words = (struct words){.letters = letters, .pairs = pairs, .head_pairs = pairs};
	if (letters > WORD_LETTERS_PAIRED && pairs == letters / 2) {
		words->count = WORDS_MET_MOST;
		words->met = chart_alloc(WORDS_MET_MOST, sizeof *words->met);
		words->met_table = chart_alloc(MET_TABLE_MASK + 1, sizeof *words->met_table);
		words_forget_met(words);
		return;
	}
	while (words->head_pairs > 0 && letters - 2 * (words->head_pairs - 1) <= TAIL_LETTERS_MOST)
		words->head_pairs--;
	words->bunches = word_ways(letters, pairs);
	words->count = (uint64_t)words->bunches << pairs;
	words->heads = word_ways(letters, words->head_pairs);
	words->tails = words->bunches / words->heads;
	permute_tails(words);
	const uint32_t fit = ROWS_BYTES_MOST / (words->heads * (uint32_t)sizeof(struct word_step));
	const uint64_t all = pairs == 0 ? 1 : factorial(letters);
	words->made_at_most = fit < all + ROWS_AT_ONCE ? fit : (uint32_t)all + ROWS_AT_ONCE;
	words->rows_mask = 1;
	while (words->rows_mask < 2 * words->made_at_most)
		words->rows_mask = 2 * words->rows_mask + 1;
	words->rows = chart_alloc(words->rows_mask + 1, sizeof *words->rows);
}

static void forget_rows(struct words *words)
{
	if (words->rows == NULL)
		return;
	for (uint32_t i = 0; i <= words->rows_mask; i++) {
		free(words->rows[i].step);
		words->rows[i].step = NULL;
	}
	words->made = 0;
}

void words_free(struct words *words)
{
	forget_rows(words);
	free(words->rows);
	free(words->met);
	free(words->met_table);
}

static struct word_step *make_row(const struct words *words, uint64_t permutation)
{
	const int letters = words->letters, head = words->head_pairs;
	const int tail = words->pairs == head ? 0 : letters - 2 * head;
	uint8_t to[WORD_LETTERS_MOST];
	uint8_t place[WORD_LETTERS_MOST] = {0}, left[WORD_LETTERS_MOST] = {0};
	struct word_step *row = chart_alloc(words->heads, sizeof *row);
	word_places(letters, permutation, to);
	for (uint32_t h = 0; h < words->heads; h++) {
		uint8_t order[WORD_LETTERS_MOST];
		unsigned bits;
		word_list_pairs(letters, head, h, place, left);
		for (int i = 0; i < 2 * head; i++)
			place[i] = to[place[i]];
		row[h].first = word_number_pairs(letters, head, place, &bits) * words->tails;
		row[h].changed = (uint8_t)bits;
		for (int i = 0; i < tail; i++) {
			int before = 0;
			for (int j = 0; j < tail; j++)
				before += to[left[j]] < to[left[i]];
			order[i] = (uint8_t)before;
		}
		row[h].tail = (uint16_t)word_number(tail, order);
	}
	return row;
}

static struct word_row *find_row(const struct words *words, uint64_t permutation)
{
	uint32_t at =
		(uint32_t)(permutation * UINT64_C(0x9E3779B97F4A7C15) >> 32) & words->rows_mask;
	while (words->rows[at].step != NULL && words->rows[at].permutation != permutation)
		at = (at + 1) & words->rows_mask;
	return &words->rows[at];
}

void words_make_room(struct words *words, uint32_t rows)
{
	if (words->made + rows > words->made_at_most)
		forget_rows(words);
}

const struct word_step *words_row(struct words *words, uint64_t permutation)
{
	struct word_row *row = find_row(words, permutation);
	if (row->step == NULL) {
		*row = (struct word_row){permutation, make_row(words, permutation)};
		words->made++;
	}
	return row->step;
}

static uint64_t permute_met(struct words *words, uint64_t permutation, uint64_t word)
{
	uint8_t to[WORD_LETTERS_MOST];
	uint64_t places = 0;
	word_places(words->letters, permutation, to);
	for (int i = 0; i < words->letters; i++)
		places |= (uint64_t)to[words->met[word] >> 4 * i & 15] << 4 * i;
	return number_met(words, places);
}

uint64_t word_permuted(struct words *words, uint64_t permutation, uint64_t word)
{
	if (words->met != NULL)
		return permute_met(words, permutation, word);
	words_make_room(words, 1);
	const uint32_t bunch = (uint32_t)(word >> words->pairs);
	const struct word_step *head = &words_row(words, permutation)[bunch / words->tails];
	const struct tail_step *tail = &words->permuted[head->tail][bunch % words->tails];
	const uint64_t bits =
		(word & ((UINT64_C(1) << words->pairs) - 1)) ^ head->changed ^ tail->changed;
	return (uint64_t)(head->first + tail->tail) << words->pairs | bits;
}
