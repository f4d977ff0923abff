/* Gems: match three. Swap two neighbours so that three or more equal gems form a run. Runs are
 * cleared, the rest falls, and new runs are cleared as well.
 *
 * Here are moves, bound, text and keys; rules.h has the rules on an unpacked position, and gems.h
 * names the other parts.
 *
 * The bound of the general search: without holes to swap into, a column without gems parts the
 * board for good, since no swap crosses it. So each part with gems to clear takes a separate
 * swap, and a colour of which a part has only one or two gems cannot be cleared. The solver has a
 * better bound (solver/bound.c). */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzle/cell.h"
#include "puzzle/key.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/rules.h"

/* ---- rules ---- */

static int gems_moves(const struct level *level, const struct state *state,
                      move_code out[MOVES_MAX])
{
	struct gems gems;
	int count = 0;
	gems_unpack(level, state, &gems);
	for (int swap = 0; (swap = gems_next_swap(level, &gems, swap)) >= 0; swap++)
		out[count++] = (move_code)swap;
	return count;
}

static bool gems_apply(const struct level *level, struct state *state, move_code move)
{
	struct gems gems;
	gems_unpack(level, state, &gems);
	if (!gems_make_swap(level, &gems, move))
		return false;
	const int score = score_add(gems.score, gems_cascade(level, &gems, move));
	if ((level->rules & RULE_SPECIALS) != 0)
		gems.score = score;
	else if ((level->rules & RULE_SCORE) != 0)
		gems.score = score < level->amount ? score : level->amount;
	if (level->endless && gems_next_swap(level, &gems, 0) < 0)
		gems_reshuffle(level, &gems);
	gems_pack(level, &gems, state);
	return true;
}

/* Names the level that a move reaches, and says whether no swap was left. */
static void gems_remark(const struct level *level, const struct state *state, int score,
                        move_code move, char *out, size_t size)
{
	struct gems gems;
	gems_unpack(level, state, &gems);
	out[0] = '\0';
	if (!level->endless || !gems_make_swap(level, &gems, move))
		return;
	const int points = gems_cascade(level, &gems, move);
	const int rank = gems_score_rank(level, score_add(score, points));
	const bool stuck = gems_next_swap(level, &gems, 0) < 0;
	if (rank > gems_score_rank(level, score))
		snprintf(out, size,
		         (level->rules & RULE_SPECIALS) != 0
		                 ? _("Level %d! Points are multiplied by %d.")
		                 : _("Level %d!"),
		         rank, rank);
	if (stuck)
		text_add_sentence(out, size, _("No moves left: new board."));
}

/* A lower bound for a part of the board, from its gems and letters to come; or DEAD_END. */
static int part_bound(const struct level *level, const int count[COLOURS_MAX + 1])
{
	int bound = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		if (count[colour] > 0 && is_wanted(level, colour)) {
			if (count[colour] < 3)
				return DEAD_END;
			bound = 1;
		}
	return bound;
}

/* While gems are still to fall, a step anywhere may cause runs in any part. */
static int clear_bound(const struct level *level, struct gems *gems)
{
	const bool holes = (level->rules & RULE_HOLES) != 0;
	int count[COLOURS_MAX + 1] = {0}, bound = 0;
	for (int column = 0; column <= level->columns; column++) {
		if (column < level->columns &&
		    (gems_count_column(level, gems, column, count) > 0 || holes))
			continue;
		const int more = part_bound(level, count);
		if (more == DEAD_END)
			return DEAD_END;
		bound += more;
		memset(count, 0, sizeof count);
	}
	return bound > 1 && gems_fall(level, gems) ? 1 : bound;
}

static int gems_lower_bound(const struct level *level, const struct state *state)
{
	struct gems gems;
	if (level->endless)
		return 0;
	gems_unpack(level, state, &gems);
	if ((level->rules & RULE_SCORE) != 0)
		return gems.score < level->amount;
	return clear_bound(level, &gems);
}

static bool gems_solved(const struct level *level, const struct state *state)
{
	return !level->endless && gems_lower_bound(level, state) == 0;
}

