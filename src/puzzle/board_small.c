/* A block is a key: its top is at the upper left, and its sides, in the dark, at the right and
 * below. A goal is a pit: its walls are at the left and above, and its floor, with a hollow symbol,
 * is at the lower right. A block at home is the same key in a lit rim. A goal under another's
 * block is seen at the block's side. */
#include "puzzle/board_small.h"

/* Where a symbol is in the picture: in the middle of a block's top or of a floor, as far as whole
 * cells of the picture allow. */
struct place {
	int row, column;
};

static struct place top_of(const struct picture *picture, int y, int x)
{
	return (struct place){(y + 1) / 2, x + (picture->side - 1) / 2};
}

static struct place floor_of(const struct picture *picture, int y, int x)
{
	const int side = picture->side;
	return (struct place){(y + (side == 4 ? 3 : 1)) / 2, x + side / 2};
}

/* `sides`: the colour of those that are not in the light. */
static void paint_key(struct picture *picture, int y, int x, int hue, colour_id sides)
{
	const int side = picture->side;
	const colour_id base = hue_colour(hue, TONE_BASE);
	const struct place top = top_of(picture, y, x);
	if (side == 4) {
		picture_pixels(picture, y, x, 3, 3, base);
		picture_pixels(picture, y + 1, x + 3, 3, 1, sides);
		picture_pixels(picture, y + 3, x + 1, 1, 2, sides);
	} else {
		picture_pixels(picture, y, x, side, side, base);
		if (side == 3 && y % 2 == 0)
			picture_pixels(picture, y + 2, x, 1, 3, sides);
		else if (side == 3)
			picture_pixels(picture, y, x, 1, 3, hue_colour(hue, TONE_LIGHT));
		picture_ink(picture, top.row, x + side - 1, side == 2 ? U'▘' : U'▌', base, sides);
	}
	picture_ink(picture, top.row, top.column, picture_piece_glyph(picture, hue),
	            hue_colour(hue, TONE_SYMBOL), base);
}

void small_block(struct picture *picture, int y, int x, int hue)
{
	paint_key(picture, y, x, hue, hue_colour(hue, TONE_DARK));
}

/* The same key in a lit rim: another one would seem to jump when it gets home. */
void small_home(struct picture *picture, int y, int x, int hue)
{
	const colour_id rim = hue_colour(hue, TONE_GLINT);
	picture_pixels(picture, y, x, picture->side, picture->side, rim);
	paint_key(picture, y, x, hue, rim);
}

void small_goal(struct picture *picture, int y, int x, int hue)
{
	const int side = picture->side;
	const struct place middle = floor_of(picture, y, x);
	const colour_id floor = hue_colour(hue, TONE_SUNK);
	picture_pixels(picture, y, x, side, side, floor);
	if (side == 4)
		picture_pixels(picture, y, x, 4, 1, COLOUR_PIT);
	else
		picture_ink(picture, middle.row, x, U'▌', COLOUR_PIT, floor);
	if (side == 4 || y % 2 != 0)
		picture_pixels(picture, y, x, 1, side, COLOUR_PIT);
	picture_ink(picture, middle.row, middle.column, picture_goal_glyph(picture, hue),
	            COLOUR_MARK, floor);
}

void small_goal_under(struct picture *picture, int y, int x, int goal)
{
	const int side = picture->side;
	const colour_id ground = hue_colour(goal, TONE_SUNK);
	if (side == 4) {
		picture_pixels(picture, y + 1, x + 3, 3, 1, ground);
		picture_pixels(picture, y + 3, x + 1, 1, 2, ground);
	}
	picture_ink(picture, floor_of(picture, y, x).row, x + side - 1,
	            picture_goal_glyph(picture, goal), COLOUR_MARK, ground);
}
