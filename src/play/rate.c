/* The positions on shortest solutions are walked layer by layer, from the start. Every move from
 * each is judged by proof: it keeps the minimum, costs moves, or makes the level unsolvable. Moves
 * that keep it lead to the next layer. If a layer has no room for all its positions, those found
 * first stay, so that every layer has its share of the work. */
#include "play/rate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algo/least.h"
#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "play/simulate.h"
#include "puzzle/pack.h"
#include "solve/proof_cache.h"

enum {
	POSITIONS = 400,         /* on shortest solutions, looked at, */
	MOVES = 20000,           /* and valid moves from them, but at least one position a layer */
	SEARCH_STATES = 1000000, /* of one search after that of par */
	ALL_STATES = 8000000,    /* of all those searches */
	WALK_WORK = 2000000,     /* moves tried to value positions of the walk */
	GAMES_WORK = 1000000,    /* and in all games of a player */
	GAMES_MIN = 8,           /* of each player; with fewer there is no rating */
	VALUE_BYTES = 64 << 20,
};

/* The players and the number of their games. */
static const struct {
	struct simulated player;
	int games;
} players[RATE_PLAYERS] = {
	[RATE_RANDOM] = {{.sharpness = 0, .look = 1}, 64},
	[RATE_GREEDY] = {{.sharpness = SHARPEST, .look = 1}, 64},
	[RATE_AHEAD] = {{.sharpness = SHARPEST, .look = 2}, 32},
};

/* What a move from a position on a shortest solution does. */
enum effect { KEEPS, COSTS, LOSES, UNKNOWN };

/* A position on a shortest solution. */
struct spot {
	struct state state;
	int ways;  /* shortest ways to it, at most WAYS_MAX */
	int bound; /* its lower bound */
	int away;  /* fewest moves on one of them at which the bound rose */
};

struct layer {
	int count;
	struct spot spot[POSITIONS];
};

/* A move from a position. */
struct step {
	struct state state; /* after it */
	enum effect effect;
	int value[2]; /* of that position, by look - 1 */
};

struct walk {
	const struct puzzle *puzzle;
	const struct level *level;
	struct rating *rating;
	struct level_solver *solver;
	struct simulation simulation;
	struct proof_table proofs;
	double deadline; /* of the walk, by seconds_now(); 0: none */
	uint64_t states; /* of searches so far */
	int positions;   /* looked at so far */
	int moves;       /* valid ones from them, */
	int judged;      /* of these, those known to keep the level solvable or not */
	int lost;        /* of these, those that do not */
	int wanted;      /* of the position being searched: whether its minimum is that or less */
	bool reversible; /* and it is known to be solvable */
	struct answer answer;
	struct layer layers[2];
	struct step steps[MOVES_MAX];
};

/* ---- proofs ---- */

static bool out_of_time(const struct walk *walk)
{
	return walk->deadline > 0 && seconds_now() >= walk->deadline;
}

/* Whether it is known that the position has a solution, and whether one as short as wanted. */
static bool is_settled(const struct walk *walk, const struct answer *answer)
{
	const bool solvable = answer->upper >= 0 || walk->reversible;
	return solvable && answer->lower > walk->wanted;
}

static bool search_on(void *context, const struct answer *answer)
{
	const struct walk *walk = context;
	return !is_settled(walk, answer) && !out_of_time(walk);
}

static enum effect search_effect(struct walk *walk, const struct state *state)
{
	struct answer *answer = &walk->answer;
	if (walk->states >= ALL_STATES || out_of_time(walk)) {
		walk->rating->limited = true;
		return UNKNOWN;
	}
	level_solver_run(walk->solver, state, search_on, walk, answer);
	walk->states += answer->states;
	proof_cache_add(&walk->proofs, walk->puzzle, walk->level, state, answer);
	if (answer->verdict == UNSOLVABLE)
		return LOSES;
	if (answer->upper >= 0 && answer->upper <= walk->wanted)
		return KEEPS;
	if (is_settled(walk, answer))
		return COSTS;
	walk->rating->limited = true;
	return UNKNOWN;
}

/* Whether a move can be undone by another. */
static bool is_reversible(const struct walk *walk, const struct state *from,
                          const struct step *step, move_code move)
{
	const struct puzzle_rules *rules = &walk->puzzle->rules;
	struct state state = step->state;
	move_code back;
	return rules->reverse != NULL && rules->reverse(walk->level, move, &back) &&
	       rules->apply(walk->level, &state, back) && memcmp(&state, from, sizeof state) == 0;
}

