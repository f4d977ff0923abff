/* --plain: the game as text, a line at a time, for pipes and screen readers.
 *
 * Each action is first described in words: the changed cells, then the counter. The board is
 * printed after that, unless the player turns it off; the words say everything that it shows. */
#include "cli/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/print.h"
#include "cli/describe.h"
#include "os/signal.h"
#include "os/text.h"
#include "play/report.h"
#include "puzzle/cell.h"

/* ---- levels ---- */

static bool open_level(struct plain *plain, struct level_ref ref, struct error *error)
{
	struct level *level = malloc(sizeof *level);
	if (level == NULL)
		return error_set(error, "out of memory");
	struct session session;
	const bool good =
		library_level(plain->library, ref, level, error) &&
		session_open(&session, library_puzzle(plain->library, ref), level, NULL, error);
	if (good) {
		if (plain->session.puzzle != NULL) {
			plain_save_score(plain);
			session_close(&plain->session);
		}
		plain->session = session;
		plain->level = *level;
		plain->result_announced = false;
	}
	free(level);
	return good;
}

/* The levels that a LEVEL means here; a number alone is a level of the same pack. */
static bool find_levels(const struct plain *plain, const char *name, struct level_list *found,
                        struct error *error)
{
	char numbered[LEVEL_NAME_MAX];
	const struct level_ref ref = plain->levels.refs[plain->current];
	if (strcmp(name, "-") == 0)
		return error_set(error, "standard input is where your moves come from");
	if (*name != '\0' && name[strspn(name, "0123456789")] == '\0') {
		snprintf(numbered, sizeof numbered, "%s:%s", plain->library->packs[ref.pack].name,
		         name);
		name = numbered;
	}
	return library_find(plain->library, name, found, error);
}

static void go_to_named(struct plain *plain, const char *name)
{
	struct error error;
	struct level_list found = {0};
	if (!find_levels(plain, name, &found, &error) ||
	    !open_level(plain, found.refs[0], &error)) {
		puts(error.text);
	} else {
		library_neighbours(plain->library, found.refs[0], &plain->levels, &plain->current);
		plain_print_level(plain);
	}
	level_list_free(&found);
}

static void go_to(struct plain *plain)
{
	if (*plain->argument == '\0')
		puts("which level? g and a name, such as tilt/classic:7, or a number of this pack");
	else
		go_to_named(plain, plain->argument);
}

/* Goes to another level of the list; at its end, to another puzzle's daily board. */
static void go_by(struct plain *plain, int step)
{
	struct error error;
	char daily[LEVEL_NAME_MAX];
	const int to = plain->current + step;
	if (to >= 0 && to < plain->levels.count) {
		if (open_level(plain, plain->levels.refs[to], &error)) {
			plain->current = to;
			plain_print_level(plain);
		} else {
			puts(error.text);
		}
	} else if (library_daily_neighbour(plain->library, plain->levels.refs[plain->current], step,
	                                   daily)) {
		go_to_named(plain, daily);
	} else {
		puts(step > 0 ? "this is the last level" : "this is the first level");
	}
}

static void go_next(struct plain *plain)
{
	go_by(plain, 1);
}

static void go_back(struct plain *plain)
{
	go_by(plain, -1);
}

/* Prints a pack in one line, with how much of it is solved. */
static void list_pack(const struct plain *plain, int number)
{
	const struct pack *pack = &plain->library->packs[number];
	char title[HEADER_BYTES_MAX];
	struct level *level = malloc(sizeof *level);
	struct error error;
	int solved = 0;
	for (int l = 0; level != NULL && l < pack->count; l++)
		if (library_level_bare(plain->library, (struct level_ref){number, l}, level,
		                       &error))
			solved += store_best(plain->store,
			                     level_identity(pack_puzzle(pack, l), level))
			                  .count >= 0;
	free(level);
	text_sanitize(title, sizeof title, library_pack_title(plain->library, number));
	printf("%s, %s: %d of %d solved\n", pack->name, title, solved, pack->count);
}

