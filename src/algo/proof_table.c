#include "algo/proof_table.h"

bool proof_table_init(struct proof_table *proofs, size_t state_size, size_t limit)
{
	return state_table_init(&proofs->table, state_size, sizeof(struct proof), limit);
}

void proof_table_free(struct proof_table *proofs)
{
	state_table_free(&proofs->table);
}

void proof_table_clear(struct proof_table *proofs)
{
	for (uint32_t i = 0; i < STATE_SHARDS; i++)
		state_table_clear(&proofs->table, i);
}

bool proof_table_note(struct proof_table *proofs, const void *state, int lower, int upper,
                      uint16_t next)
{
	bool fresh;
	assert(lower >= 0 && lower <= PROOF_DEAD && upper <= PROOF_DEAD);
	const uint32_t number = state_table_put(&proofs->table, state, &fresh);
	if (number == STATE_NONE)
		return false;
	struct proof *proof = state_table_payload(&proofs->table, number);
	if (fresh)
		*proof = (struct proof){.upper = -1, .known = 1};
	if (lower > proof->lower)
		proof->lower = (int16_t)lower;
	if (upper >= 0 && (proof->upper < 0 || upper < proof->upper)) {
		proof->upper = (int16_t)upper;
		proof->next = next;
	}
	return true;
}

bool proof_table_note_plan(struct proof_table *proofs, void *state, int lower, const uint16_t *plan,
                           int length, proof_move_fn *make, void *context)
{
	for (int i = 0;; i++) {
		if (!proof_table_note(proofs, state, lower > i ? lower - i : 0, length - i,
		                      i < length ? plan[i] : 0))
			return false;
		if (i == length)
			return true;
		make(context, state, plan[i]);
	}
}

int proof_table_plan(const struct proof_table *proofs, void *state, uint16_t *plan, int max,
                     proof_move_fn *make, void *context)
{
	const struct proof *proof = proof_table_find(proofs, state);
	int length = 0;
	/* A position's plan may have become shorter since the ones before it were noted. */
	for (int left = INT16_MAX; proof != NULL && proof->upper >= 0 && proof->upper < left;) {
		if (proof->upper == 0)
			return length;
		if (length == max)
			return -1;
		left = proof->upper;
		plan[length++] = proof->next;
		make(context, state, proof->next);
		proof = proof_table_find(proofs, state);
	}
	return -1;
}
