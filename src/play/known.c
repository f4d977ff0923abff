#include "play/known.h"

#include <string.h>

enum { KNOWN_BYTES = 8 << 20 };

/* A proven position. */
struct fact {
	uint16_t known;    /* 0 until it is learned */
	int16_t distance;  /* moves to the nearest solution, or DEAD */
	move_code next;    /* the first of them */
	uint16_t pad;
};

bool known_init(struct known *known, const struct level *level)
{
	return table_init(&known->table, level->state_size, sizeof(struct fact), KNOWN_BYTES);
}

void known_free(struct known *known)
{
	table_free(&known->table);
}

static void learn_one(struct known *known, const struct state *state, int distance, move_code next)
{
	bool fresh;
	const uint32_t number = table_put(&known->table, state->byte, &fresh);
	if (number == TABLE_NONE)
		return;
	*(struct fact *)table_own(&known->table, number) =
		(struct fact){.known = 1, .distance = (int16_t)distance, .next = next};
}

void known_learn(struct known *known, const struct mode *mode, const struct level *level,
                 const struct state *state, const struct answer *answer)
{
	if (answer->verdict == UNSOLVABLE)
		learn_one(known, state, DEAD, 0);
	if (answer->verdict != OPTIMAL || answer->length != answer->upper)
		return;
	struct state on_the_way = *state;
	for (int i = 0; i < answer->length; i++) {
		learn_one(known, &on_the_way, answer->length - i, answer->plan[i]);
		mode->apply(level, &on_the_way, answer->plan[i]);
	}
	learn_one(known, &on_the_way, 0, 0);
}

static const struct fact *fact_of(const struct known *known, const struct state *state)
{
	const uint32_t number = table_find(&known->table, state->byte);
	return number == TABLE_NONE ? NULL : table_own(&known->table, number);
}

bool known_answer(const struct known *known, const struct mode *mode, const struct level *level,
                  const struct state *state, struct answer *answer)
{
	const struct fact *fact = fact_of(known, state);
	if (fact == NULL || !fact->known)
		return false;
	if (fact->distance == DEAD) {
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
		mode->apply(level, &on_the_way, fact->next);
		fact = fact_of(known, &on_the_way);
	}
	answer->verdict = OPTIMAL;
	answer->lower = answer->upper = answer->length = distance;
	answer->states = 0;
	return true;
}
