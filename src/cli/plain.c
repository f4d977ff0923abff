/* --plain: the game as text, a line at a time, for pipes and screen readers.
 *
 * Each action is first described in words: the changed cells, then the counter. The board is
 * printed after that, unless the player turns it off; the words say everything that it shows. */
#include "cli/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/operator.h"
#include "os/clock.h"
#include "os/language.h"
#include "os/portable.h"
#include "os/signal.h"
#include "os/text.h"
#include "play/report.h"
#include "puzzle/cell.h"

/* ---- levels ---- */

static bool open_level(struct plain *plain, struct level_ref ref, struct error *error)
{
	struct level level;
	struct session session;
	if (!library_level(plain->library, ref, &level, error) ||
	    !session_open(&session, library_puzzle(plain->library, ref), &level, NULL, error))
		return false;
	if (plain->session.puzzle != NULL) {
		plain_save_score(plain);
		session_close(&plain->session);
	}
	plain->session = session;
	session_start_clock(&plain->session);
	plain->began = milliseconds_now();
	plain->result_announced = plain->clock_over = false;
	plain->clock_end = 0;
	return true;
}

/* The levels that a LEVEL means here; a number alone is a level of the same pack. */
static bool find_levels(const struct plain *plain, const char *name, struct level_list *found,
                        struct error *error)
{
	char numbered[LEVEL_NAME_MAX];
	const struct level_ref ref = plain->levels->refs[plain->current];
	if (strcmp(name, "-") == 0)
		return error_set(error,
		                 _("not possible here: your moves come from standard input"));
	if (*name != '\0' && name[strspn(name, "0123456789")] == '\0') {
		if (library_is_portable(plain->library, ref) && ref.pack >= plain->library->shipped)
			return error_set(error,
			                 _("this level is alone; name another pack, too, as "
			                   "in tilt/classic:%s"),
			                 name);
		snprintf(numbered, sizeof numbered, "%s:%s", plain->library->packs[ref.pack].name,
		         name);
		name = numbered;
	}
	return library_find(plain->library, name, found, error);
}

static void print_error(const struct error *error)
{
	char sentence[sizeof error->text + 2];
	puts(text_sentence(sentence, sizeof sentence, error->text));
}

static void go_to_named(struct plain *plain, const char *name)
{
	struct error error;
	struct level_list found = {0};
	if (!find_levels(plain, name, &found, &error) ||
	    !open_level(plain, found.refs[0], &error)) {
		print_error(&error);
	} else {
		library_neighbours(plain->library, found.refs[0], plain->levels, &plain->current);
		plain_print_level(plain);
	}
	level_list_free(&found);
}

static void go_to(struct plain *plain)
{
	if (*plain->argument == '\0')
		puts(_("Which level? Give a name (g tilt/classic:7) or a number in this pack "
		       "(g 7)."));
	else
		go_to_named(plain, plain->argument);
}

