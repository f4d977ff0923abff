/* Parlour: reads the command line, finds the levels, and starts the screen or a command. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/bundles.h"
#include "cli/commands.h"
#include "cli/guest.h"
#include "cli/operator.h"
#include "cli/options.h"
#include "cli/restricted.h"
#include "os/language.h"
#include "os/portable.h"
#include "os/sandbox.h"
#include "os/scratch.h"
#include "os/signal.h"
#include "puzzle/registry.h"
#include "puzzles/list.h"
#include "ui/loop.h"
#include "ui/settings.h"

/* If a standard stream is closed, a file opened later would get its number, and output for the
 * terminal would go into that file. Reading or writing the descriptors opened here fails. */
static bool reserve_standard_streams(void)
{
	for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
		if (fcntl(file, F_GETFD) < 0 &&
		    open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file)
			return false;
	return true;
}

/* Appends today's daily boards, one of each puzzle, by the date in UTC. */
static bool find_daily(struct library *library, struct level_list *levels, struct error *error)
{
	const time_t now = time(NULL);
	bool good = true;
	for (int i = 0; good && puzzle_at(i) != NULL; i++) {
		char name[LEVEL_NAME_MAX];
		game_id_daily(puzzle_at(i), now, name);
		good = library_find(library, name, levels, error);
	}
	return good;
}

/* The levels of the command line. --check goes on after one that can't be read. */
static bool find_named(struct request *request, struct error *error)
{
	const struct options *options = request->options;
	bool good = true;
	request->library->pipes = true;
	for (int i = 0; good && i < options->level_count; i++) {
		good = library_find(request->library, options->levels[i], &request->levels, error);
		if (!good && options->command == COMMAND_CHECK) {
			cli_fail(error->text);
			request->incomplete = good = true;
		}
	}
	request->library->pipes = false;
	return good;
}

/* The shipped levels. */
static bool find_all(struct request *request, struct error *error)
{
	for (int i = 0; puzzle_at(i) != NULL; i++)
		if (!library_find(request->library, puzzle_at(i)->name, &request->levels, error))
			return false;
	return true;
}

/* Whether the only LEVEL is a run, and the command takes one. */
static bool names_run(const struct options *options, struct run_id *run)
{
	int board;
	return (options->command == COMMAND_GAME || options->command == COMMAND_SCORES) &&
	       options->level_count == 1 && !options->daily &&
	       run_id_parse(options->levels[0], run, &board) && board == 0;
}

static bool needs_no_level(enum command command)
{
	return command == COMMAND_EXPORT || command == COMMAND_IMPORT ||
	       command == COMMAND_FORGET || command == COMMAND_RENAME ||
	       command == COMMAND_METRICS || command == COMMAND_BACKUP ||
	       command == COMMAND_MERGE || command == COMMAND_FROM;
}

static bool find_levels(struct request *request, struct error *error)
{
	const struct options *options = request->options;
	struct library *library = request->library;
	struct level_list *levels = &request->levels;
	if (needs_no_level(options->command))
		return true;
	request->is_run = names_run(options, &request->run);
	if (request->is_run) /* the shipped levels are for the list */
		return find_all(request, error);
	const bool boards = options->command == COMMAND_SCORES && options->level_count == 0 &&
	                    !options->daily; /* today's, then all others */
	if ((options->daily || boards) && !find_daily(library, levels, error))
		return false;
	if (!find_named(request, error))
		return false;
	if ((levels->count > 0 || request->incomplete) && !boards)
		return true;
	return find_all(request, error);
}

/* The puzzle for an editor that starts with an empty board; NULL: none. */
static const struct puzzle *empty_board(const struct options *options)
{
	if (options->command != COMMAND_EDIT)
		return NULL;
	return options->level_count == 0 ? puzzle_at(0) : puzzle_named(options->levels[0]);
}

static bool arrived(void *request)
{
	return bundles_arrived(request);
}