/* The effect of a move, which keeps the minimum if that is now `wanted`. */
static enum effect judge(struct walk *walk, const struct state *from, const struct step *step,
                         move_code move, int wanted)
{
	const struct proof *proof = proof_table_find(&walk->proofs, step->state.byte);
	walk->wanted = wanted;
	walk->reversible = is_reversible(walk, from, step, move);
	if (step->value[0] == DEAD_END)
		return LOSES;
	if (walk->reversible && step->value[0] > wanted)
		return COSTS;
	if (proof != NULL && proof->lower == PROOF_DEAD)
		return LOSES;
	if (proof != NULL && proof->lower == proof->upper)
		return proof->upper <= wanted ? KEEPS : COSTS;
	return search_effect(walk, &step->state);
}

/* ---- traps ---- */

/* The position after the first of the best moves, in place; false if there is none. */
static bool follow(struct walk *walk, struct state *state, int look)
{
	struct simulation *simulation = &walk->simulation;
	move_code moves[MOVES_MAX];
	const int count = walk->puzzle->rules.moves(walk->level, state, moves);
	struct state best = *state;
	int lowest = DEAD_END;
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		if (!walk->puzzle->rules.apply(walk->level, &next, moves[i]))
			continue;
		const int value = simulation_value(simulation, &next, look);
		if (value != DEAD_END && (lowest == DEAD_END || value < lowest)) {
			lowest = value;
			best = next;
		}
	}
	*state = best;
	return lowest != DEAD_END;
}

/* How many moves a player makes, from a wrong move on, while moves and value add up to no more than
 * the minimum before it. */
static int trap_length(struct walk *walk, const struct step *step, int look, int minimum)
{
	struct state state = step->state;
	int length = 0, value = step->value[look - 1];
	while (value != DEAD_END && length + 1 + value <= minimum) {
		length++;
		if (!follow(walk, &state, look))
			break;
		value = simulation_value(&walk->simulation, &state, look);
	}
	return length;
}

/* The lowest value of the positions after the moves; DEAD_END if there is none. */
static int lowest_value(const struct walk *walk, int count, int look)
{
	int lowest = DEAD_END;
	for (int i = 0; i < count; i++) {
		const int value = walk->steps[i].value[look - 1];
		if (value != DEAD_END && (lowest == DEAD_END || value < lowest))
			lowest = value;
	}
	return lowest;
}

/* The traps behind the wrong moves that a player may choose in a position with that minimum. */
static void measure_traps(struct walk *walk, int count, int minimum, int look)
{
	struct rating *rating = walk->rating;
	const int lowest = lowest_value(walk, count, look);
	for (int i = 0; lowest != DEAD_END && i < count; i++) {
		const struct step *step = &walk->steps[i];
		const bool wrong = step->effect == COSTS || step->effect == LOSES;
		if (!wrong || step->value[look - 1] != lowest)
			continue;
		if (walk->simulation.work >= WALK_WORK) {
			rating->limited = true;
			return;
		}
		rating->trap = greatest(rating->trap, trap_length(walk, step, look, minimum));
	}
}

/* ---- the walk ---- */

/* Adds the position after a move that keeps the minimum, unless `room` positions are there. */
static void add_spot(struct walk *walk, struct layer *layer, int room, const struct spot *from,
                     const struct step *step)
{
	const int bound = step->value[0], away = from->away + (bound > from->bound);
	for (int i = 0; i < layer->count; i++) {
		struct spot *spot = &layer->spot[i];
		if (memcmp(&spot->state, &step->state, walk->level->state_size) == 0) {
			spot->ways = least(spot->ways + from->ways, WAYS_MAX);
			spot->away = least(spot->away, away);
			return;
		}
	}
	if (layer->count == room) {
		walk->rating->more_ways = true;
		return;
	}
	layer->spot[layer->count++] = (struct spot){.state = step->state,
	                                            .ways = from->ways,
	                                            .bound = bound,
	                                            .away = away};
}

/* The values of the position after a move. Two moves ahead only while there is work left. */
static void value_step(struct walk *walk, struct step *step)
{
	const bool enough = walk->simulation.work < WALK_WORK && !out_of_time(walk);
	walk->rating->limited |= !enough;
	step->value[0] = simulation_value(&walk->simulation, &step->state, 1);
	step->value[1] = enough ? simulation_value(&walk->simulation, &step->state, 2) : DEAD_END;
}

