/* Reasons in lines: tiles that a slide closes, now or with the next one, and ends that meet. */
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzles/lines/lines.h"

/* What a position has. */
struct count {
	int closed; /* tiles, blanks not counted */
	int open;   /* ends that meet no other */
	int open_tiles;
};

static struct count count_of(const struct level *level, const struct state *state)
{
	struct tally tally;
	struct count count;
	uint8_t piece[CELLS_MAX], joined[CELLS_MAX];
	lines_count(level, state, &tally);
	lines_connect(level, state, piece, joined);
	count = (struct count){.closed = tally.closed_tiles,
	                       .open_tiles = tally.tiles - tally.closed_tiles};
	for (int cell = 0; cell < level_cells(level); cell++)
		for (int invalid = (piece[cell] & SIDES) & ~joined[cell]; invalid != 0;
		     invalid &= invalid - 1)
			count.open++;
	return count;
}

/* How many more tiles a slide closes; less than 0 if it opens some. */
static int closes(const struct level *level, const struct state *state, move_code move)
{
	struct state after = *state;
	const int before = count_of(level, state).closed;
	lines_apply(level, &after, move);
	return count_of(level, &after).closed - before;
}

bool lines_gain(const struct level *level, const struct state *state,
                const struct judged_move *move, struct reason *out)
{
	struct state after = *state;
	if (!lines_apply(level, &after, move->move))
		return false;
	const bool last = lines_solved(level, &after) && count_of(level, &after).open_tiles == 0;
	*out = (struct reason){.kind = last ? LINES_LAST : LINES_CLOSES,
	                       .cell = -1,
	                       .other = -1,
	                       .count = closes(level, state, move->move)};
	return out->count > 0;
}

bool lines_purpose(const struct level *level, const struct state *state,
                   const struct judged_move *move, struct reason *out)
{
	struct state after = *state;
	*out = (struct reason){.cell = -1, .other = -1};
	if (!lines_apply(level, &after, move->move))
		return false;
	if (move->plan != NULL && move->length > 1) {
		out->move = move->plan[1];
		out->count = closes(level, &after, out->move);
		if (out->count > 0 && out->count > closes(level, state, out->move)) {
			out->kind = LINES_THEN;
			return true;
		}
	}
	out->count = count_of(level, state).open - count_of(level, &after).open;
	out->kind = LINES_ENDS;
	return out->count > 0;
}

bool lines_fault(const struct level *level, const struct state *state,
                 const struct judged_move *move, struct reason *out)
{
	*out = (struct reason){.kind = LINES_OPENS,
	                       .cell = -1,
	                       .other = -1,
	                       .count = -closes(level, state, move->move)};
	return out->count > 0;
}

void lines_write_reason(const struct level *level, const struct reason *reason, char *out,
                        size_t size)
{
	const int count = reason->count;
	char name[MOVE_NAME_MAX], words[MOVE_WORDS_MAX];
	switch ((enum lines_reason)reason->kind) {
	case LINES_LAST:
		snprintf(out, size,
		         text_plural("It closes the last open tile.",
		                     "It closes the last %d open tiles.", count),
		         count);
		break;
	case LINES_CLOSES:
		snprintf(out, size,
		         text_plural("It closes %d more tile.", "It closes %d more tiles.", count),
		         count);
		break;
	case LINES_THEN:
		lines_name_move(level, reason->move, name);
		move_in_words(name, words);
		snprintf(out, size,
		         text_plural("After it, %s closes %d more tile.",
		                     "After it, %s closes %d more tiles.", count),
		         words, count);
		break;
	case LINES_ENDS:
		snprintf(out, size,
		         text_plural("After it, %d fewer end is open.",
		                     "After it, %d fewer ends are open.", count),
		         count);
		break;
	case LINES_OPENS:
		snprintf(out, size,
		         text_plural("It opens %d closed tile.", "It opens %d closed tiles.",
		                     count),
		         count);
		break;
	}
}