static int run_screen(struct request *request)
{
	const struct options *options = request->options;
	const bool demo = options->command == COMMAND_DEMO;
	const bool all = (options->level_count == 0 && !options->daily) || request->is_run;
	struct error error;
	const struct ui_options ui = {.demo = demo,
	                              .tour = demo && all,
	                              .mouse = !options->no_mouse,
	                              .restricted = options->restricted,
	                              .limits = options->limits,
	                              .edit = options->command == COMMAND_EDIT,
	                              .empty = empty_board(options),
	                              .run = request->is_run ? &request->run : NULL,
	                              .begin_in_menu = all,
	                              .arrived = options->bundle_key == NULL ? NULL : arrived,
	                              .context = request};
	return ui_run(&ui, request->library, &request->levels, request->store, &error)
	               ? STATUS_OK
	               : cli_fail(error.text);
}

/* Whether programs read the output: they read English. */
static bool is_for_programs(const struct options *options)
{
	return options->json || options->command == COMMAND_METRICS;
}

/* Runs a command that needs the player's file. Notices, and what could not be saved, are printed
 * when the terminal has been restored, even if a signal ends the program. */
static int with_store(command_function *command, struct request *request)
{
	struct error error;
	const bool only_reads = request->options->command == COMMAND_LIST ||
	                        request->options->command == COMMAND_EXPORT;
	const char *player = request->options->player;
	struct store *store = only_reads ? store_open_to_read(player) : store_open(player);
	if (store == NULL)
		return cli_fail(_("out of memory"));
	request->store = store;
	operator_watch(request->operator, store);
	cli_find_missing_texts(request->library, store);
	bundles_begin(request);
	if (!is_for_programs(request->options))
		settings_choose_language(store);
	const int status = command(request);
	bundles_end(request);
	const char *notice = store_notice(store);
	if (notice != NULL)
		cli_warn("%s", notice);
	if (!store_close(store, &error))
		cli_warn(_("NOT SAVED: %s"), error.text);
	operator_close(request->operator);
	signal_reraise();
	return status;
}

static int run_command(struct request *request)
{
	static const struct {
		command_function *run;
		bool stored; /* needs the player's file */
	} commands[] = {
		[COMMAND_GAME] = {cli_plain, true},       [COMMAND_DEMO] = {cli_demo, false},
		[COMMAND_SOLVE] = {cli_solve, false},     [COMMAND_PLAY] = {cli_play, false},
		[COMMAND_CHECK] = {cli_check, false},     [COMMAND_LIST] = {cli_list, true},
		[COMMAND_SCORES] = {cli_scores, false},   [COMMAND_EXPORT] = {cli_export, true},
		[COMMAND_IMPORT] = {cli_import, true},    [COMMAND_RATE] = {cli_rate, false},
		[COMMAND_CODE] = {cli_code, false},       [COMMAND_FROM] = {cli_from, false},
		[COMMAND_FORGET] = {cli_forget, false},   [COMMAND_RENAME] = {cli_rename, false},
		[COMMAND_BACKUP] = {cli_backup, false},   [COMMAND_HEALTH] = {cli_health, false},
		[COMMAND_METRICS] = {cli_metrics, false}, [COMMAND_MERGE] = {cli_merge, false},
	};
	const struct options *options = request->options;
	const enum command command = options->command;
	const bool game = command == COMMAND_GAME || command == COMMAND_EDIT;
	const bool on_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	if ((game || command == COMMAND_DEMO) && !options->plain && on_terminal)
		return with_store(run_screen, request);
	if (game && !options->plain)
		return cli_fail(options->restricted
		                        ? _("only the game runs here, and it needs a terminal: use "
		                            "ssh -t")
		                        : _("the game needs a terminal; without one, use --plain "
		                            "or --demo"));
	assert(commands[command].run != NULL); /* main and options_read deal with the others */
	return commands[command].stored ? with_store(commands[command].run, request)
	                                : commands[command].run(request);
}