static void gems_name_move(const struct level *level, move_code move, char out[MOVE_NAME_MAX])
{
	char from[CELL_NAME_MAX], to[CELL_NAME_MAX];
	cell_name(level, move / 2, from);
	cell_name(level, gems_partner(level, move), to);
	snprintf(out, MOVE_NAME_MAX, "%s-%s", from, to);
}

static void gems_move_cells(const struct level *level, const struct state *state, move_code move,
                            int *from, int *to)
{
	(void)state;
	*from = move / 2;
	*to = gems_partner(level, move);
}

/* The swap of two cells; false if they are not neighbours. */
static bool find_swap(const struct level *level, int a, int b, move_code *move)
{
	const bool upper = a / level->columns != b / level->columns;
	const int cell = (a > b) == upper ? a : b; /* the left or lower one */
	*move = (move_code)(2 * cell + upper);
	return gems_partner(level, *move) == a + b - cell;
}

static bool gems_read_move(const struct level *level, const char *name, move_code *move)
{
	int from, to;
	return cell_read_pair(level, name, &from, &to) && find_swap(level, from, to, move);
}

/* ---- text ---- */

static void gems_status(const struct level *level, const struct state *state, int score, char *out,
                        size_t size)
{
	if (level->endless) {
		const int rank = gems_score_rank(level, score);
		/* TRANSLATORS: The level of an endless game, and the score of the next level. */
		snprintf(out, size, _("level %d, next at %d"), rank, gems_rank_end(level, rank));
	} else if ((level->rules & RULE_SCORE) != 0) {
		/* TRANSLATORS: The points to score. */
		snprintf(out, size, _("goal %d"), level->amount);
	} else {
		struct gems gems;
		gems_unpack(level, state, &gems);
		const int left = gems_count_wanted(level, &gems);
		snprintf(out, size, text_plural("%d gem left", "%d gems left", left), left);
	}
}

/* Names the colours to clear by their letters. */
static void name_wanted(const struct level *level, char *out, size_t size)
{
	char list[4 * COLOURS_MAX + 1] = "", last[2] = "";
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		if (is_wanted(level, colour)) {
			if (last[0] != '\0')
				text_add_item(list, sizeof list, last);
			last[0] = (char)('a' + colour - 1);
		}
	if (list[0] == '\0')
		snprintf(out, size, _("Clear only %s; the rest may stay."), last);
	else
		/* TRANSLATORS: Letters of colours: the second one is the last of a list. */
		snprintf(out, size, _("Clear only %s and %s; the rest may stay."), list, last);
}

static void describe_goal(const struct level *level, bool letters, char *out, size_t size)
{
	const uint32_t wanted = level->rules & RULE_CLEAR_ALL;
	int colours = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		colours += is_wanted(level, colour);
	if ((level->rules & RULE_SCORE) != 0)
		snprintf(out, size,
		         text_plural("Score %d point.", "Score %d points.", level->amount),
		         level->amount);
	else if (wanted == RULE_CLEAR_ALL || wanted == 0)
		return;
	else if (letters)
		name_wanted(level, out, size);
	else
		snprintf(out, size, "%s",
		         text_plural("Clear only the colour shown; the rest may stay.",
		                     "Clear only the colours shown; the rest may stay.", colours));
}

static void gems_level_rules(const struct level *level, bool letters, char *out, size_t size)
{
	out[0] = '\0';
	describe_goal(level, letters, out, size);
	if (level->seconds > 0)
		snprintf(out, size, _("Score as much as you can in %d:%02d."), level->seconds / 60,
		         level->seconds % 60);
	if (level->rules & RULE_SPECIALS)
		text_add_sentence(out, size, _("Four or more in a row leave a special gem."));
	if (level->rules & RULE_HOLES)
		text_add_sentence(out, size, _("Gems may be swapped into empty cells."));
	if (level->rules & RULE_STREAMS)
		text_add_sentence(out, size, _("New gems fall from above; the next are shown."));
}

