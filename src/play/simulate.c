/* Values of positions are kept for all games of a level, because games meet the same ones again and
 * again; the visits beside them are those of one game. */
#include "play/simulate.h"

#include <assert.h>
#include <limits.h>

#include "os/clock.h"

/* What is known of a position. */
struct seen {
	uint32_t game;    /* the last that was here */
	uint32_t visits;  /* in that game */
	int16_t value[2]; /* by look - 1: the value and VALUED; 0: not known */
};

enum { VALUED = 2 }; /* above -DEAD_END */

bool simulation_init(struct simulation *simulation, const struct puzzle *puzzle,
                     const struct level *level, size_t bytes)
{
	*simulation = (struct simulation){.puzzle = puzzle, .level = level};
	return state_table_init(&simulation->seen, level->state_size, sizeof(struct seen), bytes);
}

void simulation_free(struct simulation *simulation)
{
	state_table_free(&simulation->seen);
}

/* NULL: there is no room for it. */
static struct seen *find(struct simulation *simulation, const struct state *state)
{
	bool fresh;
	const uint32_t number = state_table_put(&simulation->seen, state->byte, &fresh);
	if (number == STATE_NONE) {
		simulation->full = true;
		return NULL;
	}
	return state_table_payload(&simulation->seen, number);
}

static bool try_move(struct simulation *simulation, struct state *state, move_code move)
{
	simulation->work++;
	return simulation->puzzle->rules.apply(simulation->level, state, move);
}

/* One more than the lowest value after a move. */
static int look_on(struct simulation *simulation, const struct state *state)
{
	move_code moves[MOVES_MAX];
	const int count = simulation->puzzle->rules.moves(simulation->level, state, moves);
	int lowest = INT_MAX;
	for (int i = 0; i < count && lowest > 0; i++) {
		struct state next = *state;
		if (!try_move(simulation, &next, moves[i]))
			continue;
		const int value = simulation_value(simulation, &next, 1);
		if (value != DEAD_END && value < lowest)
			lowest = value;
	}
	return lowest == INT_MAX ? DEAD_END : lowest + 1;
}

int simulation_value(struct simulation *simulation, const struct state *state, int look)
{
	assert(look == 1 || look == 2);
	struct seen *seen = find(simulation, state);
	if (seen != NULL && seen->value[look - 1] != 0)
		return seen->value[look - 1] - VALUED;
	int value = 0;
	if (!simulation->puzzle->rules.solved(simulation->level, state))
		value = look == 1 ? simulation->puzzle->rules.lower_bound(simulation->level, state)
		                  : look_on(simulation, state);
	if (seen != NULL)
		seen->value[look - 1] = (int16_t)(value + VALUED);
	return value;
}

/* ---- a game ---- */

static int visits(struct simulation *simulation, const struct state *state)
{
	const struct seen *seen = find(simulation, state);
	return seen != NULL && seen->game == simulation->game ? (int)seen->visits : 0;
}

static void visit(struct simulation *simulation, const struct state *state)
{
	struct seen *seen = find(simulation, state);
	if (seen == NULL)
		return;
	if (seen->game != simulation->game)
		seen->visits = 0;
	seen->game = simulation->game;
	seen->visits++;
}

/* Makes any valid move; false if there is none. */
static bool move_blindly(struct simulation *simulation, struct state *state, struct random *random,
                         move_code *made)
{
	move_code moves[MOVES_MAX];
	int count = simulation->puzzle->rules.moves(simulation->level, state, moves);
	while (count > 0) {
		const uint32_t chosen = random_below(random, (uint32_t)count);
		*made = moves[chosen];
		if (try_move(simulation, state, *made))
			return true;
		moves[chosen] = moves[--count];
	}
	return false;
}

/* The odds of a move whose value is that much above the lowest. They add up to less than 2^54. */
static uint64_t odds(const struct simulated *player, int above)
{
	const int halvings = above > SHARPEST ? SHARPEST : above * player->sharpness;
	return halvings > 40 ? 0 : (uint64_t)1 << (40 - halvings);
}

/* The values of the moves, DEAD_END for those that are not valid or are seen to be dead ends.
 * Returns the lowest of the others, or DEAD_END. */
static int value_moves(struct simulation *simulation, const struct simulated *player,
                       const struct state *state, const move_code *moves, int count, int *values)
{
	int lowest = DEAD_END;
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		values[i] = DEAD_END;
		if (!try_move(simulation, &next, moves[i]))
			continue;
		const int value = simulation_value(simulation, &next, player->look);
		if (value == DEAD_END)
			continue;
		values[i] = value + visits(simulation, &next);
		if (lowest == DEAD_END || values[i] < lowest)
			lowest = values[i];
	}
	return lowest;
}

/* Makes a move that the player chooses; false if it sees none that is not a dead end. */
static bool move_by_value(struct simulation *simulation, const struct simulated *player,
                          struct state *state, struct random *random, move_code *made)
{
	move_code moves[MOVES_MAX];
	int values[MOVES_MAX];
	const int count = simulation->puzzle->rules.moves(simulation->level, state, moves);
	const int lowest = value_moves(simulation, player, state, moves, count, values);
	uint64_t sum = 0;
	for (int i = 0; i < count; i++)
		sum += values[i] == DEAD_END ? 0 : odds(player, values[i] - lowest);
	if (sum == 0)
		return false;
	uint64_t drawn = random_next(random) % sum;
	int chosen = 0;
	for (;; chosen++) {
		const uint64_t share =
			values[chosen] == DEAD_END ? 0 : odds(player, values[chosen] - lowest);
		if (drawn < share)
			break;
		drawn -= share;
	}
	*made = moves[chosen];
	return try_move(simulation, state, *made);
}

static bool over(const struct simulation *simulation)
{
	return (simulation->work_max != 0 && simulation->work >= simulation->work_max) ||
	       (simulation->deadline > 0 && seconds_now() >= simulation->deadline);
}

bool simulation_play(struct simulation *simulation, const struct simulated *player, int moves,
                     struct random *random, move_code *made, int *count)
{
	struct state state = simulation->level->start;
	bool solved = simulation->puzzle->rules.solved(simulation->level, &state);
	simulation->game++;
	*count = 0;
	while (!solved && *count < moves && !over(simulation)) {
		move_code move;
		if (player->sharpness == 0) {
			if (!move_blindly(simulation, &state, random, &move))
				return false;
		} else {
			visit(simulation, &state);
			if (!move_by_value(simulation, player, &state, random, &move))
				return false;
		}
		if (made != NULL)
			made[*count] = move;
		++*count;
		solved = simulation->puzzle->rules.solved(simulation->level, &state);
	}
	return solved;
}

int simulation_wins(struct simulation *simulation, const struct simulated *player, int games,
                    int moves, uint64_t seed, int *played)
{
	struct random random = {seed};
	int wins = 0, game = 0, made;
	for (; game < games && !over(simulation); game++) {
		const bool won = simulation_play(simulation, player, moves, &random, NULL, &made);
		if (!won && over(simulation)) /* it was not played to its end */
			break;
		wins += won;
	}
	if (played != NULL)
		*played = game;
	return wins;
}
