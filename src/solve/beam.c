#include "solve/beam.h"

#include <limits.h>
#include <stdlib.h>

#include "algo/state_table.h"

enum {
	WIDTH_FIRST = 4, /* states of the first beam */
	WIDTH_MAX = 1 << 12,
	WIDER = 4,             /* times as wide is the next */
	WORK_FOR_ANY = 32,     /* times as much work is allowed while no plan is known */
	STALL = 64,            /* moves without a better bound; then it is given up */
	LAYER_MAX = 1 << 20,   /* states of one layer */
	TICK_SUCCESSORS = 256, /* between two reports */
};

/* The payload of a state in the table. */
struct met {
	uint32_t parent; /* or STATE_NONE */
	move_code move;  /* from the parent */
};

/* States that one beam has reached with as many moves. */
struct layer {
	uint64_t *item; /* h << 48 | some bits of the hash << 32 | number of the state */
	int count;
};

struct beam {
	const struct puzzle *puzzle;
	const struct level *level;
	struct state_table table; /* all states met */
	struct layer layer, next;
	int room;       /* of both */
	uint32_t goal;  /* STATE_NONE: not found yet */
	int made, work; /* successors, and how many there may be */
	int moves;      /* to a state of the next layer */
	bool stopped;   /* by the monitor */
	struct monitor *monitor;
	struct answer *answer;
};

static struct met *met_at(const struct beam *beam, uint32_t number)
{
	return state_table_payload(&beam->table, number);
}

/* Enters a state. False: no room. */
static bool meet(struct beam *beam, const struct state *state, uint32_t parent, move_code move)
{
	const uint32_t hash = state_table_hash(&beam->table, state->byte);
	bool fresh;
	const uint32_t number = state_table_put_hashed(&beam->table, state->byte, hash, &fresh);
	if (number == STATE_NONE || beam->next.count == beam->room)
		return false;
	if (!fresh)
		return true;
	*met_at(beam, number) = (struct met){parent, move};
	const int h = beam->puzzle->rules.lower_bound(beam->level, state);
	if (h == DEAD_END || (beam->answer->upper >= 0 && beam->moves + h >= beam->answer->upper))
		return true;
	if (h == 0 && beam->puzzle->rules.solved(beam->level, state))
		beam->goal = number;
	beam->next.item[beam->next.count++] =
		(uint64_t)h << 48 | (uint64_t)(hash & 0xFFFF) << 32 | number;
	return true;
}

static bool is_over(const struct beam *beam)
{
	return beam->made / (beam->answer->upper < 0 ? WORK_FOR_ANY : 1) >= beam->work;
}

static bool may_go_on(struct beam *beam)
{
	if (++beam->made % TICK_SUCCESSORS == 0)
		beam->stopped = !monitor_report(beam->monitor, beam->answer);
	return !beam->stopped && !is_over(beam);
}

/* False: it ends here. */
static bool expand(struct beam *beam, uint32_t number)
{
	move_code moves[MOVES_MAX];
	struct state from = {{0}};
	memcpy(from.byte, state_table_state(&beam->table, number), beam->level->state_size);
	const int count = beam->puzzle->rules.moves(beam->level, &from, moves);
	for (int i = 0; i < count && beam->goal == STATE_NONE; i++) {
		struct state to = from;
		if (!may_go_on(beam))
			return false;
		if (beam->puzzle->rules.apply(beam->level, &to, moves[i]) &&
		    !meet(beam, &to, number, moves[i]))
			return false;
	}
	return beam->goal == STATE_NONE;
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* One beam of that width. */
static void run(struct beam *beam, int width)
{
	bool more = true;
	int lowest = INT_MAX, since = 0; /* h of the best state, and when it was met */
	beam->moves = beam->next.count = 0;
	meet(beam, &beam->level->start, STATE_NONE, 0);
	while (more && beam->next.count > 0 && beam->moves - since < STALL &&
	       beam->moves++ < PLAN_MAX) {
		const struct layer best = beam->next;
		beam->next = beam->layer;
		beam->layer = best;
		beam->next.count = 0;
		qsort(best.item, (size_t)best.count, sizeof *best.item, compare);
		if ((int)(best.item[0] >> 48) < lowest) {
			lowest = (int)(best.item[0] >> 48);
			since = beam->moves;
		}
		for (int i = 0; more && i < best.count && i < width; i++)
			more = expand(beam, (uint32_t)best.item[i]);
	}
}

/* Enters the plan to the goal, if it is shorter than the known one. */
static void take_plan(const struct beam *beam)
{
	struct answer *answer = beam->answer;
	int length = -1;
	for (uint32_t n = beam->goal; n != STATE_NONE; n = met_at(beam, n)->parent)
		length++;
	answer->upper = answer->length = length;
	for (uint32_t n = beam->goal; length > 0; n = met_at(beam, n)->parent)
		answer->plan[--length] = met_at(beam, n)->move;
}

static void run_wider(struct beam *beam, size_t bytes)
{
	for (int width = WIDTH_FIRST; width <= WIDTH_MAX; width *= WIDER) {
		if (!state_table_init(&beam->table, beam->level->state_size, sizeof(struct met),
		                      bytes))
			return;
		beam->goal = STATE_NONE;
		run(beam, width);
		if (beam->goal != STATE_NONE)
			take_plan(beam);
		state_table_free(&beam->table);
		if (beam->stopped || is_over(beam))
			return;
	}
}

void beam_plan(const struct puzzle *puzzle, const struct level *level, size_t bytes, int work,
               struct monitor *monitor, struct answer *answer)
{
	const size_t room = bytes / 4 / (2 * sizeof(uint64_t));
	struct beam beam = {
		.puzzle = puzzle,
		.level = level,
		.room = room < LAYER_MAX ? (int)room : LAYER_MAX,
		.work = work,
		.monitor = monitor,
		.answer = answer,
	};
	beam.layer.item = malloc((size_t)beam.room * sizeof(uint64_t));
	beam.next.item = malloc((size_t)beam.room * sizeof(uint64_t));
	if (beam.layer.item != NULL && beam.next.item != NULL)
		run_wider(&beam, bytes - 2 * (size_t)beam.room * sizeof(uint64_t));
	free(beam.layer.item);
	free(beam.next.item);
}
