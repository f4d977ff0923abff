/* The output of --plain: boards in words, counter, result, level; and saving results. */
#include "cli/plain.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/print.h"
#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "play/report.h"
#include "play/scores.h"
#include "puzzle/cell.h"

struct position plain_position(const struct plain *plain)
{
	struct position position = {.puzzle = plain->session.puzzle,
	                            .level = &plain->session.level};
	session_state(&plain->session, &position.state);
	return position;
}

enum { PROOF_SECONDS = 5 }; /* unless the player gives a limit */

static struct limits limits_of(const struct plain *plain)
{
	return options_limits(plain->request->options, PROOF_SECONDS);
}

static void solve(const struct plain *plain, const struct state *state, const struct limits *limits,
                  struct answer *answer)
{
	const struct session *session = &plain->session;
	solve_position(session->puzzle, &session->level, state, limits, cli_has_reader, NULL,
	               answer);
}

void plain_prove(struct plain *plain)
{
	struct session *session = &plain->session;
	if (session->answer.verdict != SEARCHING || session->level.endless)
		return;
	const struct limits limits = limits_of(plain);
	struct answer answer;
	const struct position now = plain_position(plain);
	solve(plain, &now.state, &limits, &answer);
	session_take_answer(session, &answer);
}

void plain_prove_choices(struct plain *plain)
{
	struct limits limits = limits_of(plain);
	struct state after;
	struct answer answer;
	const double deadline = seconds_now() + limits.seconds;
	while (session_next_choice(&plain->session, &after)) {
		limits.seconds = deadline - seconds_now();
		if (limits.seconds <= 0)
			return;
		solve(plain, &after, &limits, &answer);
		if (!session_take_choice(&plain->session, &after, &answer))
			return; /* the reader is gone */
	}
}

void plain_prove_review(struct plain *plain)
{
	struct limits limits = limits_of(plain);
	struct state state;
	struct answer answer;
	const double deadline = seconds_now() + limits.seconds;
	while (session_next_reviewed(&plain->session, &state)) {
		limits.seconds = deadline - seconds_now();
		if (limits.seconds <= 0)
			return;
		solve(plain, &state, &limits, &answer);
		if (!session_take_reviewed(&plain->session, &state, &answer))
			return;
	}
}

/* ---- boards ---- */

enum { WORDS_MAX = 160 };

/* The descriptions of all cells, "" if empty, and which of them to print. */
struct cell_words {
	char words[CELLS_MAX][WORDS_MAX];
	bool shown[CELLS_MAX];
};

static void describe_cells(const struct plain *plain, const struct state *state,
                           struct cell_words *cells)
{
	for (int cell = 0; cell < level_cells(&plain->session.level); cell++)
		plain->session.puzzle->text.describe_cell(&plain->session.level, state, cell,
		                                          cells->words[cell], WORDS_MAX);
}

static const char *comma(void)
{
	/* TRANSLATORS: Between the items of a list: "3 results, 2 games", "a, b, c". */
	return C_("list", ", ");
}

static const char *or_nothing(const char *words)
{
	/* TRANSLATORS: The content of an empty cell: "nothing at c3". */
	return words[0] == '\0' ? C_("cell", "nothing") : words;
}

/* Prints "a at c3, d4": the cells left to print that have the same description as the first. */
static void print_group(const struct level *level, struct cell_words *cells, int first)
{
	char names[CELLS_MAX * (CELL_NAME_MAX + 4)], *end = names;
	const size_t size = sizeof names;
	for (int cell = first; cell < level_cells(level); cell++) {
		char name[CELL_NAME_MAX];
		if (!cells->shown[cell] || strcmp(cells->words[cell], cells->words[first]) != 0)
			continue;
		cell_name(level, cell, name);
		snprintf(end, size - (size_t)(end - names), "%s%s", cell == first ? "" : comma(),
		         name);
		end += strlen(end);
		cells->shown[cell] = false;
	}
	/* TRANSLATORS: What is in these cells: "wall at c2, d3". */
	printf(_("%s at %s"), or_nothing(cells->words[first]), names);
}

