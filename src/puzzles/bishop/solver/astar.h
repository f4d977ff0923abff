/* Best-first search over the numbered positions of a level.
 *
 * At the first priorities of A* a position gives only the children that are as good as itself and
 * stays open for the others (partial expansion; Yoshizumi, Miura and Ishida 2000): where the bound
 * is all but exact, most are never asked for. Later each position is expanded once. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_ASTAR_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_ASTAR_H

#include "puzzle/puzzle_solver.h"
#include "puzzles/bishop/solver/mixed.h"
#include "puzzles/bishop/solver/open_list.h"
#include "puzzles/bishop/solver/pattern.h"
#include "puzzles/bishop/solver/space.h"
#include "puzzles/bishop/solver/steps.h"

/* What does not change while a position is searched from. */
struct ground {
	struct level level;
	struct space space;
	struct patterns patterns;
	struct mixed mixed;
	/* The exact number of moves left from some positions, solved ones among them. Where it is
	 * so many, one of the next positions is there too and has one less. */
	struct notes known;
};

enum pause {
	PAUSED,    /* at a limit of states or children */
	EXHAUSTED, /* no open position can lead to a shorter way than is known */
	STOPPED,   /* the watch says no; the verdict is set */
	NO_ROOM,
};

struct astar {
	const struct ground *ground;
	int weight;         /* of the bound: 1 finds a shortest way, more finds some way sooner */
	size_t bytes;       /* that it may use */
	uint64_t start;
	int sparing;        /* at priorities up to this one, children that are worse wait */
	struct notes notes; /* moves from the start, and whether the position has been expanded */
	struct front front;
	bool cut;           /* some position is too far away to be looked beyond */
	bool told;          /* a way has been found since the watch was last looked at */
	bool slow;          /* its bounds take long */
	uint64_t children_seen;
	int work;           /* children since the watch was looked at */
	struct position position;
	int children;
	struct child *child;
	struct step *step;
};

/* False: no room. What was made so far is to be freed in any case. */
bool bishop_astar_begin(struct astar *astar, const struct ground *ground, uint64_t start,
                        int weight, size_t bytes);
void bishop_astar_free(struct astar *astar);

/* Orders the open positions anew, by another weight. */
enum pause bishop_astar_weigh(struct astar *astar, int weight, struct monitor *monitor,
                              struct answer *answer);

/* Goes on until it has met so many positions or seen so many children or, with a weight that finds
 * no shortest way, a way is known. A way that is shorter than the answer's goes into the answer;
 * with weight 1 the lower bound rises too. */
enum pause bishop_astar_run(struct astar *astar, uint64_t states, uint64_t children,
                            struct monitor *monitor, struct answer *answer);

/* At least so many moves from a position; DEAD if some colour or group never gets home. */
int bishop_ground_bound(const struct ground *ground, const struct position *position,
                        struct needs *needs);

/* Writes the moves that lead on from a known position, with so many left; returns how many. */
int bishop_ground_go_on(const struct ground *ground, struct position *position, struct step *step,
                        uint64_t rank, move_code *out);

/* The moves still to make from a position, or -1 where that is not known. */
static inline int bishop_ground_rest(const struct ground *ground, uint64_t rank)
{
	const uint64_t slot =
		ground->known.bits == 0 ? 0 : *bishop_notes_find(&ground->known, rank);
	return slot == 0 ? -1 : (int)bishop_notes_of(slot);
}

#endif
