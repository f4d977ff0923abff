/* The positions that the searches of match three have met: open, closed, or proven.
 *
 * What is proven stays: dead positions, and those whose distance to the goal is known. Everything
 * else holds for one call of the solver, whose number (epoch) it bears; the next call begins
 * another epoch and need not touch it. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_TABLE_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_TABLE_H

#include "algo/state_table.h"
#include "puzzles/gems/solver/space.h"

enum entry_status {
	STATUS_SEEN,   /* nothing but its bound is known */
	STATUS_OPEN,   /* waits to be expanded */
	STATUS_CLOSED, /* has been expanded */
	STATUS_DEAD,   /* proven: no plan leads to the goal */
	STATUS_SOLVED  /* proven: its distance to the goal, and the first move of a shortest plan */
};

enum {
	EPOCHS = 64,
	H_MAX = 31,
	DISTANCE_MAX = 2047,
	MOVE_CODE_MAX = 127,
};

struct entry {
	uint32_t parent;        /* of an open or closed position; or STATE_NONE */
	unsigned distance : 11; /* g, from the start; of a solved position: to the goal */
	unsigned move : 7;      /* from the parent; of a solved position: of the plan */
	unsigned epoch : 6;
	unsigned h : 5;         /* the lower bound, capped */
	unsigned status : 3;    /* as of its epoch: ask entry_status */
};

struct position_table {
	struct state_table states; /* a position's words, and its entry */
	unsigned epoch;
	bool dead[EPOCHS]; /* every position of that epoch is dead */
};

/* Shorter than state_table_hash: positions are whole words. */
static inline uint32_t position_hash(const struct position_table *table,
                                     const struct position *position)
{
	uint64_t hash = 0;
	for (size_t i = 0; i < table->states.state_size / sizeof hash; i++)
		hash = state_hash_word(hash, position->word[i]);
	return (uint32_t)hash;
}

/* The slot of a position, which holds its number + 1, or 0 where it would be added. */
static inline uint64_t *position_slot(const struct position_table *table,
                                      const struct position *position, uint32_t hash)
{
	return state_table_slot(&table->states, position->word, hash);
}

/* The number of a position, or STATE_NONE. */
static inline uint32_t position_find(const struct position_table *table,
                                     const struct position *position)
{
	return (uint32_t)*position_slot(table, position, position_hash(table, position)) - 1;
}

static inline struct position position_of(const struct position_table *table, uint32_t number)
{
	struct position position = {.word = {0}};
	memcpy(position.word, state_table_state(&table->states, number), table->states.state_size);
	return position;
}

static inline struct entry *entry_at(const struct position_table *table, uint32_t number)
{
	return state_table_payload(&table->states, number);
}

/* The status of a position in this epoch. */
static inline enum entry_status entry_status(const struct position_table *table,
                                             const struct entry *entry)
{
	if (entry->epoch == table->epoch || entry->status >= STATUS_DEAD)
		return (enum entry_status)entry->status;
	return table->dead[entry->epoch] ? STATUS_DEAD : STATUS_SEEN;
}

static inline void entry_set_status(const struct position_table *table, struct entry *entry,
                                    enum entry_status status)
{
	entry->epoch = table->epoch % EPOCHS;
	entry->status = status & 7;
}

#endif