void plain_print_cell(const struct plain *plain, int cell)
{
	const struct position now = plain_position(plain);
	char name[CELL_NAME_MAX], words[WORDS_MAX];
	cell_name(now.level, cell, name);
	now.puzzle->text.describe_cell(now.level, &now.state, cell, words, sizeof words);
	print_headed(name, or_nothing(words));
}

/* The colour that enters a column next from above; 0: none or unknown. */
static int next_colour(const struct position *position, int column)
{
	const struct puzzle_rules *rules = &position->puzzle->rules;
	return rules->next_colour == NULL
	               ? 0
	               : rules->next_colour(position->level, &position->state, column);
}

void plain_print_words(struct plain *plain)
{
	const struct position now = plain_position(plain);
	const struct level *level = &plain->session.level;
	struct cell_words cells;
	describe_cells(plain, &now.state, &cells);
	for (int cell = 0; cell < level_cells(level); cell++)
		cells.shown[cell] = cells.words[cell][0] != '\0';
	printf(_("rows 1 to %d, columns a to %c\n"), level->rows, 'a' + level->columns - 1);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (cells.shown[cell]) {
			print_group(level, &cells, cell);
			putchar('\n');
		}
	for (int c = 0; c < level->columns; c++)
		if (next_colour(&now, c) != 0)
			printf(_("next in column %c: %c\n"), 'a' + c,
			       'a' + next_colour(&now, c) - 1);
}

void plain_print_change(struct plain *plain, const char *done, const struct state *before)
{
	const struct level *level = &plain->session.level;
	const struct position position = plain_position(plain);
	struct cell_words old, now;
	describe_cells(plain, before, &old);
	describe_cells(plain, &position.state, &now);
	for (int cell = 0; cell < level_cells(level); cell++)
		now.shown[cell] = strcmp(old.words[cell], now.words[cell]) != 0;
	int groups = 0;
	for (int empty = 0; empty < 2; empty++) /* cells that became empty come last */
		for (int cell = 0; cell < level_cells(level); cell++)
			if (now.shown[cell] && (now.words[cell][0] == '\0') == empty) {
				if (groups == 0)
					/* TRANSLATORS: Before what has changed, after %s: what was
					 * done, a move or "Undone". */
					printf(C_("change", "%s: "), done);
				else
					fputs(C_("long list", "; "), stdout);
				print_group(level, &now, cell);
				groups++;
			}
	if (groups == 0)
		/* TRANSLATORS: %s is what was done: a move, or "Undone". */
		printf(_("%s: nothing changed"), done);
	putchar('\n');
}

void plain_print_move(struct plain *plain, const char *name, const struct state *before,
                      move_code move)
{
	plain_print_change(plain, name, before);
	char remark[REPORT_MAX];
	report_remark(&plain->session, before, move, remark);
	if (remark[0] != '\0')
		puts(remark);
}

/* Prints the colours that come next, over their columns. */
static void print_next(const char *colours)
{
	enum { LABEL_COLUMNS = 3 }; /* those of a row's number */
	/* TRANSLATORS: New gems, left of the board: at most 3 columns. */
	const char *label = C_("board", "new");
	const size_t fits = text_fit(label, LABEL_COLUMNS);
	const int rest = LABEL_COLUMNS - text_columns(label);
	printf("%.*s%*s %s\n", (int)fits, label, rest > 0 ? rest : 0, "", colours);
}

