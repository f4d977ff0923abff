/* Seconds to the first plan and to the proof, pack by pack. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "bench/bench.h"
#include "os/clock.h"
#include "solve/solve.h"

enum {
	RUNS_LEAST = 3,
	RUNS_MOST = 25,
	REFERENCE_BOARDS = 3, /* of each pack that the general search has to prove too */
};

static const double run_seconds = 0.3;     /* for all runs of a board after RUNS_LEAST */
static const double runs_seconds = 30;     /* for all but the first in any case */
static const double board_seconds = 60;    /* then a run is stopped */
static const double reference_seconds = 3; /* then the general search is stopped */

/* What was measured in one run. */
struct run {
	double start;
	double plan, proof;  /* seconds to each */
	size_t before, peak; /* bytes in use */
	bool weigh;          /* whether bytes are measured */
};

/* Bytes that malloc has handed out; 0 where that can't be known. */
static size_t bytes_in_use(void)
{
	size_t bytes = 0;
#if defined __GLIBC__ && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 33))
	const struct mallinfo2 info = mallinfo2();
	bytes = info.uordblks + info.hblkhd;
#endif
	return bytes;
}

static bool note(void *context, const struct answer *answer)
{
	struct run *run = context;
	if (run->plan < 0 && answer->upper >= 0)
		run->plan = seconds_now() - run->start;
	if (run->weigh) {
		const size_t bytes = bytes_in_use();
		if (bytes > run->peak)
			run->peak = bytes;
	}
	return true;
}

static struct run run_board(const struct puzzle *puzzle, const struct level *level, bool weigh,
                            const struct limits *limits, struct answer *answer)
{
	struct run run = {.plan = -1, .weigh = weigh};
	run.before = run.peak = weigh ? bytes_in_use() : 0;
	run.start = seconds_now();
	solve_position(puzzle, level, &level->start, limits, note, &run, answer);
	run.proof = seconds_now() - run.start;
	if (run.plan < 0)
		run.plan = run.proof;
	return run;
}

/* The figures of one board. */
struct proof {
	double plan, proof; /* seconds, the medians of several runs */
	double bytes, states;
	bool proven;
};

static struct proof prove(const struct board *board, struct answer *answer)
{
	double plan[RUNS_MOST], proof[RUNS_MOST], spent = 0;
	struct limits limits = limits_default;
	int runs = 0;
	limits.seconds = board_seconds;
	while (runs == 0 || (runs < RUNS_LEAST && spent < runs_seconds) ||
	       (runs < RUNS_MOST && spent < run_seconds)) {
		const struct run run =
			run_board(board->puzzle, &board->level, false, &limits, answer);
		plan[runs] = run.plan;
		spent += proof[runs++] = run.proof;
	}
	/* Memory is measured in a separate run, which is not timed. */
	const struct run run = run_board(board->puzzle, &board->level, true, &limits, answer);
	return (struct proof){
		.plan = quantile(plan, runs, 0.5),
		.proof = quantile(proof, runs, 0.5),
		.bytes = (double)(run.peak - run.before),
		.states = (double)answer->states,
		.proven = answer->verdict == OPTIMAL || answer->verdict == UNSOLVABLE,
	};
}

/* How many times longer the general search took. */
struct ratio {
	double ours, general;
	bool stopped; /* it did not prove all boards */
};

static void compare_with_general(const struct board *board, const struct proof *ours,
                                 const struct answer *answer, struct ratio *ratio)
{
	struct limits limits = limits_default;
	struct puzzle general = *board->puzzle;
	struct answer *reference = alloc_or_exit(1, sizeof *reference);
	limits.seconds = reference_seconds;
	general.solver = NULL;
	const struct run run = run_board(&general, &board->level, false, &limits, reference);
	if (reference->verdict == GAVE_UP)
		ratio->stopped = true;
	else if (ours->proven &&
	         (reference->verdict != answer->verdict || reference->upper != answer->upper)) {
		fprintf(stderr, "bench: %s: %d moves, but the general search says %d\n",
		        board->title, answer->upper, reference->upper);
		exit(EXIT_FAILURE);
	}
	ratio->ours += ours->proof;
	ratio->general += run.proof;
	free(reference);
}

/* The figures of a pack, board by board. */
struct tally {
	int count, proven;
	double *plan, *proof;
	double states, bytes, seconds;
	struct ratio ratio;
};

static void tally_board(const struct board *board, void *context)
{
	struct tally *tally = context;
	if (board->level.endless)
		return;
	struct answer *answer = alloc_or_exit(1, sizeof *answer);
	const struct proof proof = prove(board, answer);
	if (board->puzzle->solver != NULL && tally->count < REFERENCE_BOARDS)
		compare_with_general(board, &proof, answer, &tally->ratio);
	tally->plan[tally->count] = proof.plan;
	tally->proof[tally->count++] = proof.proof;
	tally->proven += proof.proven;
	tally->states += proof.states;
	tally->bytes += proof.bytes;
	tally->seconds += proof.proof;
	free(answer);
}

static void print_tally(const char *name, struct tally *tally)
{
	const int count = tally->count;
	char ratio[24] = "-";
	if (tally->ratio.ours > 0)
		snprintf(ratio, sizeof ratio, "%s%.1f", tally->ratio.stopped ? ">" : "",
		         tally->ratio.general / tally->ratio.ours);
	printf("%-18.18s %3d/%-3d %10.6f %10.6f %10.6f %10.6f %10.6f %10.0f %10.3g %8.3g %9s\n",
	       name, tally->proven, count, quantile(tally->plan, count, 0.5),
	       quantile(tally->plan, count, 1), quantile(tally->proof, count, 0.5),
	       tally->seconds / count, quantile(tally->proof, count, 1), tally->states / count,
	       tally->states / tally->seconds, tally->bytes / tally->states, ratio);
	fflush(stdout);
}

bool print_proofs(const char *path, struct error *error)
{
	struct tally tally = {0};
	tally.plan = alloc_or_exit(PACK_LEVELS_MAX, sizeof *tally.plan);
	tally.proof = alloc_or_exit(PACK_LEVELS_MAX, sizeof *tally.proof);
	const bool good = for_boards(path, tally_board, &tally, error);
	if (tally.count > 0)
		print_tally(base_of(path), &tally);
	free(tally.plan);
	free(tally.proof);
	return good;
}
