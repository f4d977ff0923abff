/* How soon the counter is proven after a move: random play of all shipped levels, with the session
 * and the solver's thread of the game. Then the proven plan is followed and undone, which must cost
 * nothing. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "os/clock.h"
#include "play/library.h"
#include "puzzle/registry.h"
#include "play/session.h"

enum {
	GAMES = 2,           /* random ones, of each level */
	MOVES = 20,          /* of a random game */
	TIMEOUT = 100,       /* milliseconds that a player waits before the next move */
	LONG_TIMEOUT = 5000, /* for the proof of the plan to follow */
	TIMES_MAX = 100000,
};

/* Milliseconds until the counter was proven; TIMEOUT or more: it was not. */
struct times {
	int count, room;
	double *ms;
};

static void note(struct times *times, double ms)
{
	if (times->count < times->room)
		times->ms[times->count++] = ms;
}

static bool is_proven(const struct session *session)
{
	const enum verdict verdict = session->answer.verdict;
	return verdict == OPTIMAL || verdict == UNSOLVABLE;
}

/* Waits for the proof; the milliseconds since `start`. */
static double wait_for_proof(struct session *session, double start, int timeout)
{
	double ms = (seconds_now() - start) * 1e3;
	while (!is_proven(session) && ms < timeout) {
		struct pollfd news = {.fd = solver_fd(session->solver), .events = POLLIN};
		poll(&news, 1, (int)(timeout - ms) + 1);
		session_poll_solver(session);
		ms = (seconds_now() - start) * 1e3;
	}
	return ms;
}

static bool random_move(struct session *session, struct random *random)
{
	move_code moves[MOVES_MAX];
	struct state state;
	session_state(session, &state);
	const int count = puzzle_valid_moves(session->puzzle, &session->level, &state, moves);
	return count > 0 && !session_solved(session) &&
	       session_move(session, moves[random_below(random, (uint32_t)count)]);
}

static void play_random_game(struct session *session, struct random *random, struct times *times)
{
	for (int i = 0; i < MOVES; i++) {
		const double start = seconds_now();
		if (!random_move(session, random))
			return;
		note(times, wait_for_proof(session, start, TIMEOUT));
	}
}

/* The whole plan, forward and back. */
static void follow(struct session *session, struct times *times)
{
	wait_for_proof(session, seconds_now(), LONG_TIMEOUT);
	if (session->answer.verdict != OPTIMAL)
		return;
	for (;;) {
		const double start = seconds_now();
		if (!session_solver_move(session))
			break;
		note(times, wait_for_proof(session, start, TIMEOUT));
	}
	for (;;) {
		const double start = seconds_now();
		if (!session_undo(session))
			break;
		note(times, wait_for_proof(session, start, TIMEOUT));
	}
}

static void print_times(const char *name, struct times *times)
{
	int soon = 0, at_once = 0;
	for (int i = 0; i < times->count; i++) {
		soon += times->ms[i] < TIMEOUT;
		at_once += times->ms[i] <= 1;
	}
	const double count = times->count == 0 ? 1 : times->count;
	printf("%-18s %9d %9.2f%% %9.2f%% %10.3f %10.3f %10.3f\n", name, times->count,
	       100 * soon / count, 100 * at_once / count, quantile(times->ms, times->count, 0.5),
	       quantile(times->ms, times->count, 0.99), quantile(times->ms, times->count, 1));
	fflush(stdout);
}

/* The times of one level, in random games and along the plan. */
static bool play_level(const struct puzzle *puzzle, const struct level *level,
                       struct solver *solver, int seed, struct times times[2], struct error *error)
{
	static struct session session;
	for (int game = 0; game <= GAMES; game++) {
		struct random random = {(uint64_t)(seed * GAMES + game + 1)};
		if (!session_open(&session, puzzle, level, solver, error))
			return false;
		if (game < GAMES)
			play_random_game(&session, &random, &times[0]);
		else
			follow(&session, &times[1]);
		session_close(&session);
	}
	return true;
}

/* All shipped levels of a puzzle. */
static bool print_puzzle(const struct puzzle *puzzle, const struct library *library,
                         struct solver *solver, struct times all[2], struct error *error)
{
	static struct level level;
	struct times times[2];
	for (int i = 0; i < 2; i++)
		times[i] = (struct times){0, all[i].room - all[i].count, all[i].ms + all[i].count};
	for (int p = 0; p < library->shipped; p++)
		for (int l = 0; l < library->packs[p].count; l++) {
			const struct level_ref ref = {p, l};
			if (library_puzzle(library, ref) != puzzle)
				continue;
			if (!library_level(library, ref, &level, error))
				return false;
			if (!level.endless &&
			    !play_level(puzzle, &level, solver, 100 * p + l, times, error))
				return false;
		}
	all[0].count += times[0].count;
	all[1].count += times[1].count;
	print_times(puzzle->name, &times[0]);
	return true;
}

static bool print_puzzles(const struct library *library, struct solver *solver,
                          struct times times[2], struct error *error)
{
	for (int i = 0; puzzle_at(i) != NULL; i++)
		if (!print_puzzle(puzzle_at(i), library, solver, times, error))
			return false;
	print_times("all, at random", &times[0]);
	print_times("plan and undo", &times[1]);
	return true;
}

bool print_counter(struct error *error)
{
	struct library library;
	struct solver *solver = solver_new(&limits_default, error);
	struct times times[2] = {{0, TIMES_MAX, alloc_or_exit(TIMES_MAX, sizeof(double))},
	                         {0, TIMES_MAX, alloc_or_exit(TIMES_MAX, sizeof(double))}};
	bool good = solver != NULL;
	if (good && library_open(&library, error)) {
		good = print_puzzles(&library, solver, times, error);
		library_close(&library);
	}
	solver_free(solver);
	free(times[0].ms);
	free(times[1].ms);
	return good;
}
