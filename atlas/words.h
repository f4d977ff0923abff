/* Words: the colours of the blocks in the order in which an axis numbers them.
 *
 * With blocks of different colours a word is a permutation, and is numbered among all of them in
 * lexicographic order. A move from one axis to the other puts the letters of a word in another
 * order, by a permutation that depends on the cells only. With alike blocks there is one word. */
#ifndef PARLOUR_ATLAS_WORDS_H
#define PARLOUR_ATLAS_WORDS_H

#include <stdint.h>

enum { WORD_LETTERS_MOST = 8 };

struct words {
	int letters;
	uint32_t count;        /* of words, letters! or 1 */
	uint16_t **rows;       /* of each permutation, once it was asked for: the new number of each
	                         word */
	uint32_t made;         /* rows that are there, */
	uint32_t made_at_most; /* before all of them are given up, to bound memory */
};

void words_init(struct words *words, int letters, int alike);
void words_free(struct words *words);

/* Where a permutation leads each word: letter i goes to the place that the permutation of that
 * number has at i. The next call may make the row invalid, except if `letters` is at most 6. */
const uint16_t *words_row(struct words *words, uint32_t permutation);

/* Spells the word of that number: letters 0, 1, ... */
void word_spell(int letters, uint32_t number, uint8_t *word);

/* Its number. */
uint32_t word_number(int letters, const uint8_t *word);

#endif
