#include "cli/options.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/arguments.h"
#include "cli/help.h"
#include "os/language.h"
#include "os/parallel.h"
#include "os/text.h"
#include "play/ladder.h"

enum { THREADS_DEFAULT = 2 }; /* if there are that many processors */

/* The default limits of a guest, who shares the machine with many others. */
enum { RESTRICTED_THREADS = 1, RESTRICTED_BYTES = 64 << 20 };

static const struct guest_limits guest_limits_default = {.all = 60, .address = 10};

/* What an option sets. The second line's have a value, and so have the third's, which go with
 * --scores only, and the fourth's, which go with --generate only. */
enum kind {
	COMMAND,
	FLAG,
	RESTRICTED,
	MOVES,
	FROM,
	PLAYER,
	KEY,
	VARIABLE,
	NEW_NAME,
	BACKUP,
	LOG,
	XLOG,
	CERTIFICATE,
	SCRATCH,
	SECONDS,
	MEMORY,
	THREADS,
	HOURLY,
	SINCE,
	UNTIL,
	HOST,
	SIZE,
	NUMBER,
	PAR,
	SEED,
	HEADER
};

/* In the order of --help; data/completions.awk reads it. */
static const struct row {
	const char *name;
	int letter; /* 0: none */
	enum kind kind;
	size_t which; /* enum command, enum header, or the offset of the member to set */
	long min, max;
	const char *argument; /* its name in --help (NC_); NULL: none */
	const char *help;     /* what it does (N_); NULL: the next row says that for both */
} rows[] = {
	{"demo", 'd', COMMAND, COMMAND_DEMO, 0, 0, NULL,
         N_("solve the levels and play the solutions")},
	{"solve", 's', COMMAND, COMMAND_SOLVE, 0, 0, NULL,
         N_("print a shortest solution of each level")},
	{"certificate", 0, CERTIFICATE, 0, 0, 0, NC_("argument", "FILE"),
         N_("with --solve: write a proof of one level's minimum, for parlour-verify")},
	/* TRANSLATORS: What follows an option in --help, which also mentions it. */
	{"play", 'p', MOVES, COMMAND_PLAY, 0, 0, NC_("argument", "MOVES"),
         N_("make the moves ('' for none) and print the result")},
	{"check", 'c', COMMAND, COMMAND_CHECK, 0, 0, NULL,
         N_("prove each level; report pars that are wrong or missing")},
	{"generate", 'g', COMMAND, COMMAND_GENERATE, 0, 0, NULL,
         N_("write a new level of a mode, with a proven par")},
	{"list", 'l', COMMAND, COMMAND_LIST, 0, 0, NULL,
         N_("list packs and levels, with par and your best")},
	{"rate", 0, COMMAND, COMMAND_RATE, 0, 0, NULL, N_("measure how difficult each level is")},
	{"code", 0, COMMAND, COMMAND_CODE, 0, 0, NULL,
         N_("print each level as a level code, one line to share")},
	{"scores", 0, COMMAND, COMMAND_SCORES, 0, 0, NULL,
         N_("print the leaderboard of this account's players")},
	{"merge-scores", 0, COMMAND, COMMAND_MERGE, 0, 0, NULL,
         N_("join the leaderboard files HOST=FILE... of several hosts")},
	{"export", 0, COMMAND, COMMAND_EXPORT, 0, 0, NULL,
         N_("export your results, games, drawings, settings, ratings")},
	{"import", 0, COMMAND, COMMAND_IMPORT, 0, 0, NULL,
         N_("import them from a FILE or standard input")},
	{"from", 0, FROM, COMMAND_FROM, 0, 0, NC_("argument", "MODE"),
         N_("print the board in a FILE of another program, or on standard input, as a level "
            "file")},
	{"edit", 0, COMMAND, COMMAND_EDIT, 0, 0, NULL,
         N_("open the LEVEL in the editor; for a mode, an empty board")},
	{"daily", 0, FLAG, offsetof(struct options, daily), 0, 0, NULL,
         N_("use today's boards (UTC), the same for everyone")},
	{"plain", 0, FLAG, offsetof(struct options, plain), 0, 0, NULL,
         N_("play in plain text, without screen control")},
	{"json", 0, FLAG, offsetof(struct options, json), 0, 0, NULL,
         N_("JSON output of solve, play, check, generate, list, rate, scores")},
	{"no-mouse", 0, FLAG, offsetof(struct options, no_mouse), 0, 0, NULL,
         N_("leave the mouse to the terminal")},
	{"player", 0, PLAYER, 0, 0, 0, NC_("argument", "NAME"),
         N_("play as one of several players of this account")},
	{"player-from", 0, VARIABLE, 0, 0, 0, NC_("argument", "VARIABLE"),
         N_("play as the player whose name this variable has")},
	{"player-from-key", 0, KEY, 0, 0, 0, NC_("argument", "FINGERPRINT"),
         N_("play as the guest with this SSH key, who chooses a name")},
	{"new-names", 0, HOURLY, offsetof(struct options, guest_limits.all), 0, GUESTS_HOURLY_MAX,
         NC_("argument", "N"), NULL},
	{"new-names-per-address", 0, HOURLY, offsetof(struct options, guest_limits.address), 0,
         GUESTS_HOURLY_MAX, NC_("argument", "N"),
         N_("limits of such names an hour: in all, and per address")},
	{"forget", 0, COMMAND, COMMAND_FORGET, 0, 0, NULL, N_("delete all data of the --player")},
	{"rename", 0, NEW_NAME, COMMAND_RENAME, 0, 0, NC_("argument", "NEW-NAME"),
         N_("give the --player another name")},
	{"health", 0, COMMAND, COMMAND_HEALTH, 0, 0, NULL,
         N_("check this host in a line; the exit status says the same")},
	{"metrics", 0, COMMAND, COMMAND_METRICS, 0, 0, NULL,
         N_("print counters of this host's sessions for Prometheus")},
	{"backup", 0, BACKUP, COMMAND_BACKUP, 0, 0, NC_("argument", "FOLDER"),
         N_("copy the data of all players into a new folder")},
	{"log", 0, LOG, 0, 0, 0, NC_("argument", "WHERE"),
         N_("log lines for the administrator: stderr or syslog")},
	{"xlog", 0, XLOG, 0, 0, 0, NC_("argument", "FILE"),
         N_("append a line for each result, for score collectors")},
	{"time-limit", 0, SECONDS, 0, 0, 0, NC_("argument", "S"),
         N_("limit each search to S seconds")},
	{"memory-limit", 0, MEMORY, 0, 1, 1 << 20, NC_("argument", "M"),
         N_("limit each search to M MiB")},
	{"scratch", 0, SCRATCH, 0, 0, 0, NC_("argument", "FOLDER"),
         N_("keep what a search has no memory for in a file in FOLDER")},
	{"threads", 0, THREADS, offsetof(struct options, limits.threads), 1, THREADS_MAX,
         NC_("argument", "N"), N_("use up to N processors for a long search")},
	{"restricted", 0, RESTRICTED, 0, 0, 0, NULL,
         N_("run the game for guests over SSH: no files, no commands, in a sandbox; must come "
            "first")},
	{"help", 'h', COMMAND, COMMAND_HELP, 0, 0, NULL, N_("print this text")},
	{"version", 'V', COMMAND, COMMAND_VERSION, 0, 0, NULL,
         N_("print the version and the available sandbox features")},
	/* These go with --scores only: */
	{"since", 0, SINCE, 0, 0, 0, NC_("argument", "DATE"), NULL},
	{"until", 0, UNTIL, 0, 0, 0, NC_("argument", "DATE"),
         N_("results of these days (UTC): 2026-11-26, today, or the week 2026-48")},
	{"host", 0, HOST, 0, 0, 0, NC_("argument", "HOST"),
         N_("results from this host; localhost for your own")},
	/* And these with --generate only: */
	{"size", 0, SIZE, 0, 1, SIDE_MAX, NC_("argument", "RxC"),
         N_("rows and columns of the board")},
	{"pieces", 0, NUMBER, offsetof(struct options, pieces), 1, CELLS_MAX, NC_("argument", "N"),
         N_("number of pieces")},
	{"colours", 0, NUMBER, offsetof(struct options, colours), 1, COLOURS_MAX,
         NC_("argument", "N"), N_("number of colours")},
	{"par", 0, PAR, 0, 0, PAR_MAX, NC_("argument", "MIN..MAX"), N_("minimum number of moves")},
	{"seed", 0, SEED, 0, 0, 0, NC_("argument", "N"),
         N_("seed of the random numbers; A..B tries each of these and goes on where one gives "
            "no level")},
	{"count", 0, NUMBER, offsetof(struct options, count), 1, PACK_LEVELS_MAX,
         NC_("argument", "N"), N_("number of levels")},
	{"rules", 0, HEADER, HEADER_RULES, 0, 0, NC_("argument", "TEXT"), NULL},
	{"goal", 0, HEADER, HEADER_GOAL, 0, 0, NC_("argument", "TEXT"), NULL},
	{"piece", 0, HEADER, HEADER_PIECE, 0, 0, NC_("argument", "PIECE"), NULL},
	{"refill", 0, HEADER, HEADER_REFILL, 0, 0, NC_("argument", "TEXT"),
         N_("headers of the level, as in a level file")},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- help ---- */

enum { HELP_COLUMN = 24 }; /* of what options do */

/* Prints the options from `row` to the last one before `end`. */
static void print_options(const struct row *row, const struct row *end)
{
	char names[HELP_NAMES_MAX] = "";
	for (; row < end; row++) {
		help_add_names(names, row->letter, row->name, row->argument);
		if (row->help == NULL)
			continue;
		help_print_entry(names, _(row->help), HELP_COLUMN);
		names[0] = '\0';
	}
}

static const struct row *first_of(enum kind kind)
{
	const struct row *row = rows;
	while (row->kind != kind)
		row++;
	return row;
}

void options_help(void)
{
	const struct row *of_scores = first_of(SINCE), *of_generate = first_of(SIZE);
	help_print_text(_("Usage: parlour [OPTION]... [LEVEL]..."));
	help_print_text(
		_("Puzzles for the terminal, with a proven minimum number of moves while you "
	          "play."));
	putchar('\n');
	help_print_text(
		/* TRANSLATORS: Lines are broken by the program. What is in brackets is typed. */
		_("LEVEL is a mode (tilt), a pack (tilt/classic), one level (tilt/classic:7), "
	          "a file (my.level, my.level:2), - for standard input, a game ID "
	          "(tilt:7x7#1234, tilt:ladder#2026-48:3), or a level code (parlour:1...).\n"
	          "Without a LEVEL: all levels of the program."));
	putchar('\n');
	help_print_text(_("Without an OPTION: play on the terminal."));
	print_options(rows, of_scores);
	putchar('\n');
	help_print_text(_("With --scores:"));
	print_options(of_scores, of_generate);
	putchar('\n');
	help_print_text(_("With --generate:"));
	print_options(of_generate, rows + ROWS);
	putchar('\n');
	help_print_text(_("Exit status: 0 all went well; 1 the answer is no; 2 bad usage or bad "
	                  "input."));
}

/* ---- values ---- */

static bool bad_value(const struct row *row, const char *text, const char *why, struct error *error)
{
	/* TRANSLATORS: An option, its value, and why that is wrong: "expected MIN..MAX". */
	return error_set(error, _("--%s \"%s\": %s"), row->name, text_shown(text).bytes, why);
}

static bool read_number(const struct row *row, const char *text, int *number, struct error *error)
{
	long value;
	if (!text_read_number(text, row->min, row->max, &value))
		return error_set(error, _("--%s \"%s\": expected a number from %ld to %ld"),
		                 row->name, text_shown(text).bytes, row->min, row->max);
	*number = (int)value;
	return true;
}

/* "A<separator>B"; without the separator, one number for both. */
static bool read_pair(const struct row *row, const char *text, const char *separator, int *first,
                      int *second)
{
	char copy[32];
	long a, b;
	if (snprintf(copy, sizeof copy, "%s", text) >= (int)sizeof copy)
		return false;
	char *middle = strstr(copy, separator);
	const char *rest = middle == NULL ? copy : middle + strlen(separator);
	if (middle != NULL)
		*middle = '\0';
	if (!text_read_number(copy, row->min, row->max, &a) ||
	    !text_read_number(rest, row->min, row->max, &b))
		return false;
	*first = (int)a;
	*second = (int)b;
	return true;
}

static bool read_size(const struct row *row, const char *text, struct options *options)
{
	return strchr(text, 'x') != NULL &&
	       read_pair(row, text, "x", &options->rows, &options->columns) &&
	       options->rows * options->columns >= 2;
}

static bool read_par(const struct row *row, const char *text, struct options *options,
                     struct error *error)
{
	if (!read_pair(row, text, "..", &options->par_min, &options->par_max))
		return bad_value(row, text, _("expected MIN..MAX"), error);
	return options->par_min <= options->par_max ||
	       error_set(error, _("--par %d..%d: the minimum is above the maximum"),
	                 options->par_min, options->par_max);
}

/* "N", or the range "A..B". */
static bool read_seeds(const struct row *row, const char *text, struct options *options,
                       struct error *error)
{
	char first[32]; /* "", which is no number, if it is too long */
	const char *dots = strstr(text, "..");
	const size_t length = dots == NULL ? strlen(text) : (size_t)(dots - text);
	snprintf(first, sizeof first, "%.*s", length < sizeof first ? (int)length : 0, text);
	options->seed_range = dots != NULL;
	if (!text_read_unsigned(first, &options->seed) ||
	    !text_read_unsigned(dots == NULL ? first : dots + 2, &options->seed_last))
		return bad_value(
			row, text,
			_("expected a whole number of at most 64 bits, or a range A..B of them"),
			error);
	return options->seed <= options->seed_last ||
	       error_set(error, _("--seed %s: the first seed is above the last"),
	                 text_shown(text).bytes);
}

static bool read_seconds(const char *text, double *seconds)
{
	char *end;
	*seconds = strtod(text, &end);
	return end != text && *end == '\0' && isfinite(*seconds) && *seconds > 0;
}

static bool read_memory(const struct row *row, const char *text, size_t *bytes, struct error *error)
{
	int mebibytes = 0;
	if (!read_number(row, text, &mebibytes, error))
		return false;
	/* With 32-bit addresses, half the address space, so that no sum of sizes overflows. */
	const uint64_t all = (uint64_t)mebibytes << 20;
	*bytes = all < SIZE_MAX / 2 ? (size_t)all : SIZE_MAX / 2;
	return true;
}

/* A header's value; the puzzle interprets it. */
static bool read_header(const struct row *row, const char *text, const char **value,
                        struct error *error)
{
	*value = text;
	if (*text == '\0' || strchr(text, '\n') != NULL || !text_is_utf8(text, strlen(text)))
		return bad_value(row, text, _("expected text of one line, as in a level file"),
		                 error);
	return row->which == HEADER_REFILL || strlen(text) < HEADER_BYTES_MAX ||
	       bad_value(row, text, _("expected fewer than 200 bytes"), error);
}

/* A day, or a week as in the names of ladders: its first and last second. */
static bool read_days(const char *text, int64_t *first, int64_t *last)
{
	enum { DAY = 24 * 60 * 60 };
	int year = 0, number = 0, used = 0;
	time_t begins = time(NULL) / DAY * DAY;
	struct tm day = {0};
	const char *format = strchr(text, 'W') != NULL ? "%4d-W%2d%n" : "%4d-%2d%n";
	const bool week = sscanf(text, format, &year, &number, &used) == 2 && text[used] == '\0' &&
	                  ladder_week_begins(year, number, &begins);
	if (!week && strcmp(text, "today") != 0) {
		char again[16] = "";
		const char *end = strptime(text, "%Y-%m-%d", &day);
		begins = timegm(&day);
		strftime(again, sizeof again, "%Y-%m-%d", &day); /* not the 31st of June */
		if (end == NULL || strcmp(text, again) != 0 || begins < 0)
			return false;
	}
	*first = begins;
	*last = *first + (week ? 7 : 1) * DAY - 1;
	return true;
}

static bool read_filter(const struct row *row, const char *text, struct options *options,
                        struct error *error)
{
	int64_t ignored;
	struct score_filter *filter = &options->filter;
	options->filter_option = row->name;
	if (row->kind == HOST) {
		filter->host = text;
		return text_is_host_name(text) ||
		       bad_value(row, text, _("expected a host's name"), error);
	}
	return (row->kind == SINCE ? read_days(text, &filter->since, &ignored)
	                           : read_days(text, &ignored, &filter->until)) ||
	       bad_value(row, text,
	                 _("expected a day such as 2026-11-26, a week such as 2026-48, or today"),
	                 error);
}

/* ---- options ---- */

static bool informs(enum command command)
{
	return command == COMMAND_HELP || command == COMMAND_VERSION;
}

static const char *command_name(enum command command)
{
	int i = 0;
	while ((rows[i].kind != COMMAND && rows[i].kind != MOVES && rows[i].kind != NEW_NAME &&
	        rows[i].kind != BACKUP && rows[i].kind != FROM) ||
	       rows[i].which != command)
		i++;
	return rows[i].name;
}

static bool set_command(struct options *options, enum command command, struct error *error)
{
	if (informs(options->command))
		return true;
	if (!informs(command) && options->command != COMMAND_GAME && options->command != command)
		return error_set(error, _("give only one of --%s and --%s"),
		                 command_name(options->command), command_name(command));
	options->command = command;
	return true;
}

static bool check_name(const struct row *row, const char *text, struct error *error)
{
	return text_is_player_name(text) ||
	       bad_value(
		       row, text,
		       _("expected 1 to 32 characters from a-z A-Z 0-9 . _ -, not starting with . "
	                 "or -"),
		       error);
}

static bool read_option(const struct row *row, const char *text, struct options *options,
                        struct error *error)
{
	void *member = (char *)options + row->which;
	if (row->kind >= SIZE)
		options->recipe_option = row->name;
	switch (row->kind) {
	case MOVES:
		options->moves = text;
		return set_command(options, COMMAND_PLAY, error);
	case FROM:
		options->from = text;
		return set_command(options, COMMAND_FROM, error);
	case FLAG:
		*(bool *)member = true;
		return true;
	case RESTRICTED:
		return options->restricted ||
		       error_set(error, _("--restricted must be the first argument"));
	case PLAYER:
		options->player = text;
		return check_name(row, text, error);
	case KEY:
		options->key = text;
		return text_is_fingerprint(text) ||
		       bad_value(row, text,
		                 _("expected SHA256: and 43 characters, as sshd writes it"), error);
	case VARIABLE:
		options->player_variable = text;
		return (*text != '\0' && strpbrk(text, "= \t\n") == NULL) ||
		       bad_value(row, text, _("expected the name of a variable"), error);
	case NEW_NAME:
		options->new_name = text;
		return check_name(row, text, error) && set_command(options, COMMAND_RENAME, error);
	case BACKUP:
		options->backup = text;
		return set_command(options, COMMAND_BACKUP, error);
	case LOG:
		options->log = strcmp(text, "syslog") == 0 ? LOG_SYSLOG : LOG_STDERR;
		return options->log == LOG_SYSLOG || strcmp(text, "stderr") == 0 ||
		       bad_value(row, text, _("expected stderr or syslog"), error);
	case XLOG:
		options->xlog = text;
		return true;
	case CERTIFICATE:
		options->certificate = text;
		return true;
	case SCRATCH:
		options->scratch = text;
		return true;
	case SECONDS:
		return read_seconds(text, &options->limits.seconds) ||
		       bad_value(row, text, _("expected a number of seconds above 0"), error);
	case MEMORY:
		return read_memory(row, text, &options->limits.bytes, error);
	case THREADS:
	case HOURLY:
	case NUMBER:
		return read_number(row, text, member, error);
	case SINCE:
	case UNTIL:
	case HOST:
		return read_filter(row, text, options, error);
	case SIZE:
		return read_size(row, text, options) ||
		       bad_value(row, text,
		                 _("expected ROWSxCOLUMNS, each 1 to 26, at least two cells"),
		                 error);
	case PAR:
		return read_par(row, text, options, error);
	case SEED:
		options->seeded = true;
		return read_seeds(row, text, options, error);
	case HEADER:
		return read_header(row, text, &options->value[row->which], error);
	default:
		return set_command(options, (enum command)row->which, error);
	}
}

/* What is wrong with --generate; NULL: nothing. */
static const char *fault_of_generate(const struct options *options)
{
	if (options->daily)
		return _("--generate can't be combined with --daily");
	if (options->limits.bytes != limits_default.bytes || options->scratch != NULL)
		return _("--generate can't be combined with --memory-limit or --scratch: a seed "
		         "gives the same board everywhere");
	if (options->seed_range && options->count >= 0)
		return _("--count can't be combined with a range of seeds");
	if (options->json && options->seed_last > INT64_MAX)
		return _("--json needs seeds of at most 9223372036854775807");
	if (options->level_count != 1)
		return options->level_count == 0 ? _("--generate needs a mode, such as tilt")
		                                 : _("--generate takes one mode only");
	return NULL;
}

/* What is wrong with the operands of the commands that don't take any levels; NULL: nothing. */
static const char *fault_of_levels(const struct options *options)
{
	const bool any = options->level_count > 0 || options->daily;
	const bool several = options->level_count > 1 || options->daily;
	switch (options->command) {
	case COMMAND_GENERATE:
		return fault_of_generate(options);
	case COMMAND_EDIT:
		return several || options->plain
		               ? _("--edit takes one LEVEL, without --daily or --plain")
		               : NULL;
	case COMMAND_EXPORT:
		return any ? _("--export takes no LEVEL: it exports everything") : NULL;
	case COMMAND_IMPORT:
		return several ? _("--import takes one FILE, or standard input") : NULL;
	case COMMAND_FROM:
		return several ? _("--from takes one FILE, or standard input") : NULL;
	case COMMAND_FORGET:
	case COMMAND_RENAME:
		return options->player == NULL ? _("--forget and --rename need --player")
		       : any                   ? _("--forget and --rename take no LEVEL")
		                               : NULL;
	case COMMAND_HEALTH:
	case COMMAND_METRICS:
	case COMMAND_BACKUP:
		return any ? _("--health, --metrics and --backup take no LEVEL") : NULL;
	case COMMAND_MERGE:
		return options->level_count == 0 || options->daily
		               ? _("--merge-scores needs a FILE or HOST=FILE")
		               : NULL;
	case COMMAND_PLAY:
		return !any ? _("--play needs a LEVEL, such as tilt/classic:1") : NULL;
	default:
		return NULL;
	}
}

/* The options that filter results. */
static bool check_filter(const struct options *options, struct error *error)
{
	const struct score_filter *filter = &options->filter;
	if (options->filter_option != NULL && options->command != COMMAND_SCORES)
		return error_set(error, _("--%s needs --scores"), options->filter_option);
	return filter->until == 0 || filter->since <= filter->until ||
	       error_set(error, _("--since is later than --until"));
}

static bool check_combination(const struct options *options, struct error *error)
{
	const unsigned command = 1U << options->command;
	const unsigned for_guests = 1U << COMMAND_GAME | 1U << COMMAND_DEMO | 1U << COMMAND_EDIT |
	                            1U << COMMAND_LIST | 1U << COMMAND_SCORES;
	const unsigned with_json = 1U << COMMAND_SOLVE | 1U << COMMAND_PLAY | 1U << COMMAND_CHECK |
	                           1U << COMMAND_GENERATE | 1U << COMMAND_LIST |
	                           1U << COMMAND_RATE | 1U << COMMAND_SCORES;
	if (informs(options->command))
		return true;
	if (options->restricted && (command & for_guests) == 0)
		return error_set(error, _("--restricted allows only the game, --demo, --edit, "
		                          "--list, --scores and --plain"));
	if (options->restricted && options->scratch != NULL)
		return error_set(error, _("--restricted can't be combined with --scratch"));
	if ((options->player != NULL) + (options->key != NULL) +
	            (options->player_variable != NULL) >
	    1)
		return error_set(error, _("give only one of --player, --player-from and "
		                          "--player-from-key"));
	if (options->json && (command & with_json) == 0)
		return error_set(error, _("--json needs --solve, --play, --check, --generate, "
		                          "--list, --rate or --scores"));
	if (options->certificate != NULL && options->command != COMMAND_SOLVE)
		return error_set(error, _("--%s needs --solve"), "certificate");
	if (options->recipe_option != NULL && options->command != COMMAND_GENERATE)
		return error_set(error, _("--%s needs --generate"), options->recipe_option);
	const char *fault = fault_of_levels(options);
	return check_filter(options, error) && (fault == NULL || error_set(error, "%s", fault));
}

/* Reads all options; the operands are the levels. */
static bool read_all(struct options *options, int argc, char **argv, struct error *error)
{
	struct option_name names[ROWS];
	struct arguments arguments;
	int row;
	arguments_begin(&arguments, argc, argv);
	for (int i = 0; i < ROWS; i++)
		names[i] =
			(struct option_name){rows[i].name, rows[i].letter, rows[i].kind >= MOVES};
	while ((row = arguments_next(&arguments, names, ROWS, error)) >= 0)
		if (!read_option(&rows[row], arguments.value, options, error))
			return false;
	options->levels = argv + 1;
	options->level_count = arguments.operands;
	return row == ARGUMENTS_END;
}

bool options_read(struct options *options, bool restricted, int argc, char **argv,
                  struct error *error)
{
	*options = (struct options){.restricted = restricted, .limits = limits_default};
	options->pieces = options->colours = options->count = -1;
	options->par_min = options->par_max = -1;
	options->guest_limits = guest_limits_default;
	options->limits.threads =
		parallel_threads(restricted ? RESTRICTED_THREADS : THREADS_DEFAULT);
	if (restricted)
		options->limits.bytes = RESTRICTED_BYTES;
	return read_all(options, argc, argv, error) && check_combination(options, error);
}

struct limits options_limits(const struct options *options, double seconds)
{
	struct limits limits = options->limits;
	if (limits.seconds <= 0)
		limits.seconds = seconds;
	return limits;
}
