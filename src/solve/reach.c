#include "solve/solve.h"

#include <stdlib.h>
#include <string.h>

#include "algo/state_table.h"

/* A breadth-first walk, and where each of its layers begins. */
struct walk {
	const struct puzzle *puzzle;
	const struct level *level;
	uint64_t states; /* states that may be added */
	uint64_t moves;  /* tried so far */
	struct state_table table;
	uint32_t *layer; /* number of the first state at each distance, and of states in all */
	int layers;
	bool no_memory;
};

/* Adds the successors of every state from `first` to `last`; false when a limit is met. */
static bool walk_layer(struct walk *walk, uint32_t first, uint32_t last)
{
	const struct level *level = walk->level;
	struct state from = {{0}}, to = {{0}};
	move_code moves[MOVES_MAX];
	bool fresh;
	for (uint32_t number = first; number < last; number++) {
		memcpy(from.byte, state_table_state(&walk->table, number), level->state_size);
		const int count = walk->puzzle->rules.moves(level, &from, moves);
		walk->moves += (uint64_t)count;
		for (int i = 0; i < count; i++) {
			memcpy(to.byte, from.byte, level->state_size);
			if (!walk->puzzle->rules.apply(level, &to, moves[i]))
				continue;
			if (walk->table.count >= walk->states)
				return false;
			walk->no_memory =
				state_table_put(&walk->table, to.byte, &fresh) == STATE_NONE;
			if (walk->no_memory)
				return false;
		}
	}
	return true;
}

static void walk_all(struct walk *walk, int max)
{
	bool fresh;
	uint32_t first = 0;
	walk->no_memory =
		state_table_put(&walk->table, walk->level->start.byte, &fresh) == STATE_NONE;
	walk->layer[walk->layers++] = 0;
	while (first < walk->table.count && walk->layers <= max) {
		const uint32_t last = walk->table.count;
		walk->layer[walk->layers++] = last;
		if (!walk_layer(walk, first, last))
			break;
		first = last;
	}
	/* The last layer may be empty. */
	if (walk->layer[walk->layers - 1] == walk->table.count)
		walk->layers--;
	walk->layer[walk->layers] = walk->table.count;
}

static int pick(const struct walk *walk, int min, bool farthest, struct random *random,
                struct state *found)
{
	const int layers = walk->layers - min;
	if (layers <= 0)
		return -1;
	const int distance =
		farthest ? walk->layers - 1 : min + (int)random_below(random, (uint32_t)layers);
	const uint32_t first = walk->layer[distance], states = walk->layer[distance + 1] - first;
	*found = (struct state){{0}};
	memcpy(found->byte, state_table_state(&walk->table, first + random_below(random, states)),
	       walk->level->state_size);
	return distance;
}

int reach_pick(const struct puzzle *puzzle, const struct level *level, uint64_t states, int min,
               int max, bool farthest, struct random *random, struct state *found,
               struct reach *reach)
{
	struct walk walk = {.puzzle = puzzle, .level = level, .states = states, .no_memory = true};
	int distance = REACH_NO_MEMORY;
	walk.layer = malloc(((size_t)max + 2) * sizeof *walk.layer);
	if (walk.layer != NULL &&
	    state_table_init(&walk.table, level->state_size, 0, limits_default.bytes)) {
		walk_all(&walk, max);
		if (reach != NULL)
			*reach = (struct reach){walk.moves, walk.table.count, walk.layers - 1};
		if (!walk.no_memory)
			distance = pick(&walk, min, farthest, random, found);
	}
	state_table_free(&walk.table);
	free(walk.layer);
	return distance;
}
