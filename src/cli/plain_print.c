/* The output of --plain: counter, result, level; and saving results. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/plain.h"
#include "cli/print.h"
#include "cli/describe.h"
#include "os/text.h"
#include "play/report.h"
#include "play/scores.h"

void plain_prove(struct plain *plain)
{
	struct session *session = &plain->session;
	if (session->answer.verdict != SEARCHING || session->level.endless)
		return;
	struct limits limits = plain->options->limits;
	if (limits.seconds <= 0)
		limits.seconds = 5;
	struct answer *answer = malloc(sizeof *answer);
	if (answer == NULL)
		return;
	struct state state;
	session_state(session, &state);
	solve_position(session->puzzle, &session->level, &state, &limits, cli_has_reader, NULL,
	               answer);
	session_take_answer(session, answer);
	free(answer);
}

void plain_print_counter(struct plain *plain)
{
	char best[REPORT_MAX], status[REPORT_MAX], over[REPORT_MAX];
	struct state state;
	plain_prove(plain);
	report_best(&plain->session, true, best);
	session_state(&plain->session, &state);
	report_status(&plain->session, &state, session_score(&plain->session), status);
	printf("moves %d%s%s%s%s", session_count(&plain->session), *best == '\0' ? "" : ", ", best,
	       *status == '\0' ? "" : ", ", status);
	if (plain->level.par >= 0)
		printf(", par %d", plain->level.par);
	report_over_par(&plain->session, true, over);
	if (over[0] != '\0')
		printf(", %s", over);
	putchar('\n');
}

/* ---- saving ---- */

static const char no_memory[] = "no memory";

static void print_saved(struct plain *plain)
{
	const char *trouble = store_trouble(plain->store);
	plain->unsaved = trouble != NULL;
	if (plain->unsaved)
		printf("NOT SAVED: %s\n", trouble);
	else
		puts("everything is saved now");
}

/* Adds a result of this game, whose level, puzzle and place are filled in. Frees the moves. */
static void add_result(struct plain *plain, char *moves, struct entry result)
{
	char name[LEVEL_NAME_MAX];
	const struct level_ref ref = plain->levels.refs[plain->current];
	char *text = library_level_text(plain->library, ref);
	library_name(plain->library, ref, name);
	result.kind = ENTRY_RESULT;
	result.date = time(NULL);
	result.level = level_identity(plain->session.puzzle, &plain->level);
	result.name = plain->session.puzzle->name;
	result.place = name;
	result.text = text;
	result.words = moves;
	if (moves != NULL && text != NULL)
		store_save(plain->store, &result);
	else
		store_note_loss(plain->store, no_memory);
	free(text);
	free(moves);
	if (plain->unsaved || store_trouble(plain->store) != NULL)
		print_saved(plain);
}

static void add_to_leaderboard(struct plain *plain)
{
	char *text;
	if (!scores_record(store_player(plain->store), plain->library,
	                   plain->levels.refs[plain->current], &plain->session, time(NULL), &text))
		store_note_loss(plain->store, no_memory);
	store_add_score(plain->store, text);
	free(text);
}

static void save_result(struct plain *plain)
{
	const int count = session_count(&plain->session);
	add_to_leaderboard(plain);
	add_result(plain, session_moves(&plain->session),
	           (struct entry){
			   .number = count,
			   .optimal = count == session_minimum(&plain->session),
		   });
}

void plain_save_score(struct plain *plain)
{
	const struct session *session = &plain->session;
	const uint64_t identity = level_identity(session->puzzle, &plain->level);
	if (!plain->level.endless ||
	    session_best(session)->score <= store_best(plain->store, identity).score)
		return;
	add_result(plain, session_best_moves(session),
	           (struct entry){
			   .number = session_best(session)->count,
			   .score = session_best(session)->score,
		   });
}

void plain_save_pending(struct plain *plain)
{
	if (store_has_pending(plain->store))
		store_retry(plain->store);
	if (plain->unsaved != (store_trouble(plain->store) != NULL))
		print_saved(plain);
	const char *notice = store_notice(plain->store);
	if (notice != NULL)
		puts(notice);
}

/* ---- printing ---- */

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
	if (session_assisted(&plain->session)) {
		puts("Solved for you. r to try it yourself.");
		return;
	}
	save_result(plain); /* first, so that a result on the screen is never lost */
	report_result(&plain->session, result);
	printf("%s.%s\n", result,
	       plain->current + 1 < plain->levels.count ? " n for the next level." : "");
}

void plain_print_board(const struct plain *plain)
{
	struct state state;
	session_state(&plain->session, &state);
	print_board_named(plain->session.puzzle, &plain->level, &state, stdout);
}

void plain_print_state(struct plain *plain)
{
	plain_print_counter(plain);
	print_result(plain);
	if (!plain->boards_off)
		plain_print_board(plain);
}

void plain_print_change(struct plain *plain, const char *done, const struct state *before)
{
	struct state after;
	session_state(&plain->session, &after);
	print_change(done, plain->session.puzzle, &plain->level, before, &after);
}

void plain_print_level(struct plain *plain)
{
	const struct level_ref ref = plain->levels.refs[plain->current];
	const struct level_text *text = library_text(plain->library, ref);
	char heading[HEADING_MAX];
	level_heading(plain->library, ref, heading);
	puts(heading);
	puts(plain->session.puzzle->text.goal);
	if (plain->legend_shown_for != plain->session.puzzle)
		puts(plain->session.puzzle->text.legend);
	plain->legend_shown_for = plain->session.puzzle;
	if (text->value[HEADER_HINT] != NULL) {
		char words[HEADER_BYTES_MAX];
		puts(text_sanitize(words, sizeof words, text->value[HEADER_HINT]));
	}
	char headers[REPORT_MAX];
	report_headers(text, headers);
	if (headers[0] != '\0') {
		char clean[REPORT_MAX];
		puts(text_sanitize(clean, sizeof clean, headers));
	}
	plain_print_state(plain);
}

void plain_print_remark(const struct plain *plain, const struct state *before, move_code move)
{
	const char *remark = report_remark(&plain->session, before, move);
	if (remark != NULL)
		puts(remark);
}