/* Makes all valid moves from a position with that minimum; returns their number. */
static int judge_moves(struct walk *walk, const struct spot *spot, int minimum)
{
	move_code moves[MOVES_MAX];
	const int all = walk->puzzle->rules.moves(walk->level, &spot->state, moves);
	int count = 0;
	for (int i = 0; i < all; i++) {
		struct step *step = &walk->steps[count];
		step->state = spot->state;
		if (!walk->puzzle->rules.apply(walk->level, &step->state, moves[i]))
			continue;
		value_step(walk, step);
		step->effect = judge(walk, &spot->state, step, moves[i], minimum - 1);
		walk->judged += step->effect != UNKNOWN;
		walk->lost += step->effect == LOSES;
		count++;
	}
	return count;
}

static void walk_layer(struct walk *walk, const struct layer *layer, int minimum, int room,
                       struct layer *next)
{
	next->count = 0;
	for (int i = 0; i < layer->count; i++) {
		const struct spot *spot = &layer->spot[i];
		const int count = judge_moves(walk, spot, minimum);
		walk->positions++;
		walk->moves += count;
		for (int look = 1; look <= 2; look++)
			measure_traps(walk, count, minimum, look);
		for (int k = 0; k < count; k++)
			if (walk->steps[k].effect == KEEPS)
				add_spot(walk, next, room, spot, &walk->steps[k]);
	}
}

/* Sums up the last layer, whose positions are solved. */
static void count_ways(struct walk *walk, const struct layer *layer)
{
	struct rating *rating = walk->rating;
	rating->ways = 0;
	rating->away = rating->par;
	for (int i = 0; i < layer->count; i++) {
		rating->ways = least(rating->ways + layer->spot[i].ways, WAYS_MAX);
		rating->away = least(rating->away, layer->spot[i].away);
	}
	rating->more_ways |= rating->ways == WAYS_MAX;
	rating->limited |= layer->count == 0;
}

/* How many positions the next layer may have, if as many more follow as the minimum says. */
static int room_for(const struct walk *walk, int minimum)
{
	const int branching = walk->positions == 0 ? 1 : walk->moves / walk->positions + 1;
	const int left = least(POSITIONS - walk->positions, (MOVES - walk->moves) / branching);
	return greatest(left / minimum, 1);
}

static void walk_ways(struct walk *walk)
{
	struct rating *rating = walk->rating;
	struct layer *layer = &walk->layers[0], *next = &walk->layers[1];
	layer->count = 1;
	layer->spot[0] =
		(struct spot){.state = walk->level->start,
	                      .ways = 1,
	                      .bound = simulation_value(&walk->simulation, &walk->level->start, 1)};
	for (int minimum = rating->par; minimum > 0; minimum--) {
		walk_layer(walk, layer, minimum, room_for(walk, minimum), next);
		struct layer *swap = layer;
		layer = next;
		next = swap;
	}
	count_ways(walk, layer);
	rating->branching = walk->positions == 0 ? 0 : (double)walk->moves / walk->positions;
	rating->dead_ends = walk->judged == 0 ? 0 : (double)walk->lost / walk->judged;
}

/* ---- the games ---- */

int rate_move_limit(int par)
{
	return 3 * par + 10;
}

/* False: a limit was met before a player had played GAMES_MIN. */
static bool play_games(struct walk *walk)
{
	struct rating *rating = walk->rating;
	struct simulation *simulation = &walk->simulation;
	uint64_t seed = level_identity(walk->puzzle, walk->level);
	for (int p = 0; p < RATE_PLAYERS; p++, seed++) {
		int played;
		simulation->work_max = simulation->work + GAMES_WORK;
		const int wins = simulation_wins(simulation, &players[p].player, players[p].games,
		                                 rating->move_limit, seed, &played);
		if (played < GAMES_MIN)
			return false;
		rating->success[p] = (double)wins / played;
		rating->limited |= played < players[p].games;
	}
	return true;
}

/* ---- the rating ---- */

/* Points for what is measured; doc/rating.md gives the reasons. */
static const double points_of_failure[RATE_PLAYERS] =
	{[RATE_RANDOM] = 300, [RATE_GREEDY] = 450, [RATE_AHEAD] = 550};
static const double points_of_par = 40, points_of_luck = 20, points_of_trap = 40,
		    points_of_away = 20, points_of_dead_ends = 150;

enum { ODDS_GAMES = 64 };

