/* A cache of proofs: bounds of positions, and the first move of each one's shortest known plan.
 *
 * Every position on a plan has its own entry, so that following a plan, undo, redo and coming
 * back cost a look-up each, and a search that comes upon one of them knows the rest. Positions
 * are packed states of one size, made from each other by the caller. */
#ifndef PARLOUR_ALGO_PROOF_TABLE_H
#define PARLOUR_ALGO_PROOF_TABLE_H

#include "algo/state_table.h"

enum { PROOF_DEAD = INT16_MAX }; /* as a lower bound: no plan exists */

struct proof {
	int16_t lower;  /* lower <= shortest <= upper */
	int16_t upper;  /* -1: no plan is known */
	uint16_t next;  /* the first move of a plan with `upper` moves, where that is not 0 */
	uint16_t known; /* 0 only while it is being added */
};

/* Makes a move from a position, in place; `context` is the caller's. */
typedef void proof_move_fn(void *context, void *state, uint16_t move);

struct proof_table {
	struct state_table table;
};

/* Makes an empty table that uses at most `limit` bytes; false where that is too little. */
bool proof_table_init(struct proof_table *proofs, size_t state_size, size_t limit);
void proof_table_free(struct proof_table *proofs);

/* Forgets everything, and keeps the memory. */
void proof_table_clear(struct proof_table *proofs);

/* Takes over bounds of a position where they are better than those it has: PROOF_DEAD and -1, or
 * lower <= upper, or a lower bound alone. False: no room for a new position. */
bool proof_table_note(struct proof_table *proofs, const void *state, int lower, int upper,
                      uint16_t next);

/* Notes all positions on a plan from a position with that lower bound; `state` is changed to where
 * it leads. False: no room for some of them, so that the plan breaks off. */
bool proof_table_note_plan(struct proof_table *proofs, void *state, int lower, const uint16_t *plan,
                           int length, proof_move_fn *make, void *context);

/* What is known of a position, or NULL. */
static inline const struct proof *proof_table_find(const struct proof_table *proofs,
                                                   const void *state)
{
	const uint32_t number =
		proofs->table.count == 0 ? STATE_NONE : state_table_find(&proofs->table, state);
	return number == STATE_NONE ? NULL : state_table_payload(&proofs->table, number);
}

/* Writes the plan from a position that has one, of `max` moves at most; `state` is changed to
 * where it leads. Returns its length, or -1 where it is longer or breaks off. */
int proof_table_plan(const struct proof_table *proofs, void *state, uint16_t *plan, int max,
                     proof_move_fn *make, void *context);

#endif
