#include "puzzle/puzzle.h"

#include <assert.h>
#include <stddef.h>

static const char *missing_rules(const struct puzzle_rules *rules)
{
	return rules->moves == NULL         ? "rules.moves"
	       : rules->apply == NULL       ? "rules.apply"
	       : rules->solved == NULL      ? "rules.solved"
	       : rules->lower_bound == NULL ? "rules.lower_bound"
	                                    : NULL;
}

static const char *missing_format(const struct puzzle_format *format)
{
	return format->alphabet[0] == NULL ? "format.alphabet"
	       : format->read == NULL      ? "format.read"
	       : format->write == NULL     ? "format.write"
	       : format->name_move == NULL ? "format.name_move"
	       : format->read_move == NULL ? "format.read_move"
	                                   : NULL;
}

static const char *missing_text(const struct puzzle_text *text)
{
	return text->goal == NULL            ? "text.goal"
	       : text->rules == NULL         ? "text.rules"
	       : text->help == NULL          ? "text.help"
	       : text->legend == NULL        ? "text.legend"
	       : text->refusal == NULL       ? "text.refusal"
	       : text->describe_cell == NULL ? "text.describe_cell"
	       : text->hint_text == NULL     ? "text.hint_text"
	                                     : NULL;
}

static const char *missing_screen(const struct puzzle_screen *screen)
{
	return screen->press == NULL   ? "screen.press"
	       : screen->paint == NULL ? "screen.paint"
	                               : NULL;
}

static const char *missing_generator(const struct puzzle_generator *generator)
{
	return generator->recipe.rows < 1 || generator->recipe.columns < 1 ? "generator.recipe"
	       : generator->start == NULL                                  ? "generator.start"
	                                                                   : NULL;
}

bool puzzle_check(const struct puzzle *puzzle, struct error *error)
{
	if (puzzle->name == NULL)
		return error_set(error, "a puzzle has no name");
	const char *missing[] = {
		puzzle->title == NULL ? "title" : NULL, missing_rules(&puzzle->rules),
		missing_format(&puzzle->format),        missing_text(&puzzle->text),
		missing_screen(&puzzle->screen),        missing_generator(&puzzle->generator),
	};
	for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
		if (missing[i] != NULL)
			return error_set(error, "puzzle \"%s\": %s is missing", puzzle->name,
			                 missing[i]);
	return true;
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
	return points < SCORE_MAX - score ? score + points : SCORE_MAX;
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

struct size puzzle_extent(const struct puzzle *puzzle, const struct level *level, struct size scale)
{
	return (struct size){
		.rows = level->rows * scale.rows + 2 * puzzle->screen.margin.rows,
		.columns = level->columns * scale.columns + 2 * puzzle->screen.margin.columns,
	};
}
