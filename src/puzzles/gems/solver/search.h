/* The search of one level of match three: what its parts share.
 *
 * The depth-first search (gems_deep.h) and A* (gems_solver.c) take turns on one table of nodes, and
 * tell shorter ways as they find them. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_SEARCH_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_SEARCH_H

#include "puzzle/puzzle_solver.h"
#include "puzzles/gems/solver/nodes.h"

enum {
	SUMS = 1536,           /* of depth and bound: a swap takes three of all gems and letters */
	NEXT_MAX = 512,        /* their successors; fewer nodes where these are more */
};

/* Nodes that wait, last in, first out. */
struct stack {
	uint32_t *node;
	size_t count, room;
};

/* A swap that leads on. */
struct choice {
	uint32_t node;
	int rank;       /* the least goes first */
	move_code move;
};

/* A position on the way of the depth-first search. */
struct frame {
	uint32_t node;
	int count, tried;
	struct choice choice[SUCCESSORS_MAX];
};

struct hunt {
	struct level level;
	struct field field;
	struct spread spread;
	struct nodes nodes;
	size_t bytes;
	bool ready;              /* field, spread and nodes are */
	struct stack open[SUMS]; /* by depth plus bound */
	size_t open_bytes, open_limit;
	int sum;                 /* no node waits with a lesser one */
	struct frame *frame;
	int depth, frames;
	struct successor next[NEXT_MAX];
	uint64_t hash[NEXT_MAX];
	int nexts;
	struct successor here[SUCCESSORS_MAX]; /* of a position on a plan */
	uint32_t start;
	unsigned expanded;       /* nodes, in this search */
	uint32_t kept;           /* nodes that were there before */
	bool news;               /* a shorter way has been found and not been told */
	struct monitor *monitor;
	struct answer *answer;
};

/* How a part of the search ended. */
enum outcome {
	FURTHER,  /* there is more to do */
	PROVEN,   /* there is no shorter way than what is known */
	STOPPED,  /* the watch said so */
	NO_MEMORY
};

/* A way of so many moves is known. True if it is the shortest so far, whose plan is to be filled
 * in. */
bool gems_hunt_note_way(struct hunt *hunt, int length);

/* Makes a swap by its code; it is valid here. */
void gems_hunt_make(struct hunt *hunt, struct position *position, move_code move);

/* The end of a plan, from a position whose shortest way is known. */
void gems_hunt_fill_end(struct hunt *hunt, struct position position, int from);

enum node_status gems_hunt_status(const struct hunt *hunt, uint32_t number);

/* Tells the answer so far. */
enum outcome gems_hunt_look(struct hunt *hunt);

/* Counts a node that is expanded, and looks at the watch when it is time. */
enum outcome gems_hunt_count(struct hunt *hunt);

/* Writes down a node's successors with their hashes, behind those that are there, and has the cache
 * fetch where they would be. */
void gems_hunt_expand(struct hunt *hunt, uint32_t number);

/* The new node of a position; NODES_NONE where there is no memory. */
uint32_t gems_hunt_add(struct hunt *hunt, const struct position *position, uint64_t hash,
                       int bound);

#endif
