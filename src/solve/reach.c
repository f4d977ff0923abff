#include "solve/reach.h"

#include <stdlib.h>
#include <string.h>

#include "algo/state_table.h"
#include "solve/solve.h"

/* A breadth-first walk, and where each of its layers begins. */
struct walk {
	struct state_table table;
	uint32_t *layer;       /* number of the first state at each distance */
	int layers, room;
};

static bool begin_layer(struct walk *walk)
{
	if (walk->layers == walk->room) {
		const int room = walk->room == 0 ? 64 : 2 * walk->room;
		uint32_t *layer = realloc(walk->layer, (size_t)room * sizeof *layer);
		if (layer == NULL)
			return false;
		walk->layer = layer;
		walk->room = room;
	}
	walk->layer[walk->layers++] = walk->table.count;
	return true;
}

/* Adds the successors of every state from `first` to `last`; false when the limit is met. */
static bool walk_layer(struct walk *walk, const struct puzzle *puzzle, const struct level *level,
                       uint32_t first, uint32_t last, uint64_t states)
{
	struct state from = {{0}}, to = {{0}};
	move_code moves[MOVES_MAX];
	for (uint32_t number = first; number < last; number++) {
		memcpy(from.byte, state_table_state(&walk->table, number), level->state_size);
		const int count = puzzle->rules.moves(level, &from, moves);
		for (int i = 0; i < count; i++) {
			bool fresh;
			memcpy(to.byte, from.byte, level->state_size);
			if (puzzle->rules.apply(level, &to, moves[i]) &&
			    (walk->table.count >= states ||
			     state_table_put(&walk->table, to.byte, &fresh) == STATE_NONE))
				return false;
		}
	}
	return true;
}

static void walk_all(struct walk *walk, const struct puzzle *puzzle, const struct level *level,
                     uint64_t states, int most)
{
	bool fresh;
	if (!begin_layer(walk) ||
	    state_table_put(&walk->table, level->start.byte, &fresh) == STATE_NONE)
		return;
	uint32_t first = 0;
	while (first < walk->table.count && walk->layers <= most) {
		const uint32_t last = walk->table.count;
		if (!begin_layer(walk) || !walk_layer(walk, puzzle, level, first, last, states))
			return;
		first = last;
	}
}

int reach_pick(const struct puzzle *puzzle, const struct level *level, uint64_t states, int least,
               int most, bool farthest, struct random *random, struct state *found)
{
	struct walk walk = {0};
	int distance = -1;
	if (state_table_init(&walk.table, level->state_size, 0, limits_default.bytes))
		walk_all(&walk, puzzle, level, states, most);
	/* A layer that was begun may be empty: the last one with states is the farthest. */
	int last_layer = walk.layers - 1;
	while (last_layer >= 0 && walk.layer[last_layer] >= walk.table.count)
		last_layer--;
	if (last_layer >= least) {
		const uint32_t layers = (uint32_t)(last_layer - least + 1);
		distance = farthest ? last_layer : least + (int)random_below(random, layers);
		const uint32_t first = walk.layer[distance];
		const uint32_t last =
			distance + 1 < walk.layers ? walk.layer[distance + 1] : walk.table.count;
		const uint32_t pick = first + random_below(random, last - first);
		*found = (struct state){{0}};
		memcpy(found->byte, state_table_state(&walk.table, pick), level->state_size);
	}
	state_table_free(&walk.table);
	free(walk.layer);
	return distance;
}
