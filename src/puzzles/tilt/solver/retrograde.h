/* How far every position of a tilt level is from its goal, found backwards and many at a time.
 *
 * A breadth-first search from the goal over nodes times words, one set of words a node and purpose:
 * retrograde analysis (Ströhlein 1970) with frontiers as bit sets (Korf: Minimizing disk I/O in
 * two-bit breadth-first search, 2008). A node asks each layer what its two edges bring it from the
 * last one. Kept are one bit a word for "seen" and one for the better side. That is enough for
 * plans, whose length is the distance, and needs no distances, which modulo three would not tell
 * apart here: moves can't be taken back, so a neighbour can be any number of moves farther.
 *
 * It is done layer by layer and halts at the position asked for; what is asked later goes on
 * there. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_RETROGRADE_H
#define PARLOUR_PUZZLES_TILT_SOLVER_RETROGRADE_H

#include "puzzles/tilt/solver/colourings.h"
#include "puzzles/tilt/solver/graph.h"

struct tilt_layers {
	struct tilt_graph *graph;
	struct tilt_words words;
	uint8_t *sets;            /* of each node: seen, by the high side, two frontiers */
	struct tilt_image *heads; /* of each permutation's inverse, made when first needed */
	uint8_t *ready;           /* whether they are made */
	uint32_t *live;           /* of each frontier: the layer it is of; 0: empty */
	uint32_t *list[2];        /* nodes with a frontier of an even layer, of an odd one */
	uint32_t count[2];
	uint32_t *asked;              /* nodes with an edge into the last layer */
	uint32_t *marked;             /* of each node: the layer that it was asked in last */
	uint32_t listed;              /* nodes of the last layer that those before are listed of */
	uint32_t asking, asked_count; /* asked so far, and in all */
	uint32_t layer;               /* all classes at most so far are seen */
	uint64_t seen;                /* classes so far */
	bool through;                 /* there are no others */
};

/* What it takes to search nodes times words. */
uint64_t tilt_layers_bytes(const struct tilt_graph *graph, const struct tilt_words *words);

/* The graph is explored, and stays as it is. False without memory. Takes the words over. */
bool tilt_layers_init(struct tilt_layers *layers, struct tilt_graph *graph,
                      struct tilt_words *words, const struct tilt_goal *goal);
void tilt_layers_free(struct tilt_layers *layers);

bool tilt_layers_seen(const struct tilt_layers *layers, const struct tilt_class *from);

enum tilt_step { TILT_STEPPED, TILT_BROKEN_OFF, TILT_NO_ROOM };

/* Searches one layer more; goes on within it where it was stopped. */
enum tilt_step tilt_layers_step(struct tilt_layers *layers, struct monitor *monitor,
                                struct answer *answer);

/* The way to the goal from a class that was seen; tells only `most` moves. Returns its length. */
int tilt_layers_plan(const struct tilt_layers *layers, const struct tilt_goal *goal,
                     const struct tilt_class *from, move_code *plan, int most);

#endif
