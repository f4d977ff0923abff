/* How soon a finished game is reviewed: random games of all shipped levels, each played to its end
 * at once, so that the solver knows nothing of it. If the review takes long then, the game is
 * played again as fast as people play, four moves a second, with a new solver that is at work
 * meanwhile; that counts. Then each move's cost is compared with that of fresh searches. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "os/clock.h"
#include "os/parallel.h"
#include "play/library.h"
#include "play/session.h"
#include "puzzle/registry.h"

enum {
	GAMES = 2,  /* of each level */
	MOVES = 40, /* at most as many at random */
	LONG = 250, /* milliseconds of a review */
	PACE = 250, /* milliseconds between two moves of a player */
	GAMES_MAX = 100000,
};

struct reviews {
	int games, wrong, room;
	double *ms, *again; /* until the review is done: at first, and with all positions known */
};

static struct answer answer;
static struct limits limits; /* those of a game, which uses two processors */

static void play_at_random(struct session *session, int count, struct random *random)
{
	for (int i = 0; i < count; i++) {
		move_code moves[MOVES_MAX];
		struct state state;
		session_state(session, &state);
		const int valid =
			puzzle_valid_moves(session->puzzle, &session->level, &state, moves);
		if (valid == 0 || session_solved(session))
			return;
		session_move(session, moves[random_below(random, (uint32_t)valid)]);
	}
}

/* A game that ends with a shortest plan, after random moves: fewer where the level can't be solved
 * after them. */
static void play_game(struct session *session, struct random *random)
{
	struct state state;
	int count = (int)random_below(random, MOVES + 1);
	for (;; count /= 2) {
		play_at_random(session, count, random);
		session_state(session, &state);
		solve_position(session->puzzle, &session->level, &state, &limits, NULL, NULL,
		               &answer);
		if (answer.verdict == OPTIMAL || count == 0)
			break;
		session_discard(session);
	}
	for (int i = 0; i < answer.length; i++)
		session_move(session, answer.plan[i]);
}

static void wait_for_solver(struct session *session, int milliseconds)
{
	struct pollfd news = {.fd = solver_fd(session->solver), .events = POLLIN};
	poll(&news, 1, milliseconds);
	session_poll_solver(session);
}

static double wait_for_review(struct session *session)
{
	const double start = seconds_now();
	while (!session_review_is_done(session))
		wait_for_solver(session, -1);
	return (seconds_now() - start) * 1e3;
}

/* Plays the moves of another session, a move every PACE milliseconds, and waits for the review.
 * Returns the milliseconds from the last move. */
static double review_at_pace(const struct session *played)
{
	static struct session session;
	struct error error;
	struct solver *solver = solver_new(&limits, &error);
	if (solver == NULL ||
	    !session_open(&session, played->puzzle, &played->level, solver, &error)) {
		fprintf(stderr, "bench: %s\n", error.text);
		exit(EXIT_FAILURE);
	}
	for (uint32_t i = 1; i < played->line.count; i++) {
		const double end = seconds_now() + PACE / 1e3;
		while (seconds_now() < end)
			wait_for_solver(&session, (int)((end - seconds_now()) * 1e3) + 1);
		session_move(&session, played->nodes[played->line.nodes[i]].move);
	}
	const double taken = wait_for_review(&session);
	session_close(&session);
	solver_free(solver);
	return taken;
}

/* Whether each position's minimum is that of a search that knows nothing of the others. */
static bool is_right(const struct session *session)
{
	const struct review *review = &session->review;
	struct state state = session->level.start;
	for (int i = 0; i < review->count; i++) {
		if (i > 0)
			session->puzzle->rules.apply(&session->level, &state,
			                             session->nodes[review->nodes[i]].move);
		solve_position(session->puzzle, &session->level, &state, &limits, NULL, NULL,
		               &answer);
		if (answer.verdict != OPTIMAL || answer.upper != review->minima[i])
			return false;
	}
	return true;
}

static void review_game(struct session *session, struct reviews *reviews)
{
	if (reviews->games == reviews->room)
		return;
	reviews->ms[reviews->games] = wait_for_review(session);
	session_undo(session);
	const double start = seconds_now();
	session_redo(session);
	wait_for_review(session);
	reviews->again[reviews->games] = (seconds_now() - start) * 1e3;
	if (reviews->ms[reviews->games] > LONG)
		reviews->ms[reviews->games] = review_at_pace(session);
	reviews->games++;
	reviews->wrong += !is_right(session);
}

static bool review_level(const struct puzzle *puzzle, const struct level *level,
                         struct solver *solver, int seed, struct reviews *reviews,
                         struct error *error)
{
	static struct session session;
	for (int game = 0; game < GAMES; game++) {
		struct random random = {(uint64_t)(seed * GAMES + game + 1)};
		/* without the thread, which would prove positions meanwhile */
		if (!session_open(&session, puzzle, level, NULL, error))
			return false;
		play_game(&session, &random);
		session_undo(&session);
		session.solver = solver;
		session_redo(&session);
		if (session.review.count > 1)
			review_game(&session, reviews);
		session_close(&session);
	}
	return true;
}

static void print_reviews(const char *name, struct reviews *reviews)
{
	printf("%-18s %9d %9d %10.3f %10.3f %10.3f %10.3f\n", name, reviews->games, reviews->wrong,
	       quantile(reviews->ms, reviews->games, 0.5),
	       quantile(reviews->ms, reviews->games, 0.99),
	       quantile(reviews->ms, reviews->games, 1),
	       quantile(reviews->again, reviews->games, 1));
	fflush(stdout);
}

static bool review_levels(const struct library *library, struct solver *solver, struct reviews *all,
                          struct error *error)
{
	static struct level level;
	for (int p = 0; p < library->shipped; p++)
		for (int l = 0; l < library->packs[p].count; l++) {
			const struct level_ref ref = {p, l};
			if (!library_level(library, ref, &level, error))
				return false;
			if (!level.endless && !review_level(library_puzzle(library, ref), &level,
			                                    solver, 100 * p + l, all, error))
				return false;
		}
	print_reviews("all", all);
	return true;
}

bool print_review(struct error *error)
{
	struct library library;
	limits = limits_default;
	limits.threads = parallel_threads(2);
	struct solver *solver = solver_new(&limits, error);
	struct reviews all = {.room = GAMES_MAX,
	                      .ms = alloc_or_exit(GAMES_MAX, sizeof(double)),
	                      .again = alloc_or_exit(GAMES_MAX, sizeof(double))};
	bool good = solver != NULL;
	if (good && library_open(&library, error)) {
		good = review_levels(&library, solver, &all, error);
		library_close(&library);
	}
	solver_free(solver);
	free(all.ms);
	free(all.again);
	if (good && all.wrong > 0)
		return error_set(error, "%d reviews differ from fresh searches", all.wrong);
	return good;
}
