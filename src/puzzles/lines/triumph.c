/* The moment of triumph: light runs along the strokes of each closed shape, from its first tile to
 * its last, and the shape fills with its colour. All shapes are full at the same time. */
#include <stdlib.h>

#include "puzzle/board_pixels.h"
#include "puzzles/lines/paint.h"

enum { FULL = 700 }; /* when all shapes are, in thousandths of the moment */

static const struct size margin = {LINES_MARGIN_ROWS, LINES_MARGIN_COLUMNS};

/* How light goes through the tiles of the shapes. */
struct course {
	int before[CELLS_MAX];  /* tiles between a tile and the first one of its group; -1: open */
	int heading[CELLS_MAX]; /* the direction in which it enters a tile; -1: it begins there */
	int longest[CELLS_MAX]; /* by group: tiles after the first */
};

/* Goes along the strokes from the first tile of a group. */
static void follow(const struct scene *scene, int first, struct course *course)
{
	const struct level *level = scene->level;
	int queue[CELLS_MAX], count = 0;
	queue[count++] = first;
	course->before[first] = 0;
	course->heading[first] = -1;
	for (int i = 0; i < count; i++)
		for (int d = 0; d < DIRECTIONS; d++) {
			int row = queue[i] / level->columns, column = queue[i] % level->columns;
			if (!(scene->joined[queue[i]] >> d & 1) ||
			    !direction_step(level, d, &row, &column))
				continue;
			const int cell = row * level->columns + column;
			if (course->before[cell] >= 0)
				continue;
			course->before[cell] = course->before[queue[i]] + 1;
			course->heading[cell] = d;
			course->longest[scene->groups.of[first]] = course->before[cell];
			queue[count++] = cell;
		}
}

static void find_course(const struct scene *scene, struct course *course)
{
	const int cells = level_cells(scene->level);
	for (int cell = 0; cell < cells; cell++)
		course->before[cell] = -1;
	for (int cell = 0; cell < cells; cell++) {
		const int group = scene->groups.of[cell];
		if (course->before[cell] >= 0 || !scene->groups.closed[group] ||
		    (scene->piece[cell] & SIDES) == 0)
			continue;
		course->longest[group] = 0;
		follow(scene, cell, course);
	}
}

/* How far light has to go in a tile to a pixel of it: from the edge that it enters by, or from the
 * tile's middle. */
static int depth(int heading, int side, int y, int x)
{
	const int down = abs(2 * y + 1 - side), right = abs(2 * x + 1 - side);
	switch (heading) {
	case UP:
		return side - 1 - y;
	case RIGHT:
		return x;
	case DOWN:
		return y;
	case LEFT:
		return side - 1 - x;
	default:
		return down > right ? down : right;
	}
}

/* Light that has travelled that many pixels into a tile. It is brightest in the stroke at its
 * head. */
static void light_tile(struct picture *picture, int y, int x, int heading, int far)
{
	const int side = picture->side;
	for (int i = 0; i < side; i++)
		for (int j = 0; j < side; j++) {
			const int behind = far - depth(heading, side, i, j);
			const bool stroke =
				colour_tone(picture_pixel_at(picture, y + i, x + j)) != TONE_SUNK;
			if (behind >= 0)
				pixels_shine_at(picture, y + i, x + j,
				                stroke && behind < side ? 2 : 1);
		}
}

void lines_triumph(const struct level *level, const struct state *state, int time,
                   struct picture *picture)
{
	struct scene scene = {.level = level, .picture = picture};
	struct course course;
	lines_set_scene(&scene, &(struct view){.state = state});
	find_course(&scene, &course);
	for (int cell = 0; cell < level_cells(level); cell++) {
		if (course.before[cell] < 0)
			continue;
		const int length = (course.longest[scene.groups.of[cell]] + 1) * picture->side;
		light_tile(picture, board_y(picture, margin, cell / level->columns),
		           board_x(picture, margin, cell % level->columns), course.heading[cell],
		           length * time / FULL - course.before[cell] * picture->side);
	}
}
