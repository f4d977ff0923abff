#include "asked.h"

#ifdef __SSSE3__
#include <tmmintrin.h>
#endif

enum { MANY_BUNCHES = BUNCHES / 2 }; /* with open words: all are looked at */

/* Closes the words of a bunch whose images are not in a set. `changed`: the bits of pairs of
 * letters that change first. */
static inline void close_words(const struct asked *asked, unsigned changed,
                               const struct word_set *set, struct word_set *open)
{
	const struct word_set *from = &asked->relabelling->from[changed];
#ifdef __SSSE3__
	const __m128i nibble = _mm_set1_epi8(15);
	const __m128i there = _mm_shuffle_epi8(*(const __m128i *)set, *(const __m128i *)from);
	const __m128i low =
		_mm_shuffle_epi8(*(const __m128i *)asked->bits->low, _mm_and_si128(there, nibble));
	const __m128i high = _mm_shuffle_epi8(*(const __m128i *)asked->bits->high,
	                                      _mm_and_si128(_mm_srli_epi16(there, 4), nibble));
	*(__m128i *)open = _mm_and_si128(*(__m128i *)open, _mm_or_si128(low, high));
#else
	for (int i = 0; i < BUNCH_BYTES; i++) {
		const unsigned there = set->byte[from->byte[i]];
		open->byte[i] &= asked->bits->low[there % 16] | asked->bits->high[there / 16];
	}
#endif
}

/* Closes words of all bunches of a block; those that are asked next are fetched. */
static void close_all(const struct tiles *tiles, const struct asked *asked, int number,
                      const struct word_set *next, struct word_set *open)
{
	const struct word_step *row = tiles_row(tiles, asked->to, number);
	const struct word_set *sets = asked->sets[asked->to[number]];
	const uint32_t tails = tiles->words.tails;
	for (uint32_t head = 0; head < tiles->words.heads; head++, open += tails, next += tails) {
		const struct tail_step *tail = tiles->words.permuted[row[head].tail];
		const uint16_t *there = &asked->relabelling->bunch[row[head].first];
		for (uint32_t i = 0; i < tails; i++) {
			__builtin_prefetch(&next[i]);
			close_words(asked, row[head].changed ^ tail[i].changed,
			            &sets[there[tail[i].tail]], &open[i]);
		}
	}
}

/* Closes words of those bunches that have some. */
static void close_some(const struct tiles *tiles, const struct asked *asked, int number,
                       struct open_block *block)
{
	const struct word_step *row = tiles_row(tiles, asked->to, number);
	const struct word_set *sets = asked->sets[asked->to[number]];
	for (uint32_t i = 0; i < block->count; i++) {
		const uint32_t bunch = block->bunch[i];
		unsigned changed;
		const uint32_t there =
			tiles_step(tiles, row, tiles->head[bunch], tiles->tail[bunch], &changed);
		close_words(asked, changed, &sets[asked->relabelling->bunch[there]],
		            &block->words[bunch]);
	}
}

/* The block that is asked after that of the first of them; if none is, that block itself. */
static const struct word_set *sets_after(const struct asked *asked, uint32_t left, int number)
{
	const struct asked *next = &asked[left > 1];
	return next->sets[next->to[number]];
}

void asked_close(const struct tiles *tiles, const struct asked *asked, uint32_t count, int number,
                 struct open_block *block)
{
	for (uint32_t i = 0; i < count && block->count > 0; i++) {
		if (block->count > MANY_BUNCHES)
			close_all(tiles, &asked[i], number,
			          sets_after(&asked[i], count - i, number), block->words);
		else
			close_some(tiles, &asked[i], number, block);
		open_forget_closed(block);
	}
}

void asked_close_sets(const struct tiles *tiles, const struct asked *asked, uint32_t count,
                      coset_sets sets)
{
	for (int block = 0; block < BLOCKS; block++)
		for (uint32_t i = 0; i < count; i++)
			close_all(tiles, &asked[i], block, sets_after(&asked[i], count - i, block),
			          sets[block]);
}