static void list(struct plain *plain)
{
	const char *name = plain->argument;
	struct error error;
	struct level_list found = {0};
	if (*name == '\0')
		for (int p = 0; p < plain->library->shipped; p++)
			list_pack(plain, p);
	else if (find_levels(plain, name, &found, &error))
		cli_list(plain->options, plain->library, &found, plain->store);
	else
		puts(error.text);
	level_list_free(&found);
}

/* ---- moves ---- */

/* Makes a move by its name; false if it is not valid here. */
static bool make_move(struct plain *plain, const char *name)
{
	struct state before;
	move_code move;
	session_state(&plain->session, &before);
	if (!puzzle_find_move(plain->session.puzzle, &plain->level, &before, name, &move) ||
	    !session_move(&plain->session, move)) {
		char clean[64];
		printf(plain->session.full ? "there is no room for more moves\n"
		                           : "\"%s\" is no valid move here; ? for help\n",
		       text_sanitize(clean, sizeof clean, name));
		return false;
	}
	plain_print_change(plain, name, &before);
	plain_print_remark(plain, &before, move);
	return true;
}

/* Makes a line of moves. Stops at the first that is not valid, and when the level is solved. */
static void make_moves(struct plain *plain, char *line)
{
	const struct session *session = &plain->session;
	char *rest = NULL, *name = strtok_r(line, " \t,", &rest);
	int made = 0;
	for (; name != NULL && !session_solved(session) && signal_received() == 0 &&
	       make_move(plain, name);
	     name = strtok_r(NULL, " \t,", &rest))
		made++;
	if (made > 0)
		plain_print_state(plain);
	if (name != NULL && session_solved(session))
		puts("it is solved; u takes a move back, r begins anew");
}

/* Makes the moves of the plan; one move in an endless level. */
static void solve(struct plain *plain)
{
	move_code move;
	plain_prove(plain);
	if (!session_next_move(&plain->session, &move)) {
		puts(session_solved(&plain->session) ? "it is solved"
		                                     : "no way is known from here");
		return;
	}
	do {
		char name[MOVE_NAME_MAX];
		struct state before;
		session_state(&plain->session, &before);
		plain->session.puzzle->format.name_move(&plain->level, move, name);
		if (!session_solver_move(&plain->session))
			break;
		plain_print_change(plain, name, &before);
		plain_print_remark(plain, &before, move);
		plain_prove(plain);
	} while (!plain->level.endless && signal_received() == 0 &&
	         session_next_move(&plain->session, &move));
	plain_print_state(plain);
}

/* Moves through the history and prints the result. */
static void walk_history(struct plain *plain, bool (*step)(struct session *session),
                         const char *done)
{
	struct state before;
	session_state(&plain->session, &before);
	if (!step(&plain->session)) {
		puts("nothing to do");
		return;
	}
	plain_print_change(plain, done, &before);
	plain_print_state(plain);
}

static void undo(struct plain *plain)
{
	walk_history(plain, session_undo, "undone");
}

static void redo(struct plain *plain)
{
	walk_history(plain, session_redo, "done again");
}

static void restart(struct plain *plain)
{
	plain_save_score(plain);
	walk_history(plain, session_restart, "back at the start");
}

static void go_to_checkpoint(struct plain *plain)
{
	walk_history(plain, session_return_to_checkpoint, "back at the checkpoint");
}

static void set_checkpoint(struct plain *plain)
{
	session_set_checkpoint(&plain->session);
	puts("checkpoint set");
}

/* ---- questions ---- */

static void hint(struct plain *plain)
{
	char words[REPORT_MAX];
	session_hint(&plain->session);
	report_hint(&plain->session, words);
	puts(words);
}

static void show_moves(struct plain *plain)
{
	struct state state;
	session_state(&plain->session, &state);
	print_valid_moves("", plain->session.puzzle, &plain->level, &state, "no valid move");
}

static void show_counter(struct plain *plain)
{
	plain_print_counter(plain);
}

