/* The moment of triumph: a fountain of small jewels, of the colours that had to go, over the board
 * that they have left. */
#include "puzzle/board_pixels.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/jewels.h"
#include "puzzles/gems/rules.h"

enum {
	JEWELS = 12,
	LAST = 450,   /* when the last one rises, in thousandths of the moment */
	FLIGHT = 520, /* duration of each flight */
	WHOLE = 1000,
};

static const struct size margin = GEMS_MARGIN;

/* The colours that had to go; where points were the goal, all of the level's start. Returns how
 * many. */
static int find_hues(const struct level *level, int hues[COLOURS_MAX])
{
	struct gems gems;
	bool found[COLOURS_MAX + 1] = {false};
	int count = 0;
	gems_unpack(level, &level->start, &gems);
	for (int cell = 0; cell < level_cells(level); cell++)
		if ((level->rules & RULE_CLEAR_ALL) == 0 ? is_gem(gems.cell[cell])
		                                         : is_wanted(level, gems.cell[cell]))
			found[gems.cell[cell]] = true;
	for (int hue = 1; hue <= COLOURS_MAX; hue++)
		if (found[hue])
			hues[count++] = hue;
	return count;
}

/* Of a small jewel: about half a cell, so small that the fountain has room. */
static int size_of(const struct level *level, int side)
{
	const int half = side < 8 ? side / 2 : side < 10 ? 5 : side / 2;
	const int most = level->rows * side / 7;
	return most < 1 ? 1 : half > most ? most : half;
}

/* A jewel on its way from the middle of the lower edge, up and down again; `way` in thousandths. */
static void paint_jewel(const struct level *level, int number, int way, int hue,
                        struct picture *picture)
{
	const int side = picture->side, size = size_of(level, side);
	const int height = level->rows * side - size, width = level->columns * side - size;
	const int target = width * (number * 7 % JEWELS) / (JEWELS - 1);
	const int peak = height * (WHOLE - number * 5 % JEWELS * 28) / WHOLE;
	const int rise = peak * 4 * way / WHOLE * (WHOLE - way) / WHOLE;
	jewel_paint_small(picture, board_y(picture, margin, 0) + height - rise,
	                  board_x(picture, margin, 0) + width / 2 +
	                          (target - width / 2) * way / WHOLE,
	                  size, hue);
}

void gems_triumph(const struct level *level, const struct state *state, int time,
                  struct picture *picture)
{
	int hues[COLOURS_MAX];
	const int count = find_hues(level, hues);
	(void)state;
	for (int i = 0; i < JEWELS && count > 0; i++) {
		const int age = time - LAST * i / (JEWELS - 1);
		if (age >= 0 && age < FLIGHT)
			paint_jewel(level, i, age * WHOLE / FLIGHT, hues[i % count], picture);
	}
}
