/* The distances of all positions of a tilt level, by retrograde analysis.
 *
 * A breadth-first search backward from the goal over nodes times colourings (Ströhlein 1970), with
 * frontiers as bit sets (Korf: Minimizing disk I/O in two-bit breadth-first search, 2008). In each
 * layer, a node pulls the last layer's colourings over its two edges. What stays is one bit per
 * colouring for "seen" and one for the side of the best move. These give plans, and the length of a
 * plan is the distance. Distances modulo three would not do: moves are not reversible here, so a
 * neighbour can be any number of moves farther away.
 *
 * The search stops at the layer of the position in question and continues from there for the next
 * question. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_RETROGRADE_H
#define PARLOUR_PUZZLES_TILT_SOLVER_RETROGRADE_H

#include "puzzles/tilt/solver/colourings.h"
#include "puzzles/tilt/solver/graph.h"

struct tilt_retrograde {
	struct tilt_graph *graph;
	struct tilt_colourings colourings;
	uint8_t *sets; /* for each node: seen, best move is to the high side, two frontiers */
	struct tilt_image *heads; /* for each permutation's inverse, computed when first needed */
	uint8_t *heads_ready;     /* whether they are computed */
	uint32_t *frontier_layer; /* of each frontier; 0: it is empty */
	uint32_t *frontier_nodes[2]; /* with a frontier of an even layer, of an odd layer */
	uint32_t frontier_count[2];
	uint32_t *pending; /* nodes with an edge into the last layer */
	uint32_t pending_count;
	uint32_t done_count;   /* of the pending nodes */
	uint32_t listed_count; /* of the last layer's nodes, those whose sources are in pending */
	uint32_t *listed_in;   /* the layer in which a node was last added to pending */
	uint32_t layer;        /* all classes up to this distance are seen */
	uint64_t seen;         /* classes so far */
	bool complete;         /* there are no more */
};

/* Bytes needed to search all nodes and colourings. */
uint64_t tilt_retrograde_bytes(const struct tilt_graph *graph,
                               const struct tilt_colourings *colourings);

/* The graph must be fully explored and reversed, and must not change. False without memory. Takes
 * ownership of the colourings. */
bool tilt_retrograde_init(struct tilt_retrograde *search, struct tilt_graph *graph,
                          struct tilt_colourings *colourings, const struct tilt_goal *goal);
void tilt_retrograde_free(struct tilt_retrograde *search);

bool tilt_retrograde_seen(const struct tilt_retrograde *search, const struct tilt_class *from);

/* Searches one more layer; continues within it where it was stopped. TILT_OK, TILT_STOPPED or
 * TILT_NO_MEMORY. */
enum tilt_status tilt_retrograde_step(struct tilt_retrograde *search, struct monitor *monitor,
                                      struct answer *answer);

/* The plan from a class that was seen to the goal, its first `most` moves. Returns its length. */
int tilt_retrograde_plan(const struct tilt_retrograde *search, const struct tilt_goal *goal,
                         const struct tilt_class *from, move_code *plan, int most);

#endif
