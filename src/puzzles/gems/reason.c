/* Reasons in gems: what a swap clears, and colours of which it leaves too few gems for a run. */
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzle/cell.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/rules.h"

enum { RUN_MIN = 3 };

/* A swap and what it sets off. */
struct swapped {
	struct gems before, after;
	int steps, cleared;
};

/* False if the swap is not valid, or sets off so much that a new board might be dealt. */
static bool swap_from(const struct level *level, const struct state *state, move_code move,
                      struct swapped *out)
{
	struct gems_step step;
	gems_unpack(level, state, &out->before);
	out->after = out->before;
	out->steps = out->cleared = 0;
	if (!gems_make_swap(level, &out->after, move))
		return false;
	while (out->steps < CASCADE_MAX &&
	       gems_find_step(level, &out->after, out->steps + 1, move, &step)) {
		for (int cell = 0; cell < level_cells(level); cell++)
			out->cleared += step.cleared[cell] && is_gem(out->after.cell[cell]);
		gems_clear(level, &out->after, &step);
		while (gems_fall(level, &out->after))
			;
		out->steps++;
	}
	return out->steps < CASCADE_MAX;
}

/* Counts the gems of each colour in some columns, letters to come included. */
static void count_columns(const struct level *level, const struct gems *gems, int first, int end,
                          int count[COLOURS_MAX + 1])
{
	memset(count, 0, (COLOURS_MAX + 1) * sizeof *count);
	for (int column = first; column < end; column++)
		gems_count_column(level, gems, column, count);
}

/* A cell with a gem of that colour; -1: none is on the board. */
static int example_of(const struct level *level, const struct gems *gems, int colour)
{
	int cell = level_cells(level) - 1;
	while (cell >= 0 && gems->cell[cell] != colour)
		cell--;
	return cell;
}

/* ---- good swaps ---- */

/* Whether gems must be cleared: there are no points to score, and no new gems without end. */
static bool must_clear(const struct level *level)
{
	return !level->endless && (level->rules & (RULE_SCORE | RULE_RANDOM)) == 0;
}

static bool find_last(const struct level *level, const struct swapped *swapped, struct reason *out)
{
	int before[COLOURS_MAX + 1], after[COLOURS_MAX + 1];
	if (!must_clear(level))
		return false;
	out->count = gems_count_wanted(level, &swapped->before);
	out->kind = GEMS_LAST;
	if (gems_count_wanted(level, &swapped->after) == 0)
		return true;
	out->kind = GEMS_LAST_COLOUR;
	count_columns(level, &swapped->before, 0, level->columns, before);
	count_columns(level, &swapped->after, 0, level->columns, after);
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		if (is_wanted(level, colour) && before[colour] > 0 && after[colour] == 0) {
			out->cell = example_of(level, &swapped->before, colour);
			out->count = before[colour];
			return out->cell >= 0;
		}
	return false;
}

bool gems_gain(const struct level *level, const struct state *state, const struct judged_move *move,
               struct reason *out)
{
	struct swapped swapped;
	*out = (struct reason){.cell = -1, .other = -1};
	if (!swap_from(level, state, move->move, &swapped))
		return false;
	if (find_last(level, &swapped, out))
		return true;
	out->kind = GEMS_CHAIN;
	out->count = swapped.cleared;
	return swapped.steps > 1;
}

bool gems_purpose(const struct level *level, const struct state *state,
                  const struct judged_move *move, struct reason *out)
{
	struct swapped swapped;
	*out = (struct reason){.kind = GEMS_MANY, .cell = -1, .other = -1};
	if (move->length > 1 && !swap_from(level, state, move->plan[1], &swapped)) {
		out->kind = GEMS_ENABLES;
		out->move = move->plan[1];
		return true;
	}
	if (!swap_from(level, state, move->move, &swapped))
		return false;
	out->count = swapped.cleared;
	return swapped.steps == 1 && out->count > RUN_MIN;
}

/* ---- faults ---- */

/* A colour of which the counts after the swap are too low for a run, though there are some. */
static int too_few(const struct level *level, const int count[COLOURS_MAX + 1])
{
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		if (is_wanted(level, colour) && count[colour] > 0 && count[colour] < RUN_MIN)
			return colour;
	return 0;
}

/* The first part between empty columns with too few gems of some colour. */
static int find_cut_off(const struct level *level, const struct gems *gems, int *count)
{
	int in_part[COLOURS_MAX + 1], first = 0;
	for (int column = 0; column <= level->columns; column++) {
		int in_column[COLOURS_MAX + 1] = {0};
		if (column < level->columns &&
		    gems_count_column(level, gems, column, in_column) > 0)
			continue;
		count_columns(level, gems, first, column, in_part);
		const int colour = too_few(level, in_part);
		*count = in_part[colour];
		if (colour != 0)
			return colour;
		first = column + 1;
	}
	return 0;
}

bool gems_fault(const struct level *level, const struct state *state,
                const struct judged_move *move, struct reason *out)
{
	struct swapped swapped;
	int count[COLOURS_MAX + 1];
	*out = (struct reason){.kind = GEMS_TOO_FEW, .cell = -1, .other = -1};
	if (!must_clear(level) || !swap_from(level, state, move->move, &swapped))
		return false;
	count_columns(level, &swapped.after, 0, level->columns, count);
	int colour = too_few(level, count);
	out->count = count[colour];
	if (colour == 0 && (level->rules & (RULE_HOLES | RULE_STREAMS)) == 0) {
		out->kind = GEMS_CUT_OFF;
		colour = find_cut_off(level, &swapped.after, &out->count);
	}
	if (colour != 0)
		out->cell = example_of(level, &swapped.before, colour);
	return out->cell >= 0;
}

/* ---- words ---- */

void gems_write_reason(const struct level *level, const struct reason *reason, char *out,
                       size_t size)
{
	const int count = reason->count;
	char cell[CELL_NAME_MAX] = "", other[CELL_NAME_MAX];
	if (reason->cell >= 0)
		cell_name(level, reason->cell, cell);
	switch ((enum gems_reason)reason->kind) {
	case GEMS_LAST:
		snprintf(out, size,
		         text_plural("It clears the last %d gem.", "It clears the last %d gems.",
		                     count),
		         count);
		break;
	case GEMS_LAST_COLOUR:
		snprintf(out, size,
		         text_plural("It clears the last %d gem of the colour at %s.",
		                     "It clears the last %d gems of the colour at %s.", count),
		         count, cell);
		break;
	case GEMS_CHAIN:
		snprintf(out, size,
		         text_plural("It sets off a chain: %d gem.",
		                     "It sets off a chain: %d gems.", count),
		         count);
		break;
	case GEMS_ENABLES:
		cell_name(level, reason->move / 2, cell);
		cell_name(level, gems_partner(level, reason->move), other);
		snprintf(out, size, _("It makes the swap %s-%s possible."), cell, other);
		break;
	case GEMS_MANY:
		snprintf(out, size,
		         text_plural("It clears %d gem at once.", "It clears %d gems at once.",
		                     count),
		         count);
		break;
	case GEMS_TOO_FEW:
		snprintf(out, size,
		         text_plural("Only %d gem of the colour at %s is left after it.",
		                     "Only %d gems of the colour at %s are left after it.", count),
		         count, cell);
		break;
	case GEMS_CUT_OFF:
		snprintf(out, size,
		         text_plural("It cuts off %d gem of the colour at %s from the others.",
		                     "It cuts off %d gems of the colour at %s from the others.",
		                     count),
		         count, cell);
		break;
	}
}
