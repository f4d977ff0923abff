#include "words.h"

#include <stdlib.h>

#include "chart.h"

enum { ROWS_BYTES_MOST = 1 << 30 };

/* Takes the letter of that rank out of a list of them. */
static uint8_t take_out(uint8_t *list, int count, uint32_t rank)
{
	const uint8_t taken = list[rank];
	for (int i = (int)rank; i < count - 1; i++)
		list[i] = list[i + 1];
	return taken;
}

/* Lists the places of a number's first letters, out of `count`, and those that are left, in order.
 * `number` is among all such beginnings. */
static void list_places(int count, int first, uint32_t number, uint8_t *place, uint8_t *left)
{
	uint32_t rank[WORD_LETTERS_MOST];
	for (int i = first; i-- > 0; number /= (uint32_t)(count - i))
		rank[i] = number % (uint32_t)(count - i);
	for (int i = 0; i < count; i++)
		left[i] = (uint8_t)i;
	for (int i = 0; i < first; i++)
		place[i] = take_out(left, count - i, rank[i]);
}

/* The number of a list's beginning among all. */
static uint32_t number_places(int count, int first, const uint8_t *place)
{
	uint32_t number = 0, taken = 0;
	for (int i = 0; i < first; i++) {
		const uint32_t before = taken & ((UINT32_C(1) << place[i]) - 1);
		number = number * (uint32_t)(count - i) + place[i] -
		         (uint32_t)__builtin_popcount(before);
		taken |= UINT32_C(1) << place[i];
	}
	return number;
}

void word_spell(int letters, uint32_t number, uint8_t *word)
{
	uint8_t place[WORD_LETTERS_MOST], left[WORD_LETTERS_MOST];
	list_places(letters, letters, number, place, left);
	for (int i = 0; i < letters; i++)
		word[place[i]] = (uint8_t)i;
}

static uint32_t factorial(int n)
{
	return n < 2 ? 1 : (uint32_t)n * factorial(n - 1);
}

/* The letters of a tail; those before it are the head's. */
static int tail_letters(const struct words *words)
{
	return words->letters < TAIL_LETTERS ? words->letters : TAIL_LETTERS;
}

static void permute_tails(struct words *words)
{
	const int letters = tail_letters(words);
	const uint32_t count = factorial(letters);
	uint8_t to[TAIL_LETTERS], place[TAIL_LETTERS], left[TAIL_LETTERS];
	for (uint32_t p = 0; p < count; p++)
		for (uint32_t tail = 0; tail < count; tail++) {
			list_places(letters, letters, p, to, left);
			list_places(letters, letters, tail, place, left);
			for (int i = 0; i < letters; i++)
				place[i] = to[place[i]];
			words->permuted[p][tail] = (uint8_t)number_places(letters, letters, place);
		}
}

void words_init(struct words *words, int letters, int alike)
{
	const uint32_t count = alike ? 1 : factorial(letters);
	*words = (struct words){.letters = alike ? 1 : letters, .count = count};
	words->heads = 1 + (count - 1) / TAILS;
	permute_tails(words);
	const uint32_t fit = ROWS_BYTES_MOST / (words->heads * (uint32_t)sizeof(struct word_step));
	words->made_at_most = fit < count ? fit : count;
	words->rows_mask = 1;
	while (words->rows_mask < 2 * words->made_at_most)
		words->rows_mask = 2 * words->rows_mask + 1;
	words->rows = chart_alloc(words->rows_mask + 1, sizeof *words->rows);
}

static void forget_rows(struct words *words)
{
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
}

static struct word_step *make_row(const struct words *words, uint32_t permutation)
{
	const int letters = words->letters, tail = tail_letters(words), head = letters - tail;
	uint8_t to[WORD_LETTERS_MOST], place[WORD_LETTERS_MOST], left[WORD_LETTERS_MOST];
	struct word_step *row = chart_alloc(words->heads, sizeof *row);
	list_places(letters, letters, permutation, to, left);
	for (uint32_t h = 0; h < words->heads; h++) {
		uint8_t order[TAIL_LETTERS];
		list_places(letters, head, h, place, left);
		for (int i = 0; i < head; i++)
			place[i] = to[place[i]];
		row[h].first = number_places(letters, head, place) * TAILS;
		for (int i = 0; i < tail; i++) {
			int before = 0;
			for (int j = 0; j < tail; j++)
				before += to[left[j]] < to[left[i]];
			order[i] = (uint8_t)before;
		}
		row[h].tail = (uint8_t)number_places(tail, tail, order);
	}
	return row;
}

static struct word_row *find_row(const struct words *words, uint32_t permutation)
{
	uint32_t at = permutation * UINT32_C(0x9E3779B1) & words->rows_mask;
	while (words->rows[at].step != NULL && words->rows[at].permutation != permutation)
		at = (at + 1) & words->rows_mask;
	return &words->rows[at];
}

const struct word_step *words_row(struct words *words, uint32_t permutation)
{
	struct word_row *row = find_row(words, permutation);
	if (row->step == NULL) {
		if (words->made == words->made_at_most) {
			forget_rows(words);
			row = find_row(words, permutation);
		}
		*row = (struct word_row){permutation, make_row(words, permutation)};
		words->made++;
	}
	return row->step;
}