static int run(const struct options *options, struct operator* operator)
{
	struct error error;
	struct library library;
	struct request request = {.options = options, .library = &library, .operator= operator};
	if (options->command == COMMAND_GENERATE)
		return cli_generate(&request);
	if (!library_open(&library, &error))
		return cli_fail(error.text);
	library.advice = _("see parlour --list");
	library.no_files = options->restricted;
	const int status =
		find_levels(&request, &error) ? run_command(&request) : cli_fail(error.text);
	level_list_free(&request.levels);
	library_close(&library);
	return status;
}

static int flush_output(int status)
{
	struct error error;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	error_set(&error, _("standard output: %s"), error_reason(errno));
	return cli_fail(error.text);
}

static void print_version(bool restricted, struct sandbox sandbox)
{
	char name[SANDBOX_NAME_MAX];
	sandbox_name(sandbox, name);
	puts(PACKAGE_STRING);
	printf(restricted ? _("sandbox: %s") : _("sandbox with --restricted: %s"), name);
	putchar('\n');
}

static struct sandbox start_sandbox(const struct options *options)
{
	return options->restricted ? restricted_start_sandbox(options->player, options->bundle_key,
	                                                      options->limits.bytes)
	                           : sandbox_available();
}

static int inform(const struct options *options)
{
	const struct sandbox sandbox = start_sandbox(options);
	if (options->command == COMMAND_HELP)
		options_help();
	else
		print_version(options->restricted, sandbox);
	return STATUS_OK;
}

/* Finds out who plays, opens what the administrator wants, and starts the sandbox. */
static int enter(struct options *options, enum wish wish, char *const *environment)
{
	struct error error;
	struct operator operator;
	const bool plays = options->command == COMMAND_GAME || options->command == COMMAND_EDIT;
	operator_open(&operator, options);
	if (options->restricted && wish != WISH_PLAY)
		return guest_grant(options, wish, &operator.log);
	if (!guest_enter(options, environment, &operator.log, &error) ||
	    !operator_begin(&operator, options,
	                    plays && (options->restricted || options->player != NULL), &error))
		return cli_fail(error.text);
	if (options->scratch != NULL && !scratch_open(options->scratch, &error))
		return cli_fail(error.text);
	const struct sandbox sandbox = start_sandbox(options);
	if (options->restricted && !sandbox_is_complete(sandbox))
		log_write(&operator.log, LEVEL_WARNING,
		          "%s: the sandbox is incomplete", operator.player);
	const int status = run(options, &operator);
	operator_close(&operator);
	scratch_close();
	return status;
}

/* The locale's encoding and the language, nothing else: numbers are the same everywhere. A locale
 * that is not installed, as a guest's may be, still tells its encoding. Before this messages are
 * English: a guest's environment is not trusted until it has been cleaned. */
static void choose_locale(void)
{
	if (setlocale(LC_CTYPE, "") == NULL && language_asks_for_utf8())
		setlocale(LC_CTYPE, "C.UTF-8");
	language_choose_by_environment();
}

int main(int argc, char **argv)
{
	struct error error;
	struct options options;
	bool restricted;
	const enum wish wish = guest_wish();
	char *const *const environment = environ; /* before a restricted game replaces it */
	if (!restricted_requested(&argc, argv, &restricted, &error))
		return cli_fail(error.text);
	if (!reserve_standard_streams())
		return cli_fail("the standard streams can't be used");
	if (restricted && !restricted_prepare(&error))
		return cli_fail(error.text);
	choose_locale();
	signal(SIGXFSZ, SIG_IGN); /* exceeding a file size limit is an error, not the end */
	if (!registry_install(all_puzzles, &error))
		return cli_fail(error.text);
	if (!options_read(&options, restricted, argc, argv, &error))
		return cli_fail(error.text);
	if (is_for_programs(&options))
		language_choose("en");
	if (options.command == COMMAND_HELP || options.command == COMMAND_VERSION)
		return flush_output(inform(&options));
	return flush_output(enter(&options, wish, environment));
}