/* Goes to another level of the list; where it ends, to the game ID before or after. */
static void go_by(struct plain *plain, int step)
{
	struct error error;
	char id[LEVEL_NAME_MAX];
	const int to = plain->current + step;
	if (to >= 0 && to < plain->levels->count) {
		if (!open_level(plain, plain->levels->refs[to], &error)) {
			print_error(&error);
			return;
		}
		plain->current = to;
		plain_print_level(plain);
	} else if (library_id_neighbour(plain->library, plain->levels->refs[plain->current], step,
	                                id)) {
		go_to_named(plain, id);
	} else {
		puts(library_end(plain->library, plain->levels->refs[plain->current], step));
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

/* Prints a pack in one line, with how much of it is solved, or played if no level can be. */
static void list_pack(const struct plain *plain, int number)
{
	const struct pack *pack = &plain->library->packs[number];
	char title[2 * HEADER_BYTES_MAX];
	struct level level;
	struct error error;
	int done = 0;
	bool endless = true;
	for (int l = 0; l < pack->count; l++)
		if (pack_level_bare(pack, l, &level, &error)) {
			const uint64_t identity = level_identity(pack_puzzle(pack, l), &level);
			done += store_best(plain->store, identity).count >= 0;
			endless = endless && level.endless;
		}
	text_sanitize(title, sizeof title, library_shown_pack(plain->library, number));
	/* TRANSLATORS: A pack's name and title, and how many of its levels. */
	printf(endless ? _("%s, %s: %d of %d played\n") : _("%s, %s: %d of %d solved\n"),
	       pack->name, title, done, pack->count);
}

static void list(struct plain *plain)
{
	struct error error;
	struct request listed = *plain->request;
	listed.levels = (struct level_list){0};
	if (*plain->argument == '\0')
		for (int p = 0; p < plain->library->shipped; p++)
			list_pack(plain, p);
	else if (find_levels(plain, plain->argument, &listed.levels, &error))
		cli_list(&listed);
	else
		print_error(&error);
	level_list_free(&listed.levels);
}

/* ---- moves ---- */

/* The clock of a game against it starts with the first move. */
static void start_clock(struct plain *plain)
{
	const int seconds = plain->session.level.seconds;
	if (seconds > 0 && plain->clock_end == 0) {
		const int64_t now = milliseconds_now();
		plain->clock_end = now + INT64_C(1000) * seconds;
		plain->began = now - INT64_C(100) * plain->session.tenths;
	}
}

/* All moves of a line have the time at which it was read. */
static void tell_time(struct plain *plain)
{
	if (plain->session.level.seconds == 0 || plain->clock_end > 0)
		session_set_clock(&plain->session, (milliseconds_now() - plain->began) / 100);
}

/* Says why a word is not the name of a move. */
static void print_no_move(const struct position *position, const char *name)
{
	char why[REASON_MAX];
	puzzle_explain_name(position->puzzle, position->level, &position->state, name, why);
	if (why[0] != '\0') {
		puts(why);
	} else {
		char clean[64];
		printf(_("\"%s\" is not a valid move here. ? shows help.\n"),
		       text_sanitize(clean, sizeof clean, name));
	}
}

/* What a message with a context is in English. */
static const char *english_word(const char *message)
{
	return strchr(message, '\004') + 1;
}

/* Reads the name of a move. A direction in it may be in the player's language: "3-rechts". */
static bool read_move(const struct position *position, const char *name, move_code *move)
{
	const char *hyphen = strrchr(name, '-'), *end = hyphen == NULL ? name : hyphen + 1;
	if (position->puzzle->format.read_move(position->level, name, move))
		return true;
	for (int direction = 0; direction < DIRECTIONS; direction++) {
		char english[2 * MOVE_NAME_MAX];
		if (!text_is_same_word(end, direction_word(direction)) &&
		    !text_is_same_word(end, direction_name(direction)))
			continue;
		snprintf(english, sizeof english, "%.*s%s", (int)(end - name), name,
		         direction_name(direction));
		return position->puzzle->format.read_move(position->level, english, move);
	}
	return false;
}

/* Makes a move by its name; else says why not. */
static bool make_move(struct plain *plain, const char *name)
{
	const struct position before = plain_position(plain);
	move_code move;
	if (!read_move(&before, name, &move)) {
		print_no_move(&before, name);
		return false;
	}
	if (!session_move(&plain->session, move)) {
		char why[REPORT_MAX];
		report_refusal(&plain->session, move, why);
		puts(plain->session.full ? _("No room for more moves: undo or restart.") : why);
		return false;
	}
	start_clock(plain);
	operator_count_move(plain->request->operator);
	plain_print_move(plain, name, &before.state, move);
	return true;
}

/* Whether time is up. If so, says that the game can only be restarted. */
static bool is_over(struct plain *plain)
{
	if (plain->clock_over)
		puts(_("Time is up. r restarts."));
	return plain->clock_over;
}

/* Makes a line of moves. Stops at the first that is not valid, and when the level is solved. */
static void make_moves(struct plain *plain, char *line)
{
	const struct session *session = &plain->session;
	char *rest = NULL, *name = strtok_r(line, " \t,", &rest);
	int made = 0;
	if (is_over(plain))
		return;
	for (; name != NULL && !session_solved(session) && signal_received() == 0 &&
	       make_move(plain, name);
	     name = strtok_r(NULL, " \t,", &rest))
		made++;
	if (made > 0)
		plain_print_state(plain);
	if (name != NULL && session_solved(session))
		puts(_("The level is solved. u undoes a move, r restarts."));
}

/* Makes the moves of the plan; one move in an endless level. */
static void solve(struct plain *plain)
{
	move_code move;
	if (is_over(plain))
		return;
	plain_prove(plain);
	if (!session_next_move(&plain->session, &move)) {
		puts(session_solved(&plain->session) ? _("The level is solved.")
		                                     : _("No solution is known from here."));
		return;
	}
	do {
		char name[MOVE_NAME_MAX], words[MOVE_WORDS_MAX];
		const struct position before = plain_position(plain);
		before.puzzle->format.name_move(before.level, move, name);
		move_in_words(name, words);
		if (!session_solver_move(&plain->session))
			break;
		start_clock(plain);
		operator_count_move(plain->request->operator);
		plain_print_move(plain, words, &before.state, move);
		plain_prove(plain);
	} while (!plain->session.level.endless && signal_received() == 0 &&
	         session_next_move(&plain->session, &move));
	plain_print_state(plain);
}

/* Moves through the history and prints the result. */
static void walk_history(struct plain *plain, bool (*step)(struct session *session),
                         const char *done, const char *none)
{
	const struct position before = plain_position(plain);
	if (is_over(plain))
		return;
	if (!step(&plain->session)) {
		puts(none);
		return;
	}
	operator_count_move(plain->request->operator);
	plain_print_change(plain, done, &before.state);
	plain_print_state(plain);
}

static bool is_timed(const struct plain *plain)
{
	return plain->session.level.seconds > 0;
}

static void restart(struct plain *plain)
{
	if (is_timed(plain)) {
		session_discard(&plain->session);
		plain->clock_end = 0;
		plain->clock_over = false;
		puts(_("Restarted. The clock starts with your first move."));
		plain_print_state(plain);
		return;
	}
	plain_save_score(plain);
	/* TRANSLATORS: What was done, before the changed cells: "Restarted: a at c3". */
	walk_history(plain, session_restart, _("Restarted"), _("Already at the start."));
}

static void set_checkpoint(struct plain *plain)
{
	session_set_checkpoint(&plain->session);
	puts(_("Checkpoint set. ' returns here."));
}

static void return_to_checkpoint(struct plain *plain)
{
	if (session_has_checkpoint(&plain->session))
		/* TRANSLATORS: Before the changed cells: "Back at the checkpoint: a at c3". */
		walk_history(plain, session_return_to_checkpoint, _("Back at the checkpoint"),
		             _("Already at the checkpoint."));
	else if (!is_over(plain))
		puts(_("No checkpoint yet. m sets one."));
}

/* ---- questions ---- */

static void hint(struct plain *plain)
{
	char words[REPORT_MAX];
	if (is_over(plain))
		return;
	session_hint(&plain->session);
	plain_prove_choices(plain);
	report_hint(&plain->session, words);
	puts(words);
}

/* Judges the moves so far, in a replay, which must be ended; false if there are none to judge. */
static bool begin_review(struct plain *plain)
{
	struct session *session = &plain->session;
	if (session->level.endless || session_count(session) == 0) {
		puts(session->level.endless ? _("An endless game has no minimum to compare with.")
		                            : _("There are no moves to review."));
		return false;
	}
	if (!session_solved(session))
		session_note_aid(session);
	if (!session_replay(session) || session->review.count == 0) {
		puts(_("There are too many moves to review."));
		return false;
	}
	plain_prove_review(plain);
	return true;
}

static void review(struct plain *plain)
{
	const struct session *session = &plain->session;
	if (begin_review(plain)) {
		for (int i = 0; i < session->review.count; i++) {
			char words[REPORT_MAX];
			report_reviewed(session, i, false, words);
			puts(words);
		}
	}
	session_replay_end(&plain->session);
}

/* Plays on from before the first costly move. */
static void retry(struct plain *plain)
{
	struct session *session = &plain->session;
	const struct position before = plain_position(plain);
	const int first = begin_review(plain) ? session_find_mistake(session, -1, 1) : -1;
	if (first >= 0 && session_play_on(session, first)) {
		char done[REPORT_MAX];
		report_new_try(first, done);
		plain_print_change(plain, done, &before.state);
		plain_print_state(plain);
		return;
	}
	if (session->review.count > 0)
		puts(_("No costly move is known."));
	session_replay_end(session);
}

static void show_moves(struct plain *plain)
{
	const struct position now = plain_position(plain);
	if (!is_over(plain))
		print_valid_moves("", &now, true, _("No valid moves."));
}

static void toggle_boards(struct plain *plain)
{
	plain->boards_off = !plain->boards_off;
	puts(plain->boards_off ? _("Boards are printed only on request.")
	                       : _("A board is printed after every move."));
}

static void quit(struct plain *plain)
{
	plain->quitting = true;
}

/* ---- lines ---- */

static void help(struct plain *plain);

/* Verbs: single letters, as on the screen, or words, in the player's language or in English. */
static const struct verb {
	const char *letter, *word; /* the word is a message with a context */
	const char *argument;      /* what may follow, a message with a context; NULL: nothing */
	const char *help;
	void (*act)(struct plain *plain);
	bool (*step)(struct session *session); /* through the history, where there is no `act` */
	const char *done, *none; /* what it did; the message if there was nothing to do */
	const char *timed_help;  /* in a game against the clock, if it differs there */
} verbs[] = {
	/* TRANSLATORS: A command that is typed, as the others: one word. English works, too. */
	{"u", NC_("command", "undo"), NULL, N_("undo the move"), .step = session_undo,
         /* TRANSLATORS: What was done, before the changed cells: "Undone: a at c3". */
         .done = N_("Undone"), .none = N_("Nothing to undo.")},
	{"U", NC_("command", "redo"), NULL, N_("redo the move"), .step = session_redo,
         /* TRANSLATORS: What was done, before the changed cells: "Redone: a at c3". */
         .done = N_("Redone"), .none = N_("Nothing to redo.")},
	{"r", NC_("command", "restart"), NULL, N_("restart the level; can be undone"),
         .act = restart, .timed_help = N_("restart the level; can't be undone here")},
	{"m", NC_("command", "checkpoint"), NULL, N_("set a checkpoint"), .act = set_checkpoint},
	{"'", NC_("command", "return"), NULL, N_("return to the checkpoint"),
         .act = return_to_checkpoint},
	{"t", NC_("command", "hint"), NULL, N_("hint in three stages: number, piece, move"),
         .act = hint},
	{"T", NC_("command", "solve"), NULL, N_("let the solver finish"), .act = solve},
	{"R", NC_("command", "review"), NULL, N_("what each move so far cost"), .act = review},
	{"y", NC_("command", "retry"), NULL, N_("play on from before the first costly move"),
         .act = retry},
	{"v", NC_("command", "moves"), NULL, N_("list the valid moves"), .act = show_moves},
	{"c", NC_("command", "counter"), NULL, N_("moves made, and the minimum from here"),
         .act = plain_print_counter},
	{"b", NC_("command", "board"), NULL, N_("the board, as in a level file"),
         .act = plain_print_board},
	{"w", NC_("command", "where"), NULL, N_("the board in words"), .act = plain_print_words},
	{"B", NC_("command", "boards"), NULL,
         N_("print a board after every move, or only on request"), .act = toggle_boards},
	{"n", NC_("command", "next"), NULL, N_("next level"), .act = go_next},
	{"p", NC_("command", "previous"), NULL, N_("previous level"), .act = go_back},
	{"g", NC_("command", "go"), NC_("argument", "LEVEL"),
         N_("go to a level by name, number or game ID"), .act = go_to},
	{"l", NC_("command", "list"), NC_("argument", "[LEVEL]"),
         N_("list all packs, or the levels named"), .act = list},
	{"?", NC_("command", "help"), NULL, N_("show this help"), .act = help},
	{"q", NC_("command", "quit"), NULL, N_("quit"), .act = quit},
};
enum { VERBS = sizeof verbs / sizeof verbs[0], VERB_USAGE_MAX = 128, VERB_BYTES = 64 };

static void print_verb(const struct verb *verb, const char *help)
{
	char usage[VERB_USAGE_MAX];
	snprintf(usage, sizeof usage, "%s%s%s", language_text_in(verb->word),
	         verb->argument == NULL ? "" : " ",
	         verb->argument == NULL ? "" : language_text_in(verb->argument));
	/* TRANSLATORS: A command's letter, its word, what it does: "u or undo: undo the move". */
	printf(_("%s or %s: %s\n"), verb->letter, usage, _(help));
}

static void help(struct plain *plain)
{
	const struct session *session = &plain->session;
	const char *const *rule = puzzle_rules(session->puzzle, &session->level);
	for (; *rule != NULL; rule++)
		puts(_(*rule));
	puts(_(plain->session.puzzle->text.legend));
	puts(_("Type the names of moves, a cell such as a1 to ask what is there, or one of:"));
	for (const struct verb *verb = verbs; verb < verbs + VERBS; verb++)
		print_verb(verb, is_timed(plain) && verb->timed_help != NULL ? verb->timed_help
		                                                             : verb->help);
}

static bool is_word(const char *word, const char *line, size_t length)
{
	char typed[VERB_BYTES];
	if (length >= sizeof typed)
		return false;
	snprintf(typed, sizeof typed, "%.*s", (int)length, line);
	return text_is_same_word(word, typed);
}

static bool is_english(const struct verb *verb, const char *line, size_t length)
{
	return (strlen(verb->letter) == length && strncmp(line, verb->letter, length) == 0) ||
	       is_word(english_word(verb->word), line, length);
}

static bool is_translated(const struct verb *verb, const char *line, size_t length)
{
	return is_word(language_text_in(verb->word), line, length);
}

/* The verb with which the line starts, and the text after it; NULL: none. */
static const struct verb *find_verb(const char *line,
                                    bool (*is_verb)(const struct verb *verb, const char *line,
                                                    size_t length),
                                    const char **argument)
{
	const size_t length = strcspn(line, " \t");
	*argument = line + length + strspn(line + length, " \t");
	for (const struct verb *verb = verbs; verb < verbs + VERBS; verb++)
		if (is_verb(verb, line, length) && (**argument == '\0' || verb->argument != NULL))
			return verb;
	return NULL;
}

/* Whether the line starts with a move by its English name. */
static bool begins_with_move(const struct plain *plain, const char *line)
{
	char name[MOVE_NAME_MAX];
	move_code move;
	const size_t length = strcspn(line, " \t,");
	if (length >= sizeof name)
		return false;
	snprintf(name, sizeof name, "%.*s", (int)length, line);
	return plain->session.puzzle->format.read_move(&plain->session.level, name, &move);
}

static void do_line(struct plain *plain, char *line)
{
	int cell;
	line = text_trim(line);
	const char *name = line;
	plain_check_clock(plain);
	tell_time(plain);
	const struct verb *verb = find_verb(line, is_english, &plain->argument);
	if (verb == NULL && !begins_with_move(plain, line))
		verb = find_verb(line, is_translated, &plain->argument);
	if (verb != NULL && verb->act != NULL)
		verb->act(plain);
	else if (verb != NULL)
		walk_history(plain, verb->step, _(verb->done), _(verb->none));
	else if (cell_read(&plain->session.level, &name, &cell) && *name == '\0')
		plain_print_cell(plain, cell);
	else if (*line != '\0')
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
		return error_set(error, _("can't create a pipe: %s"), error_reason(errno));
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
	printf(text_plural("The line is too long (%d byte or more). It was ignored.\n",
	                   "The line is too long (%d bytes or more). It was ignored.\n",
	                   LINE_BYTES),
	       LINE_BYTES);
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
		puts(_("? shows help."));
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
	       error_set(error, _("standard input: %s"), error_reason(trouble));
}

/* ---- start and end ---- */

int cli_plain(struct request *request)
{
	struct error error;
	struct store *store = request->store;
	struct level_list *levels = &request->levels;
	struct plain plain = {.request = request,
	                      .library = request->library,
	                      .levels = levels,
	                      .store = store};
	if (request->is_run) {
		char name[RUN_NAME_MAX];
		run_id_name(&request->run, 0, name);
		error_set(&error, _("a run needs the screen; try --plain '%s:1'"), name);
		return cli_fail(error.text);
	}
	plain.library->advice = _("l lists the packs");
	store_set_interactive(store, true);
	if (levels->count == 1) /* then the others of its pack come before and after */
		library_neighbours(plain.library, levels->refs[0], levels, &plain.current);
	bool good = open_level(&plain, levels->refs[plain.current], &error);
	if (good) {
		good = handle_termination(&error) && run(&plain, &error);
		plain_save_score(&plain);
		session_close(&plain.session);
	}
	store_set_interactive(store, signal_received() != 0);
	return good ? STATUS_OK : cli_fail(error.text);
}
