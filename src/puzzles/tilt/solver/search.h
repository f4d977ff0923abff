/* The searches of tilt, from which solver.c chooses: a quick plan (first_plan.c), the shortest plan
 * by bidirectional search (bidirectional.c), and the shortest plans of all positions by retrograde
 * analysis (retrograde.c). All fill in the answer of a task, and return early when its monitor says
 * so. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_SEARCH_H
#define PARLOUR_PUZZLES_TILT_SOLVER_SEARCH_H

#include "puzzles/tilt/solver/colourings.h"
#include "puzzles/tilt/solver/labels.h"
#include "puzzles/tilt/solver/visited.h"

/* ---- before all searches ---- */

/* Where moves can bring a block at most, for all positions of a graph. */
struct tilt_orbits {
	struct tilt_labels labels;   /* kept where something is out of reach */
	uint32_t nodes;              /* of the graph then; 0: none was looked through */
	uint8_t of[TILT_BLOCKS_MAX]; /* of each label: one label stands for all */
	int count;
	bool odd;   /* some permutation is odd, or */
	bool alike; /* some colour has two blocks, which may change places */
};

/* Whether moves may bring the position's colours to the goal's places, as far as can be told within
 * `bytes` bytes; if stopped, they may. All nodes must be explored. The orbits are found when they
 * are not those of the graph as it is. */
bool tilt_may_solve(struct tilt_orbits *orbits, const struct tilt_graph *graph,
                    const struct tilt_task *task, size_t bytes);
size_t tilt_orbits_bytes(const struct tilt_orbits *orbits);
void tilt_orbits_free(struct tilt_orbits *orbits);

/* ---- a first plan ---- */

/* Puts a plan into the answer if one is found. The reverse edges must be up to date. Uses at
 * most `bytes` bytes and frees them. False: stopped. */
bool tilt_first_plan(const struct tilt_graph *graph, const struct tilt_task *task, size_t bytes);

/* Takes a plan that leads to the goal as the answer's, tidied up, if it is shorter than that
 * (plan.c). Moves that move nothing may be among the `count` of `plan`, which is changed. */
void tilt_take_plan(const struct tilt_task *task, move_code *plan, int count);

/* ---- bidirectional search ---- */

struct tilt_bidirectional {
	struct tilt_graph *graph;
	unsigned bits;                 /* per colour */
	uint8_t code[COLOURS_MAX + 1]; /* code of each colour in packed colourings */
	struct tilt_visited backward, forward;
	struct tilt_budget budget;
	uint64_t records_max; /* whatever memory there is */
	bool explores;        /* nodes, as it reaches them */
};

/* The class where the two sides met, by its number on both. */
struct tilt_meeting_point {
	uint32_t backward, forward;
};

/* Whether packed colourings of the level's blocks fit a record. */
bool tilt_bidirectional_fits(const struct level *level);

void tilt_bidirectional_init(struct tilt_bidirectional *search, struct tilt_graph *graph,
                             const struct level *level, size_t limit);

/* Frees all memory, reporting meanwhile unless the task is NULL. False: stop; call it again. */
bool tilt_bidirectional_free(struct tilt_bidirectional *search, const struct tilt_task *task);

/* Searches forward only, where the graph is not explored: explores nodes as it reaches them. Both
 * sides must be empty. The goal's classes may not be known yet. */
void tilt_bidirectional_forward(struct tilt_bidirectional *search, struct tilt_task *task);

/* Searches from both ends. Fills the answer: bounds, plan, verdict. The graph must be reversed, and
 * must not change from the first such search on. Where it is not fully explored, the answer is
 * about plans that keep to what is explored. */
void tilt_bidirectional_search(struct tilt_bidirectional *search, const struct tilt_task *task);

/* The moves from the start to a record of the forward side, and from a record of the backward side
 * to the goal. Each returns how many. */
int tilt_bidirectional_to(const struct tilt_bidirectional *search, uint32_t number,
                          move_code *moves);
int tilt_bidirectional_from(const struct tilt_bidirectional *search, const struct tilt_task *task,
                            uint32_t number, move_code *moves);

/* Goes on from the last layers of a bidirectional or a forward search without any more memory
 * (deepen.c): only the monitor ends it, or the shortest plan. */