static int gems_progress(const struct level *level, int score, int *done, int *whole)
{
	const int rank = gems_score_rank(level, score);
	const int begin = rank == 1 ? 0 : gems_rank_end(level, rank - 1);
	*done = score - begin;
	*whole = gems_rank_end(level, rank) - begin;
	return level->endless ? rank : 0;
}

static void gems_hint_text(const struct level *level, const struct state *state, move_code move,
                           char *out, size_t size)
{
	struct gems gems;
	char name[CELL_NAME_MAX];
	gems_unpack(level, state, &gems);
	const int cell = move / 2;
	cell_name(level, gems.cell[cell] == EMPTY ? gems_partner(level, move) : cell, name);
	snprintf(out, size, _("Hint: the gem at %s."), name);
}

/* Names a cell of the swap that holds this. */
static void name_cell(const struct level *level, const struct gems *gems, move_code move,
                      uint8_t content, char out[CELL_NAME_MAX])
{
	const int cell = move / 2;
	cell_name(level, gems->cell[cell] == content ? cell : gems_partner(level, move), out);
}

static void gems_explain(const struct level *level, const struct state *state, move_code move,
                         char *out, size_t size)
{
	struct gems gems;
	char name[CELL_NAME_MAX];
	const int partner = gems_partner(level, move);
	gems_unpack(level, state, &gems);
	if (partner < 0) {
		snprintf(out, size, "%s", _("There is no gem on that side."));
		return;
	}
	const uint8_t one = gems.cell[move / 2], other = gems.cell[partner];
	if (one == DEAD_GEM || other == DEAD_GEM) {
		name_cell(level, &gems, move, DEAD_GEM, name);
		snprintf(out, size, _("%s is a dead gem: it can't be swapped."), name);
	} else if (one == other && one != EMPTY) {
		snprintf(out, size, "%s", _("Both gems are of one colour."));
	} else if (one == other ||
	           ((one == EMPTY || other == EMPTY) && (level->rules & RULE_HOLES) == 0)) {
		name_cell(level, &gems, move, EMPTY, name);
		snprintf(out, size, _("%s is empty."), name);
	}
}

static const char *gems_explain_name(const struct level *level, const char *name)
{
	int from, to;
	return cell_read_pair(level, name, &from, &to) ? _("Only neighbours can be swapped.")
	                                               : NULL;
}

/* ---- keys and the mouse ---- */

/* Moves the cursor, or swaps the gem under it with the next one. At the edge there is none: the
 * top left gem and one above it stand for all such swaps. */
static enum intent step(const struct level *level, struct cursor *cursor, int direction, bool swap,
                        move_code *move)
{
	int row = cursor->row, column = cursor->column;
	const int from = cursor_cell(level, cursor);
	if (!direction_step(level, direction, &row, &column)) {
		*move = 1;
		return swap ? INTENT_MOVE : INTENT_CURSOR;
	}
	if (swap && find_swap(level, from, row * level->columns + column, move))
		return INTENT_MOVE;
	cursor->row = row;
	cursor->column = column;
	return INTENT_CURSOR;
}

/* Selects the gem under the cursor, or swaps the selected one with it: the cursor then stays on the
 * selected gem. */
static enum intent choose(const struct level *level, const struct state *state,
                          struct cursor *cursor, move_code *move)
{
	const int cell = cursor_cell(level, cursor);
	struct gems gems;
	gems_unpack(level, state, &gems);
	if (cursor->selected >= 0 && find_swap(level, cursor->selected, cell, move)) {
		cursor_put(level, cursor, cursor->selected);
		return INTENT_MOVE;
	}
	cursor->selected = cursor->selected == cell || !is_gem(gems.cell[cell]) ? -1 : cell;
	return INTENT_CURSOR;
}

static enum intent gems_press(const struct level *level, const struct state *state,
                              struct cursor *cursor, int key, move_code *move)
{
	bool shifted = false;
	const int direction = direction_of_key(key, &shifted);
	if (direction >= 0)
		return step(level, cursor, direction, shifted || cursor->selected >= 0, move);
	if (key == PRESS_ENTER || key == PRESS_CLICK)
		return choose(level, state, cursor, move);
	if (key != PRESS_ESCAPE || cursor->selected < 0)
		return INTENT_NONE;
	cursor->selected = -1;
	return INTENT_CURSOR;
}

