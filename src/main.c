/* Parlour: reads the command line, finds the levels, and starts the screen or a command. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/restricted.h"
#include "os/sandbox.h"
#include "os/signal.h"
#include "puzzle/registry.h"
#include "puzzles/list.h"
#include "ui/loop.h"

/* If a standard stream is closed, a file opened later would get its number, and output for the
 * terminal would go into that file. The descriptors opened here fail to be read or written. */
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
		library_daily(puzzle_at(i), now, name);
		good = library_find(library, name, levels, error);
	}
	return good;
}

static bool find_levels(const struct options *options, struct library *library,
                        struct level_list *levels, struct error *error)
{
	if (options->command == COMMAND_EXPORT || options->command == COMMAND_IMPORT)
		return true;
	const bool boards = options->command == COMMAND_SCORES && options->level_count == 0 &&
	                    !options->daily; /* today's, then all others */
	if ((options->daily || boards) && !find_daily(library, levels, error))
		return false;
	for (int i = 0; i < options->level_count; i++)
		if (!library_find(library, options->levels[i], levels, error))
			return false;
	if (levels->count > 0 && !boards)
		return true;
	for (int i = 0; puzzle_at(i) != NULL; i++)
		if (!library_find(library, puzzle_at(i)->name, levels, error))
			return false;
	return true;
}

static bool on_terminal(void)
{
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

typedef int store_command(const struct options *options, struct library *library,
                          const struct level_list *levels, struct store *store);

/* The puzzle for an editor that starts with an empty board; NULL: none. */
static const struct puzzle *empty_board(const struct options *options)
{
	if (options->command != COMMAND_EDIT)
		return NULL;
	return options->level_count == 0 ? puzzle_at(0) : puzzle_named(options->levels[0]);
}

static int run_screen(const struct options *options, struct library *library,
                      const struct level_list *levels, struct store *store)
{
	struct error error;
	const struct ui_options ui = {
		.demo = options->command == COMMAND_DEMO,
		.tour = options->command == COMMAND_DEMO && options->level_count == 0 &&
		        !options->daily,
		.mouse = !options->no_mouse,
		.restricted = options->restricted,
		.limits = options->limits,
		.edit = options->command == COMMAND_EDIT,
		.empty = empty_board(options),
		.begin_in_menu = options->level_count == 0 && !options->daily,
	};
	return ui_run(&ui, library, levels, store, &error) ? STATUS_OK : cli_fail(&error);
}

/* Runs a command that needs the player's file. Notices, and what could not be saved, are printed
 * when the terminal has been restored, even if a signal ends the program. */
static int with_store(store_command *command, const struct options *options,
                      struct library *library, const struct level_list *levels)
{
	struct error error;
	struct store *store = store_open_player(options->player);
	if (store == NULL) {
		error_set(&error, "out of memory");
		return cli_fail(&error);
	}
	cli_find_missing_texts(library, store);
	const int status = command(options, library, levels, store);
	const char *notice = store_notice(store);
	if (notice != NULL)
		fprintf(stderr, "parlour: %s\n", notice);
	if (!store_close(store, &error))
		fprintf(stderr, "parlour: NOT SAVED: %s\n", error.text);
	signal_reraise();
	return status;
}

static int run_game(const struct options *options, struct library *library,
                    const struct level_list *levels)
{
	if (options->plain)
		return with_store(cli_plain, options, library, levels);
	if (on_terminal())
		return with_store(run_screen, options, library, levels);
	struct error error;
	error_set(&error, options->restricted
	                          ? "there is only the game here, and it needs a terminal: ssh -t"
	                          : "the game needs a terminal; without one there are --demo and "
	                            "--plain");
	return cli_fail(&error);
}

static int run_with(const struct options *options, struct library *library,
                    const struct level_list *levels)
{
	switch (options->command) {
	case COMMAND_SOLVE:
		return cli_solve(options, library, levels);
	case COMMAND_CHECK:
		return cli_check(options, library, levels);
	case COMMAND_PLAY:
		return cli_play(options, library, levels);
	case COMMAND_SCORES:
		return cli_scores(options, library, levels);
	case COMMAND_EXPORT:
		return with_store(cli_export, options, library, levels);
	case COMMAND_IMPORT:
		return with_store(cli_import, options, library, levels);
	case COMMAND_LIST:
		return with_store(cli_list, options, library, levels);
	case COMMAND_DEMO:
		if (on_terminal() && !options->plain)
			return with_store(run_screen, options, library, levels);
		return cli_demo(options, library, levels);
	default:
		return run_game(options, library, levels);
	}
}

static int run(const struct options *options)
{
	struct error error;
	struct library library;
	struct level_list levels = {0};
	if (options->command == COMMAND_GENERATE)
		return cli_generate(options);
	if (!library_open(&library, &error))
		return cli_fail(&error);
	library.advice = "parlour --list shows what there is";
	library.no_files = options->restricted;
	const int status = find_levels(options, &library, &levels, &error)
	                           ? run_with(options, &library, &levels)
	                           : cli_fail(&error);
	level_list_free(&levels);
	library_close(&library);
	return status;
}

static int flush_output(int status)
{
	struct error error;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	error_set(&error, "standard output: %s", strerror(errno));
	return cli_fail(&error);
}

static void print_version(bool restricted, struct sandbox sandbox)
{
	char name[SANDBOX_NAME_MAX];
	sandbox_name(sandbox, name);
	printf("%s\nsandbox%s: %s\n", PACKAGE_STRING, restricted ? "" : " with --restricted",
	       name);
}

int main(int argc, char **argv)
{
	struct error error;
	struct options options;
	bool restricted;
	if (!restricted_requested(&argc, argv, &restricted, &error))
		return cli_fail(&error);
	if (!reserve_standard_streams()) {
		error_set(&error, "the standard streams can't be used");
		return cli_fail(&error);
	}
	if (restricted && !restricted_prepare(&error))
		return cli_fail(&error);
	setlocale(LC_CTYPE, "");  /* only that: numbers and messages are the same everywhere */
	signal(SIGXFSZ, SIG_IGN); /* exceeding a file size limit is an error, not the end */
	if (!registry_install(all_puzzles, &error))
		return cli_fail(&error);
	if (!options_read(&options, restricted, argc, argv, &error))
		return cli_fail(&error);
	const struct sandbox sandbox =
		restricted ? restricted_start_sandbox(options.player, options.limits.bytes)
			   : sandbox_available();
	if (options.command == COMMAND_HELP)
		options_help();
	else if (options.command == COMMAND_VERSION)
		print_version(restricted, sandbox);
	else
		return flush_output(run(&options));
	return flush_output(STATUS_OK);
}