static void show_board(struct plain *plain)
{
	plain_print_board(plain);
}

static void show_words(struct plain *plain)
{
	struct state state;
	session_state(&plain->session, &state);
	print_board_description(plain->session.puzzle, &plain->level, &state);
}

/* Describes a cell by its name; false if there is no such cell. */
static bool show_cell(const struct plain *plain, const char *name)
{
	struct state state;
	int cell;
	if (!cell_read(&plain->level, &name, &cell) || *name != '\0')
		return false;
	session_state(&plain->session, &state);
	print_cell_description(plain->session.puzzle, &plain->level, &state, cell);
	return true;
}

static void toggle_boards(struct plain *plain)
{
	plain->boards_off = !plain->boards_off;
	puts(plain->boards_off ? "boards only when asked for" : "a board after every move");
}

static void quit(struct plain *plain)
{
	plain->quitting = true;
}

/* ---- lines ---- */

static void help(struct plain *plain);

/* Verbs: single letters, as on the screen, or words. */
static const struct verb {
	const char *letter, *word;
	const char *argument; /* what may follow; NULL: nothing */
	void (*act)(struct plain *plain);
	const char *help;
} verbs[] = {
	{"u", "undo", NULL, undo, "take a move back"},
	{"U", "redo", NULL, redo, "make it again"},
	{"r", "restart", NULL, restart, "begin anew; can be undone"},
	{"m", "checkpoint", NULL, set_checkpoint, "set the checkpoint"},
	{"'", "return", NULL, go_to_checkpoint, "return to the checkpoint"},
	{"t", "hint", NULL, hint, "in stages: number, what, move"},
	{"T", "solve", NULL, solve, "play on from here by itself"},
	{"v", "moves", NULL, show_moves, "all valid moves"},
	{"c", "counter", NULL, show_counter, "moves made, and how many are still enough"},
	{"b", "board", NULL, show_board, "the board, as a level file draws it"},
	{"w", "where", NULL, show_words, "the board in words"},
	{"B", "boards", NULL, toggle_boards, "boards after every move, or only when asked for"},
	{"n", "next", NULL, go_next, "the next level"},
	{"p", "previous", NULL, go_back, "the level before"},
	{"g", "go", "LEVEL", go_to, "go to a level, by its name, number in this pack or game ID"},
	{"l", "list", "LEVEL", list, "list the packs, or those levels"},
	{"?", "help", NULL, help, "this help"},
	{"q", "quit", NULL, quit, "quit"},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static void help(struct plain *plain)
{
	for (const char *const *rule = plain->session.puzzle->text.rules; *rule != NULL; rule++)
		puts(*rule);
	puts(plain->session.puzzle->text.legend);
	puts("A line holds the names of moves; or a cell such as a1, to ask what is there; "
	     "or one of:");
	for (int i = 0; i < VERBS; i++)
		printf("%s or %s%s%s: %s\n", verbs[i].letter, verbs[i].word,
		       verbs[i].argument == NULL ? "" : " ",
		       verbs[i].argument == NULL ? "" : verbs[i].argument, verbs[i].help);
}

/* The text after a verb, if the line starts with it; NULL if it does not. */
static const char *argument_of(const struct verb *verb, const char *line)
{
	const size_t length = strcspn(line, " \t");
	const char *rest = line + length + strspn(line + length, " \t");
	const bool named =
		(strlen(verb->letter) == length && strncmp(line, verb->letter, length) == 0) ||
		(strlen(verb->word) == length && strncmp(line, verb->word, length) == 0);
	return named && (*rest == '\0' || verb->argument != NULL) ? rest : NULL;
}

/* Removes surrounding blanks and the line's end. */
static char *trim(char *line)
{
	static const char blanks[] = " \t\r\n";
	line += strspn(line, blanks);
	for (size_t length = strlen(line); length > 0 && strchr(blanks, line[length - 1]) != NULL;)
		line[--length] = '\0';
	return line;
}

static void do_line(struct plain *plain, char *line)
{
	line = trim(line);
	for (int i = 0; i < VERBS; i++) {
		plain->argument = argument_of(&verbs[i], line);
		if (plain->argument != NULL) {
			verbs[i].act(plain);
			return;
		}
	}
	if (*line != '\0' && !show_cell(plain, line))
		make_moves(plain, line);
}

/* ---- signals ---- */

static int closed_pipe; /* the read end of a pipe without a writer */

/* From here on standard input is at its end, and no write can block. A signal that comes just
 * before a read would otherwise not interrupt it. */
static void end_input(void)
{
	dup2(closed_pipe, STDIN_FILENO);
	dup2(closed_pipe, STDOUT_FILENO);
	signal_set_nonblocking(STDERR_FILENO);
}

/* A termination signal ends the game as q does. */
static bool handle_termination(struct error *error)
{
	int pipe_ends[2];
	sigset_t taken;
	if (pipe2(pipe_ends, O_CLOEXEC) != 0)
		return error_set(error, "no pipe: %s", strerror(errno));
	close(pipe_ends[1]);
	closed_pipe = pipe_ends[0];
	sigemptyset(&taken);
	signal_note_termination(end_input, &taken);
	return true;
}

/* ---- the loop ---- */

enum { LINE_BYTES = 1 << 16 };

/* Reads a line. One that is too long is reported and replaced by an empty one. False at the end. */
static bool read_line(char line[LINE_BYTES])
{
	if (fgets(line, LINE_BYTES, stdin) == NULL)
		return false;
	if (strlen(line) < LINE_BYTES - 1 || line[LINE_BYTES - 2] == '\n')
		return true;
	for (int byte = 0; byte != '\n' && byte != EOF;)
		byte = getchar();
	printf("a line of %d bytes or more, of which nothing is done\n", LINE_BYTES);
	line[0] = '\0';
	return true;
}

/* Prompts only if a person types, not for a pipe. */
static bool run(struct plain *plain, struct error *error)
{
	const bool asking = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	char line[LINE_BYTES];
	plain_print_level(plain);
	plain_save_pending(plain);
	if (asking)
		puts("? for help");
	while (!plain->quitting && signal_received() == 0) {
		fputs(asking ? "> " : "", stdout);
		if (fflush(stdout) != 0 || !read_line(line))
			break;
		do_line(plain, line);
		plain_save_pending(plain);
	}
	const int trouble = errno;
	if (asking && !plain->quitting)
		putchar('\n');
	return !ferror(stdin) || signal_received() != 0 ||
	       error_set(error, "standard input: %s", strerror(trouble));
}

/* ---- start and end ---- */

/* Opens the first of the levels. If there is only one, its pack becomes the list. */
static bool begin(struct plain *plain, const struct level_list *levels, struct error *error)
{
	const size_t size = (size_t)levels->count * sizeof *levels->refs;
	plain->levels.refs = malloc(size);
	if (plain->levels.refs == NULL)
		return error_set(error, "out of memory");
	memcpy(plain->levels.refs, levels->refs, size);
	plain->levels.count = levels->count;
	if (levels->count == 1)
		library_neighbours(plain->library, levels->refs[0], &plain->levels,
		                   &plain->current);
	return open_level(plain, levels->refs[0], error);
}

int cli_plain(const struct options *options, struct library *library,
              const struct level_list *levels, struct store *store)
{
	struct error error;
	struct plain *plain = calloc(1, sizeof *plain);
	if (plain == NULL) {
		error_set(&error, "out of memory");
		return cli_fail(&error);
	}
	*plain = (struct plain){.options = options, .library = library, .store = store};
	library->advice = "l lists the packs";
	store_set_interactive(store, true);
	bool good = begin(plain, levels, &error);
	if (good) {
		good = handle_termination(&error) && run(plain, &error);
		plain_save_score(plain);
		session_close(&plain->session);
	}
	store_set_interactive(store, signal_received() != 0);
	level_list_free(&plain->levels);
	free(plain);
	return good ? STATUS_OK : cli_fail(&error);
}
