/* A proof table of boards. When it is full, it is emptied. */
#include "puzzles/lines/solver/bound_cache.h"

#include <stdlib.h>

#include "algo/proof_table.h"

enum { TABLE_BYTES = 128 << 10 }; /* for about 1,500 positions */

struct bound_cache {
	const struct geometry *geometry;
	struct proof_table proofs;
};

/* For the proof table, whose states are boards; the context is their geometry. */
static void make_move(void *context, void *state, uint16_t move)
{
	const struct geometry *geometry = context;
	lines_board_slide(geometry, state, lines_slide_of_move(geometry, move));
}

static void *move_context(const struct bound_cache *cache)
{
	return (void *)cache->geometry; /* make_move does not change it */
}

size_t lines_bound_cache_bytes(void)
{
	return sizeof(struct bound_cache) + TABLE_BYTES;
}

struct bound_cache *lines_bound_cache_new(const struct geometry *geometry, size_t bytes)
{
	struct bound_cache *cache =
		bytes >= lines_bound_cache_bytes() ? calloc(1, sizeof *cache) : NULL;
	if (cache == NULL)
		return NULL;
	cache->geometry = geometry;
	if (proof_table_init(&cache->proofs, sizeof(struct board), TABLE_BYTES))
		return cache;
	lines_bound_cache_free(cache);
	return NULL;
}

void lines_bound_cache_free(struct bound_cache *cache)
{
	if (cache != NULL)
		proof_table_free(&cache->proofs);
	free(cache);
}

/* False: the table is full. */
static bool add(struct bound_cache *cache, struct board board, const struct answer *answer)
{
	if (answer->length == 0)
		return proof_table_note(&cache->proofs, &board, answer->lower, -1, 0);
	return proof_table_note_plan(&cache->proofs, &board, answer->lower, answer->plan,
	                             answer->length, make_move, move_context(cache));
}

void lines_bound_cache_add(struct bound_cache *cache, const struct board *start,
                           const struct answer *answer)
{
	if (add(cache, *start, answer))
		return;
	proof_table_clear(&cache->proofs);
	add(cache, *start, answer);
}

/* Uses the proof of a board 0 or 1 slides away; then the slide is `move`. */
static void use_proof(const struct bound_cache *cache, struct board board, int away, move_code move,
                      struct answer *answer)
{
	const struct proof *proof = proof_table_find(&cache->proofs, &board);
	if (proof == NULL)
		return;
	if (proof->lower - away > answer->lower)
		answer->lower = proof->lower - away;
	if (proof->upper < 0 || (answer->upper >= 0 && proof->upper + away >= answer->upper))
		return;
	answer->plan[0] = move;
	const int length = proof_table_plan(&cache->proofs, &board, answer->plan + away,
	                                    PLAN_MAX - away, make_move, move_context(cache));
	answer->upper = length < 0 ? -1 : length + away;
	answer->length = length < 0 ? 0 : answer->upper;
}

void lines_bound_cache_find(const struct bound_cache *cache, const struct board *start,
                            struct answer *answer)
{
	struct slide slide[SLIDES_MAX];
	const int count = lines_slides_after(cache->geometry, no_slide, slide);
	use_proof(cache, *start, 0, 0, answer);
	for (int i = 0; i < count; i++) {
		struct board next = *start;
		lines_board_slide(cache->geometry, &next, slide[i]);
		use_proof(cache, next, 1, lines_slide_to_move(cache->geometry, slide[i]), answer);
	}
}
