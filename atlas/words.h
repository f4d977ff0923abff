/* Words: the colours of the blocks in the order in which an axis numbers them.
 *
 * With blocks of different colours a word has letters 0, 1, ... in some order, and is known by the
 * places of letter 0, letter 1, and so on: its number is that list's among all of them, in
 * lexicographic order. A move from one axis to the other sends each place to another one, by a
 * permutation that depends on the cells only; its number is that of its list of places, too.
 *
 * The places of the last letters, five at most, are a word's tail; those of the others its head.
 * All words with a head get one other head, and their tails are permuted alike; so one entry for
 * each head says what a permutation does. With alike blocks there is one word. */
#ifndef PARLOUR_ATLAS_WORDS_H
#define PARLOUR_ATLAS_WORDS_H

#include <stdint.h>

enum {
	WORD_LETTERS_MOST = 12,
	TAIL_LETTERS = 5,
	TAILS = 120, /* 5! */
};

/* What a permutation does to the words of one head. */
struct word_step {
	uint32_t first; /* of the words with the new head */
	uint8_t tail;   /* the number of the permutation of their tails */
};

/* A permutation that was asked for. */
struct word_row {
	uint32_t permutation;
	struct word_step *step; /* of each head; NULL: no permutation */
};

struct words {
	int letters;
	uint32_t count;                 /* of words, letters! or 1 */
	uint32_t heads;                 /* of these */
	uint8_t permuted[TAILS][TAILS]; /* of permutation and tail: the new tail */
	struct word_row *rows;          /* a hash table, linear probing */
	uint32_t rows_mask;             /* its size less 1 */
	uint32_t made, made_at_most;    /* rows in it; all are given up before there are more */
};

void words_init(struct words *words, int letters, int alike);
void words_free(struct words *words);

/* What the permutation of that number does to each head. The next call may make it invalid. */
const struct word_step *words_row(struct words *words, uint32_t permutation);

/* The word that a row makes of one. */
static inline uint32_t word_permuted(const struct words *words, const struct word_step *row,
                                     uint32_t word)
{
	const struct word_step *step = &row[word / TAILS];
	return step->first + words->permuted[step->tail][word % TAILS];
}

/* Spells the word of that number: the letter in each place. */
void word_spell(int letters, uint32_t number, uint8_t *word);

#endif
