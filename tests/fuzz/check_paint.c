#undef NDEBUG /* the assertions are the test */
#include "fuzz/check_paint.h"

#include <assert.h>

#include "puzzle/board.h"
#include "puzzle/puzzle.h"

enum { BORDER = 1 }; /* cells around the board that painting must not touch */

#define UNTOUCHED U'\x7F' /* is never painted */

/* Whether it is visible, or covered by a wide glyph. */
static void check_glyph(enum glyph_set glyphs, char32_t glyph)
{
	const bool covered = glyph == 0 && glyphs != GLYPHS_ASCII;
	const bool ascii = glyph >= ' ' && glyph < 0x7F;
	const bool other = glyph >= 0xA0 && glyph < 0xD800 && glyphs != GLYPHS_ASCII;
	assert(covered || ascii || other);
}

static void check_cells(const struct picture *picture)
{
	for (int row = 0; row < picture->rows; row++)
		for (int column = 0; column < picture->columns; column++) {
			const struct picture_cell *cell =
				&picture->cells[row * picture->columns + column];
			const bool inside = row >= BORDER && row < picture->rows - BORDER &&
			                    column >= BORDER && column < picture->columns - BORDER;
			assert((cell->glyph != UNTOUCHED) == inside);
			assert(cell->role < ROLE_COUNT && cell->tint <= COLOURS_MAX);
			if (inside)
				check_glyph(picture->glyphs, cell->glyph);
		}
	assert(picture->click_area_count <= CLICK_AREAS_MAX);
}

static void paint_view(const struct puzzle *puzzle, const struct level *level,
                       const struct view *view, struct picture *picture)
{
	const struct size margin = puzzle->screen.margin;
	picture->frame = puzzle_frame_rows(puzzle, level);
	const struct size around = board_around(picture, margin);
	const struct size extent =
		picture->pixels ? puzzle_framed_extent(puzzle, level, picture->side, picture->frame)
				: puzzle_extent(puzzle, level, picture->side);
	assert(picture_resize(picture, extent.rows + 2 * BORDER, extent.columns + 2 * BORDER));
	picture_fill(picture, 0, 0, picture->rows, picture->columns, UNTOUCHED, ROLE_TEXT, 0);
	picture_set_origin(picture, BORDER + around.rows - margin.rows,
	                   BORDER + around.columns - margin.columns);
	puzzle->screen.paint(level, view, picture);
	check_cells(picture);
}

/* Any code at all, if it is that of a move which is not valid. */
static void paint_refused(const struct puzzle *puzzle, const struct level *level,
                          const struct state *state, move_code move, struct picture *picture)
{
	struct state after = *state;
	struct view view = {.state = state, .moving = move};
	if (puzzle->screen.refused_frames == NULL || puzzle->rules.apply(level, &after, move))
		return;
	const int frames = puzzle->screen.refused_frames(level, state, move);
	for (view.frame = 1; view.frame <= frames; view.frame++)
		paint_view(puzzle, level, &view, picture);
}

static void paint_all(const struct session *session, struct bytes *input, struct picture *picture)
{
	static move_code moves[MOVES_MAX];
	const struct puzzle *puzzle = session->puzzle;
	const struct level *level = &session->level;
	struct state state;
	session_state(session, &state);
	paint_view(puzzle, level, &(struct view){.state = &state}, picture);
	paint_refused(puzzle, level, &state, (move_code)next_below(input, MOVES_MAX), picture);
	struct view view = {.state = &state, .cursor = &session->cursor};
	const int count = puzzle_valid_moves(puzzle, level, &state, moves);
	if (count == 0) {
		paint_view(puzzle, level, &view, picture);
		return;
	}
	view.moving = moves[next_below(input, count)];
	view.hint = &view.moving;
	view.valid = moves;
	view.valid_count = count;
	paint_view(puzzle, level, &view, picture);
	view.hint = view.valid = NULL;
	view.valid_count = 0;
	const int frames = puzzle->screen.frames == NULL
	                           ? 0
	                           : puzzle->screen.frames(level, &state, view.moving);
	for (view.frame = 1; view.frame <= frames; view.frame++)
		paint_view(puzzle, level, &view, picture);
}

void check_paint(const struct session *session, struct bytes *input)
{
	static const int sides[] = {2, 4, 6, 10, 3, 5, 7, 8, 9, 12, 13};
	enum { GLYPH_SIDES = 4, SIDES = sizeof sides / sizeof sides[0] };
	struct picture *picture = picture_new();
	assert(picture != NULL);
	picture->glyphs = (enum glyph_set)next_below(input, GLYPHS_COUNT);
	picture->pixels = picture->glyphs != GLYPHS_ASCII;
	if (picture->pixels)
		picture->tones = (enum tones)next_below(input, TONES_NONE + 1);
	picture_set_side(picture, sides[next_below(input, picture->pixels ? SIDES : GLYPH_SIDES)]);
	paint_all(session, input, picture);
	picture_free(picture);
}