static const char *gems_drag(const struct level *level, const struct state *state,
                             const struct drag *drag, move_code *move, int *times)
{
	(void)state;
	*times = 1;
	return !drag->off && find_swap(level, drag->from, drag->to, move)
	               ? NULL
	               : _("Drag a gem onto its neighbour.");
}

static bool gems_advise(const struct level *level, const struct state *state, move_code *move)
{
	struct gems gems;
	gems_unpack(level, state, &gems);
	int swap = (level->rules & RULE_SPECIALS) != 0
	                   ? gems_bot_advise_specials(level, &gems)
	                   : gems_bot_advise(gems.cell, level->rows, level->columns,
	                                     stream_colours(level));
	if (swap < 0) /* the bot does not know swaps into holes */
		swap = gems_next_swap(level, &gems, 0);
	assert(swap < 0 || gems_next_swap(level, &gems, swap) == swap);
	*move = (move_code)swap;
	return swap >= 0;
}

static const char *const rules[] = {
	N_("Swap two neighbours to line up three or more of a kind."),
	N_("Three in a row disappear, and the gems above fall. New rows of three disappear too."),
	N_("Each step of such a chain scores more than the one before."),
	N_("Dead gems fall too, but can't be swapped or matched."),
	N_("Endless games are played for points, which take you from level to level."),
	N_("Some levels have special gems: four in a row leave a row or column gem."),
	N_("Crossing matches leave a blast gem, and five in a row a colour gem."),
	N_("A special gem clears its row, column, neighbours or colour."),
	N_("A colour gem swaps with any gem and clears all gems of that colour."),
	NULL,
};

static const char *const help[] = {
	N_("Choose or click a gem; the next arrow or click swaps it. Or drag it."),
	N_("Shift+arrow swaps the gem under the cursor."),
	N_("Grey blocks are dead gems. Above the board: the next gems, or those to clear."),
	N_("Special gems: a bar (- or |), a ring (o) for a blast gem, many colours (*)."),
	NULL,
};

static int gems_next_colour(const struct level *level, const struct state *state, int column)
{
	struct gems gems;
	gems_unpack(level, state, &gems);
	return (level->rules & RULE_STREAMS) != 0 ? gems_letter(level, column, gems.taken[column])
	                                          : 0;
}

/* Rows, columns, and the lowest pars of a medium and of a hard board. */
static const struct board_size sizes[] = {
	/* clang-format off */
	{5, 5, 6, 7}, {6, 6, 6, 8}, {7, 7, 7, 8}, {8, 8, 7, 8},
	{.rows = 0},
	/* clang-format on */
};

/* Rows, columns, pieces, colours, the range of pars, rules. Frozen. */
static const struct board_step ladder[LADDER_RUNGS] = {
	/* clang-format off */
	{3, 5, -1, -1, 2, 2, NULL}, {4, 4, -1, -1, 2, 3, NULL},
	{5, 5, -1, -1, 3, 3, NULL}, {5, 5, -1, -1, 3, 4, NULL},
	{5, 5, -1, -1, 4, 5, NULL}, {6, 6, -1, -1, 5, 6, NULL},
	{6, 6, -1, -1, 7, 9, NULL},
	/* clang-format on */
};

static const struct board_step steps[] = {
	/* clang-format off */
	{4, 3, -1, -1, 1, 2, NULL},
	{4, 4, -1, -1, 3, 3, NULL},
	{5, 4, -1, -1, 3, 3, NULL},
	{5, 5, -1, -1, 4, 4, NULL},
	{5, 5, -1, -1, 5, 5, NULL},
	{6, 6, -1, -1, 5, 5, NULL},
	{6, 6, -1, -1, 6, 6, NULL},
	{6, 6, -1, -1, 7, 7, NULL},
	{6, 6, -1, -1, 8, 8, NULL},
	{.rows = 0},
	/* clang-format on */
};

