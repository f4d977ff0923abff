#include "words.h"

#include <stdlib.h>

#include "chart.h"

enum { ROWS_BYTES_MOST = 192 << 20 };

void word_spell(int letters, uint32_t number, uint8_t *word)
{
	uint8_t left[WORD_LETTERS_MOST];
	uint32_t count = 1;
	for (int i = 0; i < letters; i++) {
		left[i] = (uint8_t)i;
		count *= (uint32_t)(i + 1);
	}
	for (int i = 0; i < letters; i++) {
		count /= (uint32_t)(letters - i);
		int pick = (int)(number / count);
		number %= count;
		word[i] = left[pick];
		for (; pick < letters - i - 1; pick++)
			left[pick] = left[pick + 1];
	}
}

uint32_t word_number(int letters, const uint8_t *word)
{
	uint32_t number = 0;
	for (int i = 0; i < letters; i++) {
		uint32_t smaller = 0;
		for (int j = i + 1; j < letters; j++)
			smaller += word[j] < word[i];
		number = number * (uint32_t)(letters - i) + smaller;
	}
	return number;
}

void words_init(struct words *words, int letters, int alike)
{
	*words = (struct words){.letters = letters, .count = 1};
	for (int i = 2; !alike && i <= letters; i++)
		words->count *= (uint32_t)i;
	words->rows = chart_alloc(words->count, sizeof *words->rows);
	words->made_at_most = ROWS_BYTES_MOST / (words->count * (uint32_t)sizeof(uint16_t));
}

static void forget_rows(struct words *words)
{
	for (uint32_t p = 0; p < words->count; p++) {
		free(words->rows[p]);
		words->rows[p] = NULL;
	}
	words->made = 0;
}

void words_free(struct words *words)
{
	forget_rows(words);
	free(words->rows);
}

static uint16_t *make_row(const struct words *words, uint32_t permutation)
{
	uint16_t *row = chart_alloc(words->count, sizeof *row);
	uint8_t place[WORD_LETTERS_MOST], word[WORD_LETTERS_MOST], moved[WORD_LETTERS_MOST];
	if (words->count == 1)
		return row;
	word_spell(words->letters, permutation, place);
	for (uint32_t w = 0; w < words->count; w++) {
		word_spell(words->letters, w, word);
		for (int i = 0; i < words->letters; i++)
			moved[place[i]] = word[i];
		row[w] = (uint16_t)word_number(words->letters, moved);
	}
	return row;
}

const uint16_t *words_row(struct words *words, uint32_t permutation)
{
	if (words->rows[permutation] == NULL) {
		if (words->made == words->made_at_most)
			forget_rows(words);
		words->rows[permutation] = make_row(words, permutation);
		words->made++;
	}
	return words->rows[permutation];
}
