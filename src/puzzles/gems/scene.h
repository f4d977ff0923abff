/* Scenes: what each frame of a move shows.
 *
 * A swap slides two gems past each other. Then, for each step of its cascade: what it clears is lit
 * (a key frame), shrinks, and the rest falls, as fast as things fall. One more key frame comes
 * before a reshuffle. A swap of two gems that is not valid slides there and back; its key frame is
 * the one between. */
#ifndef PARLOUR_PUZZLES_GEMS_SCENE_H
#define PARLOUR_PUZZLES_GEMS_SCENE_H

#include "puzzles/gems/rules.h"

enum phase {
	PHASE_REST,
	PHASE_SWAP,   /* the swap's gems are between their cells */
	PHASE_FLASH,  /* the step's gems are lit */
	PHASE_SHRINK, /* they shrink, and special gems that it leaves are there */
	PHASE_FALL,
	PHASE_STUCK, /* no swap is left */
};

enum { SHRINK_FRAMES = 2 };

struct scene {
	enum phase phase;
	int tick;              /* frame of the phase, from 1 */
	struct gems gems;      /* before what the phase does */
	struct gems landed;    /* after it, in PHASE_FALL */
	struct gems_step step; /* the cascade's latest, until the next one */
	int number;            /* number of that step, from 1; 0: none yet */
	int age;               /* frames since it was lit */
	int frame;             /* the number counted so far */
	int points;            /* so far, with the step's */
	bool refused;          /* the swap is not valid */
};

/* The scene of a frame; without a frame of that number, the end of the move. */
void scene_find(const struct level *level, const struct state *state, move_code move, int frame,
                struct scene *scene);

/* In PHASE_SWAP: how much of `side` each of the two gems has gone towards the other's cell. */
int scene_slid(const struct scene *scene, int side);

/* In PHASE_FALL: for each row of a column after the fall, the row that its gem comes from: negative
 * above the board. */
void scene_sources(const struct level *level, const struct scene *scene, int column,
                   int source[SIDE_MAX]);

/* How far a gem that falls that many rows has fallen, in units of which a row has `side`. */
int scene_fallen(const struct scene *scene, int rows, int side);

/* Whether it has just landed. */
bool scene_has_landed(const struct scene *scene, int rows);

#endif