void plain_print_board(struct plain *plain)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	const struct position now = plain_position(plain);
	const int rows = plain->session.level.rows, columns = plain->session.level.columns;
	struct level_writer writer = {0};
	const struct level_text *text = &writer.text;
	char next[SIDE_MAX + 1] = "";
	now.puzzle->format.write(now.level, &now.state, &writer);
	for (int c = 0; c < columns; c++)
		next[c] = next_colour(&now, c) == 0 ? '.' : letters[next_colour(&now, c) - 1];
	if (strspn(next, ".") < (size_t)columns)
		print_next(next);
	for (int r = 0; r < rows; r++)
		if (text->words[1][r] != NULL)
			printf("%3d %s   %s\n", rows - r, text->words[0][r], text->words[1][r]);
		else
			printf("%3d %s\n", rows - r, text->words[0][r]);
	printf("    %.*s", columns, letters);
	if (text->words[1][0] != NULL)
		printf("   %.*s", columns, letters);
	putchar('\n');
}

/* ---- the counter ---- */

/* Prints the time left of a game against the clock, as a further fact. */
static void print_clock(const struct plain *plain)
{
	const int seconds = plain->session.level.seconds;
	const int64_t left = plain->clock_end == 0 ? INT64_C(1000) * seconds
	                                           : plain->clock_end - milliseconds_now();
	const int whole = left > 0 ? (int)((left + 999) / 1000) : 0;
	if (seconds <= 0)
		return;
	fputs(comma(), stdout);
	printf(text_plural("%d second left", "%d seconds left", whole), whole);
}

/* Prints a further fact, unless it is "". */
static void print_fact(const char *fact)
{
	printf("%s%s", fact[0] == '\0' ? "" : comma(), fact);
}

void plain_print_counter(struct plain *plain)
{
	char best[REPORT_MAX], status[REPORT_MAX], over[REPORT_MAX], par[REPORT_MAX] = "";
	plain_prove(plain);
	const struct position now = plain_position(plain);
	report_best(&plain->session, true, best);
	report_status(&plain->session, &now.state, session_score(&plain->session), status);
	report_over_par(&plain->session, true, over);
	if (plain->session.level.par >= 0)
		snprintf(par, sizeof par, _("par %d"), plain->session.level.par);
	printf(_("moves %d"), session_count(&plain->session));
	print_fact(best);
	print_fact(status);
	print_fact(par);
	print_fact(over);
	print_clock(plain);
	putchar('\n');
}

/* ---- saving ---- */

static const char no_memory[] = N_("out of memory");

static void print_saved(struct plain *plain)
{
	const char *trouble = store_trouble(plain->store);
	plain->unsaved = trouble != NULL;
	if (plain->unsaved)
		printf(_("NOT SAVED: %s\n"), trouble);
	else
		puts(_("Everything is saved now."));
}

/* Adds a result of this game, whose level, puzzle and place are filled in. Frees the moves and
 * their times. */
static void add_result(struct plain *plain, char *moves, char *times, struct entry result)
{
	char name[LEVEL_NAME_MAX];
	const struct level_ref ref = plain->levels->refs[plain->current];
	char *text = library_level_text(plain->library, ref);
	library_name(plain->library, ref, name);
	result.kind = ENTRY_RESULT;
	result.date = time(NULL);
	result.level = level_identity(plain->session.puzzle, &plain->session.level);
	result.name = plain->session.puzzle->name;
	result.place = name;
	result.text = text;
	result.words = moves;
	result.times = times;
	if (moves != NULL && times != NULL && text != NULL)
		store_save(plain->store, &result);
	else
		store_note_loss(plain->store, _(no_memory));
	free(text);
	free(times);
	free(moves);
	if (plain->unsaved || store_trouble(plain->store) != NULL)
		print_saved(plain);
}

static void add_to_leaderboard(struct plain *plain)
{
	char *text;
	if (!scores_record(store_player(plain->store), plain->library,
	                   plain->levels->refs[plain->current], &plain->session, time(NULL), &text))
		store_note_loss(plain->store, _(no_memory));
	store_add_score(plain->store, text, plain->session.level.endless);
	free(text);
}

