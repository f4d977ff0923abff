#include "solve/proof_cache.h"

enum { CACHE_BYTES = 8 << 20 };

/* By which moves are made. */
struct game {
	const struct puzzle *puzzle;
	const struct level *level;
};

bool proof_cache_init(struct proof_table *cache, const struct level *level)
{
	return proof_table_init(cache, level->state_size, CACHE_BYTES);
}

static void make_move(void *context, void *state, uint16_t move)
{
	const struct game *game = context;
	game->puzzle->rules.apply(game->level, state, move);
}

void proof_cache_add(struct proof_table *cache, const struct puzzle *puzzle,
                     const struct level *level, const struct state *state,
                     const struct answer *answer)
{
	struct game game = {puzzle, level};
	struct state at = *state;
	if (answer->verdict == UNSOLVABLE)
		proof_table_note(cache, state, PROOF_DEAD, -1, 0);
	else if (answer->verdict == OPTIMAL && answer->length == answer->upper)
		proof_table_note_plan(cache, &at, answer->upper, answer->plan, answer->length,
		                      make_move, &game);
}

bool proof_cache_find(const struct proof_table *cache, const struct puzzle *puzzle,
                      const struct level *level, const struct state *state, struct answer *answer)
{
	const struct proof *proof = proof_table_find(cache, state);
	struct game game = {puzzle, level};
	struct state at = *state;
	if (proof == NULL)
		return false;
	if (proof->lower == PROOF_DEAD) {
		*answer = (struct answer){.verdict = UNSOLVABLE, .upper = -1};
		return true;
	}
	const int length = proof_table_plan(cache, &at, answer->plan, PLAN_MAX, make_move, &game);
	if (length < 0) /* the cache was full before the plan's end */
		return false;
	assert(length == proof->lower && length == proof->upper);
	answer->verdict = OPTIMAL;
	answer->lower = answer->upper = answer->length = length;
	answer->states = 0;
	return true;
}