void tilt_deepen(struct tilt_bidirectional *search, const struct tilt_task *task);

/* Looks for a shorter plan from the last layers of a bidirectional search, for a few tenths of a
 * second. False: stopped. */
bool tilt_middle_plans(struct tilt_bidirectional *search, const struct tilt_task *task);

/* Goes on from the last layers of a bidirectional search that had to end, without storing much
 * more: memory does not end it (middle.h). Where nothing else would end it, it does so after a
 * minute or so. Frees the forward side. */
void tilt_middle_search(struct tilt_bidirectional *search, const struct tilt_task *task);

/* For bidirectional.c, in expand.c: the number of nodes and classes stored; a class as a record
 * without a parent; the colouring that a node's edge leads to. */
uint64_t tilt_expand_states(const struct tilt_bidirectional *search);
struct tilt_record tilt_expand_record(const struct tilt_bidirectional *search,
                                      const struct tilt_class *class);
uint64_t tilt_expand_permute(const struct tilt_bidirectional *search, uint32_t node, int side,
                             uint64_t colouring);

/* The packed colouring that a permutation makes of one, block i becoming to[i]. */
static inline uint64_t tilt_permute(const struct tilt_bidirectional *search, const uint8_t *to,
                                    uint64_t colouring)
{
	const uint64_t mask = (UINT64_C(1) << search->bits) - 1;
	const unsigned bits = search->bits;
	uint64_t permuted = 0;
	for (int i = 0; i < search->graph->blocks; i++, colouring >>= bits)
		permuted |= (colouring & mask) << to[i] * bits;
	return permuted;
}

/* The inverse. */
static inline uint64_t tilt_permute_back(const struct tilt_bidirectional *search, const uint8_t *to,
                                         uint64_t colouring)
{
	const uint64_t mask = (UINT64_C(1) << search->bits) - 1;
	const unsigned bits = search->bits;
	uint64_t permuted = 0;
	for (int i = 0; i < search->graph->blocks; i++)
		permuted |= (colouring >> to[i] * bits & mask) << (unsigned)i * bits;
	return permuted;
}

/* Starts an empty side with some classes, in a layer of that depth. The side stays empty unless the
 * status is TILT_OK. */
enum tilt_status tilt_expand_start(struct tilt_bidirectional *search, struct tilt_visited *visited,
                                   const struct tilt_class from[TILT_AXES], int depth,
                                   const struct tilt_task *task);

/* Expands the last layer of a side, by several threads if it is large; continues where it was
 * stopped. TILT_MET where a new class has been visited from the other side. */
enum tilt_status tilt_expand(struct tilt_bidirectional *search, struct tilt_visited *visited,
                             struct tilt_meeting_point *point, const struct tilt_task *task);

/* ---- retrograde analysis ---- */

struct tilt_retrograde {
	const struct tilt_graph *graph;
	struct tilt_labels labels;
	struct tilt_numbers numbers;
	struct tilt_colourings colourings;
	uint8_t *sets; /* for each node: seen, best move is to the high side, two frontiers */
	struct tilt_image *heads; /* for each permutation's inverse, computed when first needed */
	uint8_t *heads_ready;     /* whether they are computed */
	uint32_t *frontier_layer; /* layer of each frontier; 0: empty; all lists are one block */
	uint32_t *frontier_nodes[2]; /* with a frontier of an even layer, of an odd layer */
	uint32_t frontier_count[2];
	uint32_t done;       /* those of the last layer's nodes whose predecessors have pulled */
	uint32_t *pulled_in; /* the layer in which a node last did */
	uint32_t layer;      /* all classes up to this distance are seen */
	uint64_t seen;       /* classes so far */
};

/* Prepares searches of all nodes and colourings within `bytes`. False: that is too little, or
 * stopped. The graph must be fully explored and reversed, and must not change. */
bool tilt_retrograde_init(struct tilt_retrograde *search, const struct tilt_graph *graph,
                          const struct tilt_task *task, size_t bytes);
void tilt_retrograde_free(struct tilt_retrograde *search);

/* Searches up to the distance of the task's position; continues where the last search ended. */
void tilt_retrograde_search(struct tilt_retrograde *search, const struct tilt_task *task);

#endif