const struct puzzle gems_puzzle = {
	.name = "gems",
	/* TRANSLATORS: The name of a puzzle, in tabs and headings: at most 8 columns. */
	.title = N_("Gems"),
	.rules =
		{
			.moves = gems_moves,
			.apply = gems_apply,
			.solved = gems_solved,
			.lower_bound = gems_lower_bound,
			.points = gems_points,
			.advise = gems_advise,
			.next_colour = gems_next_colour,
		},
	.format =
		{
			.alphabet = {GEMS_ALPHABET, GEMS_KIND_LETTERS},
			.marks = NC_("editor", "specials"),
			.headers = 1U << HEADER_RULES | 1U << HEADER_GOAL | 1U << HEADER_REFILL,
			.read_headers = gems_read_headers,
			.read = gems_read,
			.write = gems_write,
			.name_move = gems_name_move,
			.read_move = gems_read_move,
		},
	.text =
		{
			.goal = N_("Swap neighbours to line up three of a kind."),
			.rules = rules,
			.help = help,
			.legend = N_("Boards: a letter is a gem of that colour, "
                                     "? a dead gem, . an empty cell."),
			.refusal = N_("No match: swap undone."),
			.explain = gems_explain,
			.explain_name = gems_explain_name,
			.key_labels = {[KEY_GROUP_ARROWS] = NC_("key", "move"),
                                       [KEY_GROUP_SPACE] = NC_("key", "choose"),
                                       [KEY_GROUP_SHIFT] = NC_("key", "swap")},
			.key_labels_selected = {[KEY_GROUP_ARROWS] = NC_("key", "swap"),
                                                [KEY_GROUP_SPACE] = NC_("key", "cancel")},
			.key_help = {[KEY_GROUP_SPACE] = N_("choose a gem, or cancel")},
			.arrow_help = {[UP] = N_("move the cursor, or swap the chosen gem, up"),
                                       [RIGHT] =
                                               N_("move the cursor, or swap the chosen gem, right"),
                                       [DOWN] = N_("move the cursor, or swap the chosen gem, down"),
                                       [LEFT] =
                                               N_("move the cursor, or swap the chosen gem, left")},
			.push_help = {[UP] = N_("swap the gem up"),
                                      [RIGHT] = N_("swap the gem right"),
                                      [DOWN] = N_("swap the gem down"),
                                      [LEFT] = N_("swap the gem left")},
			.describe_cell = gems_describe_cell,
			.hint_text = gems_hint_text,
			.remark = gems_remark,
			.status = gems_status,
			.level_rules = gems_level_rules,
			.progress = gems_progress,
		},
	.reasons =
		{
			.gain = gems_gain,
			.purpose = gems_purpose,
			.fault = gems_fault,
			.write = gems_write_reason,
		},
	.screen =
		{
			.margin = GEMS_MARGIN,
			.frame_rows = gems_frame_rows,
			.press = gems_press,
			.drag = gems_drag,
			.paint = gems_paint,
			.move_cells = gems_move_cells,
			.frames = gems_frames,
			.refused_frames = gems_frames,
			.triumph = gems_triumph,
			.is_key_frame = gems_is_key_frame,
		},
	.generator =
		{
			.recipe = {.rows = 6,
                                   .columns = 6,
                                   .pieces = -1,
                                   .colours = -1,
                                   .par_min = 5,
                                   .par_max = 9},
			.check = gems_check_recipe,
			.sizes = sizes,
			.ladder = ladder,
			.steps = steps,
			.start = gems_generate,
		},
	.symmetry = {.kept = LEFT_RIGHT | RECOLOUR,
                     .headers = gems_copy_headers,
                     .alone = gems_has_no_copies},
	.expected = {.of_one = 750, .per_doubling = 560},
	.certificate =
		{
			.write = gems_put,
			.covers = gems_has_certificate,
			.open = gems_open_bound,
			.bound = gems_certificate_bound,
			.close = gems_close_bound,
		},
	.solver = &gems_solver,
};
