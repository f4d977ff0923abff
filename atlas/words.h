/* Words: the colours of the blocks in the order in which an axis numbers them.
 *
 * A word has letters 0, 1, ... in some order. A move from one axis to the other sends each place
 * to another one, by a permutation that depends on the cells only; its number is that of its list
 * of places among all, in lexicographic order.
 *
 * Letters 0 and 1 are a pair, 2 and 3 are, and so on, up to a number of pairs; the other letters,
 * if there is more than one, are alike. Words that differ only in which letter of a pair is where
 * are a bunch, known by the places of each pair. A bit for each pair, set if its lower letter is
 * in its higher place, tells its words apart. A permutation sends a bunch to a bunch, and all its
 * words have the same of these bits changed. So a set of words of a bunch, at most 64, goes on as
 * a whole.
 *
 * The last pairs are a bunch's tail, the others its head. All bunches of a head get one other
 * head, and their tails are permuted alike; so one entry for each head says what a permutation
 * does.
 *
 * Of more letters than that is made for, words are numbered as they are met. Full boards have
 * few. */
#ifndef PARLOUR_ATLAS_WORDS_H
#define PARLOUR_ATLAS_WORDS_H

#include <stdint.h>

enum {
	WORD_LETTERS_MOST = 15,
	WORD_LETTERS_PAIRED = 13, /* all of them, at most */
	WORD_PAIRS_MOST = 6,      /* their bits make a 64-bit word */
	WORDS_MET_MOST = 1 << 20,
	TAIL_LETTERS_MOST = 6,
	TAILS_MOST = 90,              /* 6! / 2^3: three pairs */
	TAIL_PERMUTATIONS_MOST = 720, /* 6! */
};

/* What a permutation does to the bunches of one head. */
struct word_step {
	uint32_t first;  /* of the bunches with the new head */
	uint16_t tail;   /* the number of the permutation of their tails */
	uint8_t changed; /* the bits of the head's pairs that change */
};

/* What it does to one of the tails. */
struct tail_step {
	uint8_t tail;
	uint8_t changed;
};

/* A permutation that was asked for. */
struct word_row {
	uint64_t permutation;
	struct word_step *step; /* of each head; NULL: no permutation */
};

struct words {
	int letters, pairs;
	int head_pairs;
	uint64_t count;                                                /* of words */
	uint32_t bunches;                                              /* of 2^pairs words each */
	uint32_t heads;                                                /* of these */
	uint32_t tails;                                                /* of each head */
	struct tail_step permuted[TAIL_PERMUTATIONS_MOST][TAILS_MOST]; /* [permutation][tail] */
	struct word_row *rows;       /* a hash table, linear probing */
	uint32_t rows_mask;          /* its size less 1 */
	uint32_t made, made_at_most; /* rows in it */

	/* If words are numbered as they are met: the place of letter i in bits 4i to 4i + 3, of
	 * each; a hash table of their numbers plus 1. */
	uint64_t *met;
	uint32_t *met_table, met_count;
};

/* All letters are different if 2 * pairs is letters, or letters - 1; without pairs all are alike.
 */
void words_init(struct words *words, int letters, int pairs);
void words_free(struct words *words);

/* Gives up the numbers of words that were met; the one with its letters in order keeps 0. */
void words_forget_met(struct words *words);

/* Makes room for so many rows. Those that were made before may become invalid. */
void words_make_room(struct words *words, uint32_t rows);

/* What the permutation of that number does to each head. There must be room. */
const struct word_step *words_row(struct words *words, uint64_t permutation);

/* Exchanges each word of a set with the one that differs in bit i, if that bit is to change.
 * `without`: all words that don't have it. */
static inline uint64_t words_exchanged(uint64_t set, unsigned changed, int i, uint64_t without)
{
	const int far = 1 << i;
	const uint64_t differ = (set ^ set >> far) & without & -(uint64_t)(changed >> i & 1);
	return set ^ differ ^ differ << far;
}

/* The set of a bunch's words after a change of these bits. */
static inline uint64_t words_changed(uint64_t set, unsigned changed)
{
	if ((set & (set - 1)) == 0)
		return UINT64_C(1) << ((unsigned)__builtin_ctzll(set) ^ changed);
	set = words_exchanged(set, changed, 0, UINT64_C(0x5555555555555555));
	set = words_exchanged(set, changed, 1, UINT64_C(0x3333333333333333));
	set = words_exchanged(set, changed, 2, UINT64_C(0x0F0F0F0F0F0F0F0F));
	set = words_exchanged(set, changed, 3, UINT64_C(0x00FF00FF00FF00FF));
	set = words_exchanged(set, changed, 4, UINT64_C(0x0000FFFF0000FFFF));
	return words_exchanged(set, changed, 5, UINT64_C(0x00000000FFFFFFFF));
}

/* The word that a permutation makes of one. */
uint64_t word_permuted(struct words *words, uint64_t permutation, uint64_t word);

/* Lists the places that the permutation of that number sends `count` places to. */
void word_places(int count, uint64_t permutation, uint8_t *place);

/* The number of that list. */
uint64_t word_number(int count, const uint8_t *place);

/* Lists the places that pairs have among `count`, the lower of each first, by the number of that
 * way to place them, and the places that are left, in order. */
void word_list_pairs(int count, int pairs, uint32_t number, uint8_t *place, uint8_t *left);

/* The number of such a list, and the bits of the pairs whose lower place is not the first. */
uint32_t word_number_pairs(int count, int pairs, const uint8_t *place, unsigned *bits);

/* In how many ways so many pairs can be put into `count` places. */
uint32_t word_ways(int count, int pairs);

/* The number of the word that has letter i in place[i]. All letters must be different. */
uint64_t word_at(const struct words *words, const uint8_t *place);

/* Spells the word of that number: the letter in each place. All letters must be different. */
void word_spell(const struct words *words, uint64_t number, uint8_t *word);

#endif
