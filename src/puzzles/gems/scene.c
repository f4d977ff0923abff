#include "puzzles/gems/scene.h"

#include "puzzle/puzzle.h"
#include "puzzles/gems/gems.h"

/* How far a swap's gems have gone in each frame, in sixteenths: slower at the ends. The second half
 * is the way back of one that is not valid. */
static const int slides[] = {3, 8, 13, 16, 13, 8, 3};
enum {
	SWAP_FRAMES = 3,
	REFUSED_FRAMES = sizeof slides / sizeof slides[0],
	TURN = SWAP_FRAMES + 1, /* of these frames, the one before the way back */
	FALL_TICKS = 4,         /* a gem falls t * t / FALL_TICKS rows in t frames */
};

/* ---- frames ---- */

/* Counts the frames of a phase. True if the wanted frame is one of them. */
static bool pass(struct scene *scene, enum phase phase, int frames, int wanted)
{
	const int tick = wanted - scene->frame;
	if (tick < 1 || tick > frames) {
		scene->frame += frames;
		return false;
	}
	scene->phase = phase;
	scene->tick = tick;
	scene->frame = wanted;
	return true;
}

/* The frame in which a gem that falls that many rows lands. */
static int landing(int rows)
{
	int tick = 0;
	while (tick * tick < FALL_TICKS * rows)
		tick++;
	return tick;
}

/* The frames of a fall: the last gem bounces after it has landed. */
static bool pass_fall(const struct level *level, struct scene *scene, int wanted)
{
	int rows = 0;
	scene->landed = scene->gems;
	while (gems_fall(level, &scene->landed))
		rows++;
	if (pass(scene, PHASE_FALL, rows > 0 ? landing(rows) + 1 : 0, wanted))
		return true;
	scene->gems = scene->landed;
	return false;
}

/* The frames of the step that is next. */
static bool pass_step(const struct level *level, struct scene *scene, int wanted)
{
	const int begin = scene->frame + 1;
	scene->number++;
	scene->points = score_add(scene->points, scene->step.points);
	bool found = pass(scene, PHASE_FLASH, 1, wanted) ||
	             pass(scene, PHASE_SHRINK, SHRINK_FRAMES, wanted);
	if (!found) {
		gems_clear(level, &scene->gems, &scene->step);
		found = pass_fall(level, scene, wanted);
	}
	scene->age = scene->frame - begin;
	return found;
}

/* The frames of the swap, which is made unless it is not valid. */
static bool pass_swap(const struct level *level, struct scene *scene, move_code move, int wanted)
{
	const int partner = gems_partner(level, move);
	struct gems swapped = scene->gems;
	scene->refused = !gems_make_swap(level, &swapped, move);
	const bool shown = !scene->refused || (partner >= 0 && is_gem(swapped.cell[move / 2]) &&
	                                       is_gem(swapped.cell[partner]));
	const int frames = !shown ? 0 : scene->refused ? REFUSED_FRAMES : SWAP_FRAMES;
	if (pass(scene, PHASE_SWAP, frames, wanted))
		return true;
	scene->gems = swapped;
	return false;
}

void scene_find(const struct level *level, const struct state *state, move_code move, int frame,
                struct scene *scene)
{
	*scene = (struct scene){.phase = PHASE_REST};
	gems_unpack(level, state, &scene->gems);
	if (pass_swap(level, scene, move, frame) || scene->refused)
		return;
	while (gems_find_step(level, &scene->gems, scene->number + 1, move, &scene->step) &&
	       !gems_cascade_ends(level, scene->number + 1))
		if (pass_step(level, scene, frame))
			return;
	scene->number = 0;
	if (level->endless && gems_next_swap(level, &scene->gems, 0) < 0)
		pass(scene, PHASE_STUCK, 1, frame);
}

int gems_points(const struct level *level, const struct state *state, move_code move, int frame)
{
	struct scene scene;
	scene_find(level, state, move, frame, &scene);
	return scene.points;
}

int gems_frames(const struct level *level, const struct state *state, move_code move)
{
	struct scene scene;
	scene_find(level, state, move, 0, &scene);
	return scene.frame;
}

bool gems_is_key_frame(const struct level *level, const struct state *state, move_code move,
                       int frame)
{
	struct scene scene;
	scene_find(level, state, move, frame, &scene);
	return scene.phase == PHASE_FLASH || scene.phase == PHASE_STUCK ||
	       (scene.phase == PHASE_SWAP && scene.tick == TURN);
}

/* ---- places ---- */

int scene_slid(const struct scene *scene, int side)
{
	return (side * slides[scene->tick - 1] + 8) / 16;
}

void scene_sources(const struct level *level, const struct scene *scene, int column,
                   int source[SIDE_MAX])
{
	int from = level->rows - 1;
	for (int row = level->rows - 1; row >= 0; row--) {
		while (from >= 0 && scene->gems.cell[from * level->columns + column] == EMPTY)
			from--;
		source[row] = from--;
	}
}

int scene_fallen(const struct scene *scene, int rows, int side)
{
	const int way = side * scene->tick * scene->tick / FALL_TICKS;
	return way < rows * side ? way : rows * side;
}

bool scene_has_landed(const struct scene *scene, int rows)
{
	return rows > 0 && scene->tick == landing(rows) + 1;
}