/* The odds that a player fails, as a logarithm: from 0, if all games are won, to 1, if none is. */
static double failure(double success)
{
	const double won = success * ODDS_GAMES + 0.5, lost = (1 - success) * ODDS_GAMES + 0.5;
	return (log2(lost / won) / log2(2 * ODDS_GAMES + 1) + 1) / 2;
}

/* How unlikely random moves are to make a shortest solution, in bits. */
static double luck(const struct rating *measures)
{
	if (measures->branching <= 1)
		return 0;
	const double bits =
		measures->par * log2(measures->branching) - log2(greatest(measures->ways, 1));
	return bits > 0 ? bits : 0;
}

int rate_compute(const struct rating *measures)
{
	double points = RATING_MIN;
	for (int p = 0; p < RATE_PLAYERS; p++)
		points += points_of_failure[p] * failure(measures->success[p]);
	points += points_of_par * log2(1 + measures->par);
	points += points_of_luck * log2(1 + luck(measures));
	points += points_of_trap * log2(1 + measures->trap);
	points += points_of_away * log2(1 + measures->away);
	points += points_of_dead_ends * measures->dead_ends;
	return least((int)lround(points), RATING_MAX);
}

/* ---- all of it ---- */

static bool explain(const struct answer *answer, struct error *error)
{
	if (answer->verdict == UNSOLVABLE)
		return error_set(error, _("unsolvable (proven), so it has no rating"));
	return error_set(error,
	                 text_plural("not proven, so it has no rating: at least %d move",
	                             "not proven, so it has no rating: at least %d moves",
	                             answer->lower),
	                 answer->lower);
}

/* Proves par: with the searches of the walk, or, if its limits are too low, within the caller's. */
static bool prove_par(struct walk *walk, const struct limits *limits, struct error *error)
{
	const struct state *start = &walk->level->start;
	struct answer *answer = &walk->answer;
	if (!level_solver_run(walk->solver, start, NULL, NULL, answer)) {
		struct limits all = *limits;
		all.states = 0;
		solve_position(walk->puzzle, walk->level, start, &all, NULL, NULL, answer);
	}
	if (answer->verdict != OPTIMAL)
		return explain(answer, error);
	walk->rating->par = answer->upper;
	walk->rating->move_limit = rate_move_limit(answer->upper);
	proof_cache_add(&walk->proofs, walk->puzzle, walk->level, start, answer);
	return true;
}

static bool measure(struct walk *walk, const struct limits *limits, struct error *error)
{
	if (!prove_par(walk, limits, error))
		return false;
	const double now = seconds_now();
	if (limits->seconds > 0) {
		walk->deadline = now + limits->seconds / 2;
		walk->simulation.deadline = now + limits->seconds;
	}
	walk_ways(walk);
	if (!play_games(walk))
		return error_set(error,
		                 _("limit reached before it was measured, so it has no rating"));
	walk->rating->limited |= walk->simulation.full;
	walk->rating->rating = rate_compute(walk->rating);
	return true;
}

static struct walk *walk_new(const struct puzzle *puzzle, const struct level *level,
                             const struct limits *limits)
{
	struct walk *walk = calloc(1, sizeof *walk);
	if (walk == NULL)
		return NULL;
	const size_t bytes = limits->bytes < VALUE_BYTES ? limits->bytes : VALUE_BYTES;
	struct limits each = *limits;
	each.states = SEARCH_STATES;
	each.threads = 1; /* so that the limit of states always ends the same search */
	walk->puzzle = puzzle;
	walk->level = level;
	walk->solver = level_solver_new(puzzle, level, &each);
	const bool good = walk->solver != NULL && proof_cache_init(&walk->proofs, level) &&
	                  simulation_init(&walk->simulation, puzzle, level, bytes);
	if (good)
		return walk;
	proof_table_free(&walk->proofs);
	level_solver_free(walk->solver);
	free(walk);
	return NULL;
}

static void walk_free(struct walk *walk)
{
	simulation_free(&walk->simulation);
	proof_table_free(&walk->proofs);
	level_solver_free(walk->solver);
	free(walk);
}

bool rate_level(const struct puzzle *puzzle, const struct level *level, const struct limits *limits,
                struct rating *rating, struct error *error)
{
	*rating = (struct rating){0};
	if (level->endless)
		return error_set(error, _("endless, so it has no rating"));
	struct walk *walk = walk_new(puzzle, level, limits);
	if (walk == NULL)
		return error_set(error, _("out of memory"));
	walk->rating = rating;
	const bool good = measure(walk, limits, error);
	walk_free(walk);
	return good;
}
