/* --plain: the game as text, a line at a time, for pipes and screen readers. */
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "cli/commands.h"
#include "cli/print.h"
#include "core/text.h"
#include "play/report.h"
#include "play/session.h"

struct plain {
	const struct options *options;
	struct library *library;
	struct places places;   /* the levels to go through */
	int current;
	struct store *store;
	struct session session;
	struct level level;
	bool told;              /* the result of this game was said and kept */
	bool over;
};

static const char *const help[] = {
	"A line holds the names of moves, or one of:",
	"  u, U      undo, redo               r       restart (can be undone)",
	"  t         a hint, in stages        T       solve on from here",
	"  m, '      set, return to the checkpoint",
	"  n, p      next, previous level     g NAME  go to a level or game ID",
	"  b         the board again          moves   all valid moves",
	"  ?         this help                q       quit",
	NULL,
};

/* ---- saying ---- */

/* Proves the position, within the limits; a few seconds unless the user said otherwise. */
static void prove(struct plain *plain)
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
	search(session->mode, &session->level, &state, &limits, NULL, NULL, answer);
	session_take(session, answer);
	free(answer);
}

static void say_counter(struct plain *plain)
{
	char best[REPORT_MAX], status[REPORT_MAX], over[REPORT_MAX];
	struct state state;
	prove(plain);
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

static void say_board(struct plain *plain)
{
	struct state state;
	session_state(&plain->session, &state);
	print_board_named(plain->session.mode, &plain->level, &state, stdout);
	say_counter(plain);
}

static void say_level(struct plain *plain)
{
	const struct place place = plain->places.place[plain->current];
	const struct level_text *text = library_text(plain->library, place);
	char heading[HEADING_MAX];
	heading_of_place(plain->library, place, heading);
	puts(heading);
	puts(plain->session.mode->goal);
	if (text->value[HEADER_HINT] != NULL) {
		char words[HEADER_BYTES_MAX];
		puts(text_clean(words, sizeof words, text->value[HEADER_HINT]));
	}
	char headers[REPORT_MAX];
	report_headers(text, headers);
	if (headers[0] != '\0') {
		char clean[REPORT_MAX];
		puts(text_clean(clean, sizeof clean, headers));
	}
	say_board(plain);
}

static void say_moves(const struct plain *plain)
{
	struct state state;
	move_code moves[MOVES_MAX];
	session_state(&plain->session, &state);
	const int count = mode_valid_moves(plain->session.mode, &plain->level, &state, moves);
	for (int i = 0; i < count; i++) {
		char name[MOVE_NAME_MAX];
		plain->session.mode->name_move(&plain->level, moves[i], name);
		printf("%s%s", i == 0 ? "" : " ", name);
	}
	puts(count == 0 ? "no valid move" : "");
}

/* Adds a result; level and mode are the game's. The moves are freed. */
static void add_result(struct plain *plain, char *moves, struct result result)
{
	result.level = level_identity(plain->session.mode, &plain->level);
	result.mode = plain->session.mode->name;
	result.moves = moves;
	if (moves != NULL)
		store_add_result(plain->store, &result);
	free(moves);
	if (store_trouble(plain->store) != NULL)
		printf("NOT SAVED: %s\n", store_trouble(plain->store));
}

static void keep_result(struct plain *plain)
{
	const int count = session_count(&plain->session);
	add_result(plain, session_moves(&plain->session), (struct result){
		.count = count,
		.optimal = count == session_least(&plain->session),
	});
}

/* A game without an end is left: its highest score, if it is the best so far. */
static void keep_score(struct plain *plain)
{
	const struct session *session = &plain->session;
	const uint64_t identity = level_identity(session->mode, &plain->level);
	if (!plain->level.endless ||
	    session_best_score(session) <= store_best(plain->store, identity).score)
		return;
	add_result(plain, session_best_moves(session), (struct result){
		.count = session_best_count(session),
		.score = session_best_score(session),
	});
}

static void say_result(struct plain *plain)
{
	char result[REPORT_MAX];
	if (!session_solved(&plain->session)) {
		plain->told = false; /* it can be solved once more, and better */
		return;
	}
	if (plain->told || session_helped(&plain->session))
		return;
	plain->told = true;
	report_result(&plain->session, result);
	printf("%s.%s\n", result,
	       plain->current + 1 < plain->places.count ? " n for the next level." : "");
	keep_result(plain);
}

static void say_news(const struct plain *plain, const struct state *before, move_code move)
{
	const char *news = report_news(&plain->session, before, move);
	if (news != NULL)
		puts(news);
}

/* ---- doing ---- */

static bool open_level(struct plain *plain, int index, struct error *error)
{
	const struct place place = plain->places.place[index];
	struct level *level = malloc(sizeof *level);
	if (level == NULL)
		return error_set(error, "out of memory");
	struct session session;
	const bool good = library_level(plain->library, place, level, error) &&
	                  session_open(&session, library_mode(plain->library, place), level, NULL,
	                               error);
	if (good) {
		if (plain->session.mode != NULL) {
			keep_score(plain);
			session_close(&plain->session);
		}
		plain->session = session;
		plain->level = *level;
		plain->current = index;
		plain->told = false;
	}
	free(level);
	return good;
}

static void go_by(struct plain *plain, int step)
{
	struct error error;
	const int to = plain->current + step;
	if (to < 0 || to >= plain->places.count)
		puts(step > 0 ? "that was the last level" : "this is the first level");
	else if (!open_level(plain, to, &error))
		puts(error.text);
	else
		say_level(plain);
}

static void go_to(struct plain *plain, const char *name)
{
	struct error error;
	const int first = plain->places.count;
	if (strcmp(name, "-") == 0)
		puts("standard input is where your moves come from");
	else if (!library_find(plain->library, name, &plain->places, &error) ||
	    !open_level(plain, first, &error))
		puts(error.text);
	else
		say_level(plain);
}

/* The moves to the end, or one where there is none. */
static void solve_on(struct plain *plain)
{
	move_code move;
	prove(plain);
	if (!session_next(&plain->session, &move)) {
		puts(session_solved(&plain->session) ? "it is solved" : "no way is known from here");
		return;
	}
	do {
		char name[MOVE_NAME_MAX];
		struct state before;
		session_state(&plain->session, &before);
		plain->session.mode->name_move(&plain->level, move, name);
		if (!session_solve_on(&plain->session))
			break;
		printf("%s ", name);
		say_news(plain, &before, move);
		prove(plain);
	} while (!plain->level.endless && session_next(&plain->session, &move));
	putchar('\n');
	say_board(plain);
}

static void say_hint(struct plain *plain)
{
	char hint[REPORT_MAX];
	session_hint(&plain->session);
	report_hint(&plain->session, hint);
	puts(hint);
}

/* A line of move names; stops at the first that is none. */
static void make_moves(struct plain *plain, char *line)
{
	char *rest = NULL;
	for (char *name = strtok_r(line, " \t,", &rest); name != NULL;
	     name = strtok_r(NULL, " \t,", &rest)) {
		struct state state;
		move_code move;
		session_state(&plain->session, &state);
		if (!mode_find_move(plain->session.mode, &plain->level, &state, name, &move) ||
		    !session_move(&plain->session, move)) {
			char clean[64];
			printf("\"%s\" is no valid move here; ? for help\n",
			       text_clean(clean, sizeof clean, name));
			break;
		}
		say_news(plain, &state, move);
	}
	say_board(plain);
	say_result(plain);
}

/* One letter, or nothing it knows. */
static bool do_letter(struct plain *plain, char letter)
{
	struct session *session = &plain->session;
	bool done = true;
	switch (letter) {
	case 'u': done = session_undo(session); break;
	case 'U': done = session_redo(session); break;
	case 'r':
		keep_score(plain);
		done = session_restart(session);
		break;
	case 'm': session_set_checkpoint(session); puts("checkpoint set"); return true;
	case '\'': done = session_return(session); break;
	case 't': say_hint(plain); return true;
	case 'T': solve_on(plain); return true;
	case 'n': go_by(plain, 1); return true;
	case 'p': go_by(plain, -1); return true;
	case 'b': break;
	case 'q': plain->over = true; return true;
	case '?':
		for (int i = 0; help[i] != NULL; i++)
			puts(help[i]);
		return true;
	default: return false;
	}
	if (!done)
		puts("nothing to do");
	say_board(plain);
	say_result(plain);
	return true;
}

static void do_line(struct plain *plain, char *line)
{
	line += strspn(line, " \t");
	line[strcspn(line, "\r\n")] = '\0';
	for (size_t length = strlen(line); length > 0 && strchr(" \t", line[length - 1]) != NULL;
	     length--)
		line[length - 1] = '\0';
	if (*line == '\0')
		return;
	if (strcmp(line, "moves") == 0)
		say_moves(plain);
	else if (strncmp(line, "g ", 2) == 0)
		go_to(plain, line + 2);
	else if (line[1] != '\0' || !do_letter(plain, line[0]))
		make_moves(plain, line);
}

static void run(struct plain *plain)
{
	char *line = NULL;
	size_t room = 0;
	say_level(plain);
	while (!plain->over) {
		fputs("> ", stdout);
		fflush(stdout);
		if (getline(&line, &room, stdin) < 0)
			break;
		do_line(plain, line);
	}
	free(line);
	if (!plain->over)
		putchar('\n');
}

int cli_plain(const struct options *options, struct library *library, const struct places *places,
              struct store *store)
{
	struct error error;
	struct plain *plain = calloc(1, sizeof *plain);
	bool good = plain != NULL;
	if (!good)
		error_set(&error, "out of memory");
	if (good) {
		*plain = (struct plain){.options = options, .library = library, .store = store};
		plain->places.place = calloc((size_t)places->count, sizeof *places->place);
		good = plain->places.place != NULL;
	}
	if (good) {
		memcpy(plain->places.place, places->place,
		       (size_t)places->count * sizeof *places->place);
		plain->places.count = places->count;
		good = open_level(plain, 0, &error);
	}
	if (good) {
		run(plain);
		keep_score(plain);
		session_close(&plain->session);
	}
	if (plain != NULL)
		places_free(&plain->places);
	free(plain);
	return good ? STATUS_GOOD : cli_fail(&error);
}
