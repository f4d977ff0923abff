#include "puzzle/puzzle.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>

#include "os/language.h"
#include "puzzle/board.h"
#include "puzzle/cell.h"

static bool has_all_or_none(const struct puzzle_reasons *reasons)
{
	const int members = (reasons->gain != NULL) + (reasons->purpose != NULL) +
	                    (reasons->fault != NULL) + (reasons->write != NULL);
	return members == 0 || members == 4;
}

/* Only developers see these errors. */
bool puzzle_check(const struct puzzle *puzzle, struct error *error)
{
	if (puzzle->name == NULL)
		return error_set(error, "a puzzle has no name");
	const unsigned special = 1U << HEADER_RULES | 1U << HEADER_GOAL | 1U << HEADER_PIECE |
	                         1U << HEADER_REFILL;
	const struct {
		const char *name;
		bool given;
	} required[] = {
		{"title", puzzle->title != NULL},
		{"rules.moves", puzzle->rules.moves != NULL},
		{"rules.apply", puzzle->rules.apply != NULL},
		{"rules.solved", puzzle->rules.solved != NULL},
		{"rules.lower_bound", puzzle->rules.lower_bound != NULL},
		{"format.alphabet", puzzle->format.alphabet[0] != NULL},
		{"format.read_headers", puzzle->format.read_headers != NULL ||
		                                (puzzle->format.headers & special) == 0},
		{"format.read", puzzle->format.read != NULL},
		{"format.write", puzzle->format.write != NULL},
		{"format.name_move", puzzle->format.name_move != NULL},
		{"format.read_move", puzzle->format.read_move != NULL},
		{"text.goal", puzzle->text.goal != NULL},
		{"text.rules", puzzle->text.rules != NULL},
		{"text.help", puzzle->text.help != NULL},
		{"text.legend", puzzle->text.legend != NULL},
		{"text.refusal", puzzle->text.refusal != NULL},
		{"text.describe_cell", puzzle->text.describe_cell != NULL},
		{"text.hint_text", puzzle->text.hint_text != NULL},
		{"a member of reasons", has_all_or_none(&puzzle->reasons)},
		{"screen.press", puzzle->screen.press != NULL},
		{"screen.paint", puzzle->screen.paint != NULL},
		{"generator.recipe", puzzle->generator.recipe.rows > 0 &&
		                             puzzle->generator.recipe.columns > 0},
		{"generator.start", puzzle->generator.start != NULL},
	};
	for (size_t i = 0; i < sizeof required / sizeof *required; i++)
		if (!required[i].given)
			return error_set(error, "puzzle \"%s\": %s is missing", puzzle->name,
			                 required[i].name);
	return true;
}

const char *const *puzzle_rules(const struct puzzle *puzzle, const struct level *level)
{
	return level == NULL || puzzle->text.rules_of == NULL ? puzzle->text.rules
	                                                      : puzzle->text.rules_of(level);
}

void puzzle_prepare(const struct puzzle *puzzle, struct level *level)
{
	if (puzzle->rules.prepare != NULL)
		puzzle->rules.prepare(level);
}

int puzzle_valid_moves(const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, move_code out[MOVES_MAX])
{
	const int count = puzzle->rules.moves(level, state, out);
	assert(count >= 0 && count <= MOVES_MAX);
	int valid = 0;
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		if (puzzle->rules.apply(level, &next, out[i]))
			out[valid++] = out[i];
	}
	return valid;
}

void puzzle_explain(const struct puzzle *puzzle, const struct level *level,
                    const struct state *state, move_code move, char out[REASON_MAX])
{
	out[0] = '\0';
	if (puzzle->text.explain != NULL)
		puzzle->text.explain(level, state, move, out, REASON_MAX);
	if (out[0] == '\0')
		snprintf(out, REASON_MAX, "%s", _(puzzle->text.refusal));
}

void puzzle_explain_name(const struct puzzle *puzzle, const struct level *level,
                         const struct state *state, const char *name, char out[REASON_MAX])
{
	const struct puzzle_text *text = &puzzle->text;
	const char *why = text->explain_name == NULL ? NULL : text->explain_name(level, name);
	char cell[CELL_NAME_MAX];
	move_code move;
	if (puzzle->format.read_move(level, name, &move))
		puzzle_explain(puzzle, level, state, move, out);
	else if (cell_off_board(level, name, cell))
		snprintf(out, REASON_MAX, _("%s is off the board."), cell);
	else
		snprintf(out, REASON_MAX, "%s", why == NULL ? "" : why);
}

bool puzzle_find_move(const struct puzzle *puzzle, const struct level *level,
                      const struct state *state, const char *name, move_code *move)
{
	struct state next = *state;
	return puzzle->format.read_move(level, name, move) &&
	       puzzle->rules.apply(level, &next, *move);
}

int puzzle_score(const struct puzzle *puzzle, const struct level *level, const struct state *state,
                 move_code move, int score)
{
	const int points =
		puzzle->rules.points == NULL ? 0 : puzzle->rules.points(level, state, move, 0);
	assert(points >= 0 && score >= 0);
	return score_add(score, points);
}

bool puzzle_answer_is_valid(const struct puzzle *puzzle, const struct level *level,
                            const struct state *state, const struct answer *answer)
{
	struct state now = *state;
	if (!answer_is_valid(answer))
		return false;
	for (int i = 0; i < answer->length; i++)
		if (!puzzle->rules.apply(level, &now, answer->plan[i]))
			return false;
	return answer->length == 0 || puzzle->rules.solved(level, &now);
}

static struct size extent_with(const struct level *level, int side, struct size around)
{
	return (struct size){(level->rows * side + 1) / 2 + 2 * around.rows,
	                     level->columns * side + 2 * around.columns};
}

struct size puzzle_extent(const struct puzzle *puzzle, const struct level *level, int side)
{
	return extent_with(level, side, puzzle->screen.margin);
}

struct size puzzle_framed_extent(const struct puzzle *puzzle, const struct level *level, int side,
                                 int frame_rows)
{
	return extent_with(level, side, board_frame_size(puzzle->screen.margin, frame_rows));
}

int puzzle_frame_rows(const struct puzzle *puzzle, const struct level *level)
{
	const int rows = puzzle->screen.frame_rows == NULL ? 1 : puzzle->screen.frame_rows(level);
	assert(rows >= 1 && rows <= FRAME_ROWS_MAX);
	return rows;
}
