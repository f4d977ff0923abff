#include "puzzles/lines/solver/bounds.h"

#include <stdlib.h>

enum { SLOTS = 2048 };

struct entry {
	struct board board;
	int lower;
	int upper;      /* -1: none */
	move_code move; /* leads to a board that is known too, and `upper` is one less */
	bool used;
};

struct bounds {
	struct field field;
	int count;
	struct entry entry[SLOTS];
};

struct bounds *lines_bounds_new(const struct field *field, size_t bytes)
{
	struct bounds *known = NULL;
	if (bytes >= sizeof *known)
		known = calloc(1, sizeof *known);
	if (known != NULL)
		known->field = *field;
	return known;
}

size_t lines_bounds_bytes(void)
{
	return sizeof(struct bounds);
}

void lines_bounds_free(struct bounds *known)
{
	free(known);
}

/* Where a board is, or would be. */
static int place_of(const struct bounds *known, const struct board *board)
{
	uint64_t i = lines_board_hash(board) % SLOTS;
	while (known->entry[i].used && !lines_board_same(&known->entry[i].board, board))
		i = (i + 1) % SLOTS;
	return (int)i;
}

static void forget(struct bounds *known)
{
	for (int i = 0; i < SLOTS; i++)
		known->entry[i].used = false;
	known->count = 0;
}

static void note(struct bounds *known, const struct board *board, int lower, int upper,
                 move_code move)
{
	struct entry *entry = &known->entry[place_of(known, board)];
	if (!entry->used) {
		*entry = (struct entry){.board = *board, .upper = -1, .used = true};
		known->count++;
	}
	if (lower > entry->lower)
		entry->lower = lower;
	if (upper >= 0 && (entry->upper < 0 || upper < entry->upper)) {
		entry->upper = upper;
		entry->move = move;
	}
}

static void slide(const struct bounds *known, struct board *board, move_code move)
{
	const struct turn turn = lines_turn_of_move(&known->field, move);
	lines_board_slide(&known->field, board, turn.axis, turn.line, turn.way);
}

void lines_bounds_note(struct bounds *known, const struct board *start, const struct answer *answer)
{
	struct board board = *start;
	if (known->count + answer->length + 1 > SLOTS / 2)
		forget(known);
	if (answer->length == 0 || answer->length > SLOTS / 4) {
		note(known, start, answer->lower, -1, 0);
		return;
	}
	for (int i = 0; i < answer->length; i++) {
		note(known, &board, answer->lower - i, answer->upper - i, answer->plan[i]);
		slide(known, &board, answer->plan[i]);
	}
}

/* Writes the way that is known from a board into the plan; false if it breaks off. */
static bool follow(const struct bounds *known, struct board board, struct answer *answer)
{
	for (int left = -1; left != 0; left--) {
		const struct entry *entry = &known->entry[place_of(known, &board)];
		if (!entry->used || entry->upper <= 0 || answer->length == PLAN_MAX)
			return false;
		answer->plan[answer->length++] = entry->move;
		slide(known, &board, entry->move);
		if (left < 0 || entry->upper < left)
			left = entry->upper;
	}
	return true;
}

/* Takes over what an entry says about a position so many slides away, the first of them `move`. */
static void take_over(const struct bounds *known, const struct entry *entry, int away,
                      move_code move, struct answer *answer)
{
	if (entry->lower - away > answer->lower)
		answer->lower = entry->lower - away;
	if (entry->upper < 0 || (answer->upper >= 0 && entry->upper + away >= answer->upper))
		return;
	struct answer *way = malloc(sizeof *way);
	if (way == NULL)
		return;
	way->length = 0;
	if (away == 1)
		way->plan[way->length++] = move;
	if (follow(known, entry->board, way)) {
		answer->upper = answer->length = way->length;
		for (int i = 0; i < way->length; i++)
			answer->plan[i] = way->plan[i];
	}
	free(way);
}

void lines_bounds_ask(const struct bounds *known, const struct board *start, struct answer *answer)
{
	const struct field *field = &known->field;
	const struct turn none = {.axis = -1};
	const struct entry *entry = &known->entry[place_of(known, start)];
	struct turn turn;
	if (entry->used)
		take_over(known, entry, 0, 0, answer);
	for (turn.axis = 0; turn.axis < AXES; turn.axis++)
		for (turn.line = 0; turn.line < field->lines[turn.axis]; turn.line++)
			for (turn.way = 0; turn.way < WAYS; turn.way++) {
				struct board next = *start;
				if (!turn_follows(field, none, &turn))
					continue;
				lines_board_slide(field, &next, turn.axis, turn.line, turn.way);
				entry = &known->entry[place_of(known, &next)];
				if (entry->used)
					take_over(known, entry, 1, lines_turn_move(field, turn),
					          answer);
			}
}