static void save_result(struct plain *plain)
{
	const int count = session_count(&plain->session);
	const bool optimal = count == session_minimum(&plain->session);
	add_to_leaderboard(plain);
	add_result(plain, session_moves(&plain->session), session_times(&plain->session),
	           (struct entry){.number = count, .optimal = optimal});
}

/* Adds the highest score of an endless game, if it is the best so far. */
static void add_best(struct plain *plain)
{
	const struct session *session = &plain->session;
	const uint64_t identity = level_identity(session->puzzle, &session->level);
	if (session_best(session)->score <= store_best(plain->store, identity).score)
		return;
	if (session->level.seconds > 0)
		add_to_leaderboard(plain);
	add_result(plain, session_best_moves(session), session_best_times(session),
	           (struct entry){.number = session_best(session)->count,
	                          .score = session_best(session)->score});
}

void plain_save_score(struct plain *plain)
{
	if (plain->session.level.endless && plain->session.level.seconds == 0)
		add_best(plain);
}

void plain_check_clock(struct plain *plain)
{
	char result[REPORT_MAX];
	if (plain->clock_over || plain->clock_end == 0 || milliseconds_now() < plain->clock_end)
		return;
	plain->clock_over = true;
	add_best(plain);
	report_result(&plain->session, result);
	/* TRANSLATORS: %s is the result: "Time is up: 40 points in 9 moves". */
	printf(_("%s. r restarts.\n"), result);
}

void plain_save_pending(struct plain *plain)
{
	if (store_has_pending(plain->store))
		store_retry(plain->store);
	if (plain->unsaved != (store_trouble(plain->store) != NULL))
		print_saved(plain);
	const char *notice = store_notice(plain->store);
	if (notice != NULL) {
		char clean[REPORT_MAX];
		puts(text_sentence(clean, sizeof clean, notice));
	}
}

/* ---- the game ---- */

static void print_result_and_more(const char *result, bool more)
{
	if (more) {
		/* TRANSLATORS: %s is the result: "Solved in 7 moves: the minimum". */
		printf(_("%s. n for the next level.\n"), result);
	} else {
		char sentence[REPORT_MAX];
		puts(text_sentence(sentence, sizeof sentence, result));
	}
}

static void print_result(struct plain *plain)
{
	char result[REPORT_MAX];
	if (!session_solved(&plain->session)) {
		plain->result_announced = false; /* it can be solved again, and better */
		return;
	}
	if (plain->result_announced)
		return;
	plain->result_announced = true;
	plain_prove(plain);
	report_result(&plain->session, result);
	if (session_assisted(&plain->session)) {
		/* TRANSLATORS: %s is the result of a game that the solver ended. */
		printf(_("%s. r: try it yourself.\n"), result);
		return;
	}
	save_result(plain); /* first, so that a result on the screen is never lost */
	print_result_and_more(result, plain->current + 1 < plain->levels->count);
}

void plain_print_state(struct plain *plain)
{
	plain_print_counter(plain);
	print_result(plain);
	if (!plain->boards_off)
		plain_print_board(plain);
}

void plain_print_level(struct plain *plain)
{
	const struct level_ref ref = plain->levels->refs[plain->current];
	const struct level_text *text = library_text(plain->library, ref);
	print_heading(plain->library, ref);
	puts(_(plain->session.puzzle->text.goal));
	if (plain->legend_shown_for != plain->session.puzzle)
		puts(_(plain->session.puzzle->text.legend));
	plain->legend_shown_for = plain->session.puzzle;
	char rules[REPORT_MAX];
	if (text->value[HEADER_HINT] != NULL) {
		char clean[4 * HEADER_BYTES_MAX];
		puts(text_sanitize(clean, sizeof clean,
		                   library_shown(plain->library, ref.pack,
		                                 text->value[HEADER_HINT])));
	}
	report_rules(plain->session.puzzle, &plain->session.level, true, rules);
	if (rules[0] != '\0')
		puts(rules);
	plain_print_state(plain);
}
