#include "solve/proof_cache.h"

#include <string.h>

enum { KNOWN_BYTES = 8 << 20 };

/* A proven position. */
struct fact {
	uint16_t known;    /* 0 until it is learned */
	int16_t distance;  /* moves to the nearest solution, or DEAD */
	move_code next;    /* the first of them */
	uint16_t pad;
};

bool proof_cache_init(struct proof_cache *known, const struct level *level)
{
	return state_table_init(&known->table, level->state_size, sizeof(struct fact), KNOWN_BYTES);
}

void proof_cache_free(struct proof_cache *known)
{
	state_table_free(&known->table);
}

static void learn_one(struct proof_cache *known, const struct state *state, int distance,
                      move_code next)
{
	bool fresh;
	const uint32_t number = state_table_put(&known->table, state->byte, &fresh);
	if (number == STATE_NONE)
		return;
	*(struct fact *)state_table_payload(&known->table, number) =
		(struct fact){.known = 1, .distance = (int16_t)distance, .next = next};
}

void proof_cache_add(struct proof_cache *known, const struct puzzle *puzzle,
                     const struct level *level, const struct state *state,
                     const struct answer *answer)
{
	if (answer->verdict == UNSOLVABLE)
		learn_one(known, state, DEAD_END, 0);
	if (answer->verdict != OPTIMAL || answer->length != answer->upper)
		return;
	struct state on_the_way = *state;
	for (int i = 0; i < answer->length; i++) {
		learn_one(known, &on_the_way, answer->length - i, answer->plan[i]);
		puzzle->rules.apply(level, &on_the_way, answer->plan[i]);
	}
	learn_one(known, &on_the_way, 0, 0);
}

static const struct fact *fact_of(const struct proof_cache *known, const struct state *state)
{
	const uint32_t number = state_table_find(&known->table, state->byte);
	return number == STATE_NONE ? NULL : state_table_payload(&known->table, number);
}

bool proof_cache_find(const struct proof_cache *known, const struct puzzle *puzzle,
                      const struct level *level, const struct state *state, struct answer *answer)
{
	const struct fact *fact = fact_of(known, state);
	if (fact == NULL || !fact->known)
		return false;
	if (fact->distance == DEAD_END) {
		*answer = (struct answer){.verdict = UNSOLVABLE, .upper = -1};
		return true;
	}
	const int distance = fact->distance;
	struct state on_the_way = *state;
	for (int i = 0; i < distance; i++) {
		/* The plan may be cut off where the memory was full. */
		if (fact == NULL || !fact->known || fact->distance != distance - i)
			return false;
		answer->plan[i] = fact->next;
		puzzle->rules.apply(level, &on_the_way, fact->next);
		fact = fact_of(known, &on_the_way);
	}
	answer->verdict = OPTIMAL;
	answer->lower = answer->upper = answer->length = distance;
	answer->states = 0;
	return true;
}
