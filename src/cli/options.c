#include "cli/options.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/arguments.h"
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

static const struct row {
	const char *name;
	int letter; /* 0: none */
	enum kind kind;
	size_t which; /* enum command, enum header, or the offset of the member to set */
	long min, max;
} rows[] = {
	{"demo", 'd', COMMAND, COMMAND_DEMO, 0, 0},
	{"solve", 's', COMMAND, COMMAND_SOLVE, 0, 0},
	{"play", 'p', MOVES, COMMAND_PLAY, 0, 0},
	{"check", 'c', COMMAND, COMMAND_CHECK, 0, 0},
	{"generate", 'g', COMMAND, COMMAND_GENERATE, 0, 0},
	{"list", 'l', COMMAND, COMMAND_LIST, 0, 0},
	{"rate", 0, COMMAND, COMMAND_RATE, 0, 0},
	{"code", 0, COMMAND, COMMAND_CODE, 0, 0},
	{"from", 0, FROM, COMMAND_FROM, 0, 0},
	{"edit", 0, COMMAND, COMMAND_EDIT, 0, 0},
	{"daily", 0, FLAG, offsetof(struct options, daily), 0, 0},
	{"plain", 0, FLAG, offsetof(struct options, plain), 0, 0},
	{"json", 0, FLAG, offsetof(struct options, json), 0, 0},
	{"no-mouse", 0, FLAG, offsetof(struct options, no_mouse), 0, 0},
	{"time-limit", 0, SECONDS, 0, 0, 0},
	{"memory-limit", 0, MEMORY, 0, 1, 1 << 20},
	{"threads", 0, THREADS, offsetof(struct options, limits.threads), 1, THREADS_MAX},
	{"size", 0, SIZE, 0, 1, SIDE_MAX},
	{"pieces", 0, NUMBER, offsetof(struct options, pieces), 1, CELLS_MAX},
	{"colours", 0, NUMBER, offsetof(struct options, colours), 1, COLOURS_MAX},
	{"par", 0, PAR, 0, 0, PAR_MAX},
	{"seed", 0, SEED, 0, 0, 0},
	{"count", 0, NUMBER, offsetof(struct options, count), 1, PACK_LEVELS_MAX},
	{"rules", 0, HEADER, HEADER_RULES, 0, 0},
	{"goal", 0, HEADER, HEADER_GOAL, 0, 0},
	{"piece", 0, HEADER, HEADER_PIECE, 0, 0},
	{"refill", 0, HEADER, HEADER_REFILL, 0, 0},
	{"player", 0, PLAYER, 0, 0, 0},
	{"player-from", 0, VARIABLE, 0, 0, 0},
	{"player-from-key", 0, KEY, 0, 0, 0},
	{"new-names", 0, HOURLY, offsetof(struct options, guest_limits.all), 0, GUESTS_HOURLY_MAX},
	{"new-names-per-address", 0, HOURLY, offsetof(struct options, guest_limits.address), 0,
         GUESTS_HOURLY_MAX},
	{"forget", 0, COMMAND, COMMAND_FORGET, 0, 0},
	{"rename", 0, NEW_NAME, COMMAND_RENAME, 0, 0},
	{"scores", 0, COMMAND, COMMAND_SCORES, 0, 0},
	{"since", 0, SINCE, 0, 0, 0},
	{"until", 0, UNTIL, 0, 0, 0},
	{"host", 0, HOST, 0, 0, 0},
	{"merge-scores", 0, COMMAND, COMMAND_MERGE, 0, 0},
	{"export", 0, COMMAND, COMMAND_EXPORT, 0, 0},
	{"import", 0, COMMAND, COMMAND_IMPORT, 0, 0},
	{"log", 0, LOG, 0, 0, 0},
	{"xlog", 0, XLOG, 0, 0, 0},
	{"health", 0, COMMAND, COMMAND_HEALTH, 0, 0},
	{"metrics", 0, COMMAND, COMMAND_METRICS, 0, 0},
	{"backup", 0, BACKUP, COMMAND_BACKUP, 0, 0},
	{"restricted", 0, RESTRICTED, 0, 0, 0},
	{"help", 'h', COMMAND, COMMAND_HELP, 0, 0},
	{"version", 'V', COMMAND, COMMAND_VERSION, 0, 0},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const char help_text[] =
	"Usage: parlour [OPTION]... [LEVEL]...\n"
	"Puzzles for the terminal, with a proven minimum number of moves while you play.\n"
	"\n"
	"LEVEL is a mode (tilt), a pack (tilt/classic), one level (tilt/classic:7),\n"
	"a file (my.level, my.level:2), - for standard input, a game ID\n"
	"(tilt:7x7#1234, tilt:ladder#2026-48:3), or a level code (parlour:1...).\n"
	"Without a LEVEL: all levels of the program.\n"
	"\n"
	"Without an OPTION: play on the terminal.\n"
	"  -d, --demo            solve the levels and play the solutions\n"
	"  -s, --solve           print a shortest solution of each level\n"
	"  -p, --play MOVES      make the moves ('' for none) and print the result\n"
	"  -c, --check           prove each level; report pars that are wrong or missing\n"
	"  -g, --generate        write a new level of a mode, with a proven par\n"
	"  -l, --list            list packs and levels, with par and your best\n"
	"      --rate            measure how difficult each level is\n"
	"      --code            print each level as a level code, one line to share\n"
	"      --scores          print the leaderboard of this account's players\n"
	"      --merge-scores    join the leaderboard files HOST=FILE... of several hosts\n"
	"      --export          export your results, games, drawings, settings, ratings\n"
	"      --import          import them from a FILE or standard input\n"
	"      --from MODE       print the board in a FILE of another program, or on\n"
	"                        standard input, as a level file\n"
	"      --edit            open the LEVEL in the editor; for a mode, an empty board\n"
	"      --daily           use today's boards (UTC), the same for everyone\n"
	"      --plain           play in plain text, without screen control\n"
	"      --json            JSON output of solve, play, check, generate, list, rate,\n"
	"                        scores\n"
	"      --no-mouse        leave the mouse to the terminal\n"
	"      --player NAME     play as one of several players of this account\n"
	"      --player-from VARIABLE\n"
	"                        play as the player whose name this variable has\n"
	"      --player-from-key FINGERPRINT\n"
	"                        play as the guest with this SSH key, who chooses a name\n"
	"      --new-names N, --new-names-per-address N\n"
	"                        limits of such names an hour: in all, and of one address\n"
	"      --forget          delete all data of the --player\n"
	"      --rename NAME     give the --player another name\n"
	"      --health          check this host in a line; the exit status says the same\n"
	"      --metrics         print counters of this host's sessions for Prometheus\n"
	"      --backup FOLDER   copy the data of all players into a new folder\n"
	"      --log WHERE       log lines for the administrator: stderr or syslog\n"
	"      --xlog FILE       append a line for each result, for score collectors\n"
	"      --time-limit S    limit each search to S seconds\n"
	"      --memory-limit M  limit each search to M MiB\n"
	"      --threads N       use up to N processors for a long search\n"
	"      --restricted      run the game for guests over SSH: no files, no\n"
	"                        commands, in a sandbox; must come first\n"
	"  -h, --help            print this text\n"
	"  -V, --version         print the version and the available sandbox features\n"
	"\n"
	"With --scores:\n"
	"      --since DATE, --until DATE\n"
	"                        results of these days (UTC): 2026-11-26, today, or the\n"
	"                        week 2026-48\n"
	"      --host NAME       results from this host; localhost for your own\n"
	"\n"
	"With --generate:\n"
	"      --size RxC        rows and columns of the board\n"
	"      --pieces N        number of pieces\n"
	"      --colours N       number of colours\n"
	"      --par MIN..MAX    minimum number of moves\n"
	"      --seed N          seed of the random numbers; A..B tries each of these\n"
	"                        and goes on where one gives no level\n"
	"      --count N         number of levels\n"
	"      --rules TEXT, --goal TEXT, --piece NAME, --refill TEXT\n"
	"                        headers of the level, as in a level file\n"
	"\n"
	"Exit status: 0 all went well; 1 the answer is no; 2 bad usage or bad input.\n";

void options_help(void)
{
	fputs(help_text, stdout);
}

/* ---- values ---- */

static bool bad_value(const struct row *row, const char *text, const char *expected,
                      struct error *error)
{
	return error_set(error, "--%s \"%.60s\": expected %s", row->name, text, expected);
}

static bool read_number(const struct row *row, const char *text, int *number, struct error *error)
{
	long value;
	if (!text_read_number(text, row->min, row->max, &value))
		return error_set(error, "--%s \"%.60s\": expected a number from %ld to %ld",
		                 row->name, text, row->min, row->max);
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
		return bad_value(row, text, "MIN..MAX", error);
	return options->par_min <= options->par_max ||
	       error_set(error, "--par %d..%d: the minimum is above the maximum",
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
		return bad_value(row, text,
		                 "a whole number of at most 64 bits, or a range A..B of them",
		                 error);
	return options->seed <= options->seed_last ||
	       error_set(error, "--seed %.60s: the first seed is above the last", text);
}

static bool read_seconds(const char *text, double *seconds)
{
	char *end;
	*seconds = strtod(text, &end);
	return end != text && *end == '\0' && isfinite(*seconds) && *seconds > 0;
}

static bool read_memory(const struct row *row, const char *text, size_t *bytes, struct error *error)
{
	int mebibytes;
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
		return bad_value(row, text, "text of one line, as in a level file", error);
	return row->which == HEADER_REFILL || strlen(text) < HEADER_BYTES_MAX ||
	       bad_value(row, text, "fewer than 200 bytes", error);
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
		return text_is_host_name(text) || bad_value(row, text, "a host's name", error);
	}
	return (row->kind == SINCE ? read_days(text, &filter->since, &ignored)
	                           : read_days(text, &ignored, &filter->until)) ||
	       bad_value(row, text, "a day such as 2026-11-26, a week such as 2026-48, or today",
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
		return error_set(error, "give only one of --%s and --%s",
		                 command_name(options->command), command_name(command));
	options->command = command;
	return true;
}

static bool check_name(const struct row *row, const char *text, struct error *error)
{
	return text_is_player_name(text) ||
	       bad_value(row, text,
	                 "1 to 32 characters from a-z A-Z 0-9 . _ -, not starting with . or -",
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
		       error_set(error, "--restricted must be the first argument");
	case PLAYER:
		options->player = text;
		return check_name(row, text, error);
	case KEY:
		options->key = text;
		return text_is_fingerprint(text) ||
		       bad_value(row, text, "SHA256: and 43 characters, as sshd writes it", error);
	case VARIABLE:
		options->player_variable = text;
		return (*text != '\0' && strpbrk(text, "= \t\n") == NULL) ||
		       bad_value(row, text, "the name of a variable", error);
	case NEW_NAME:
		options->new_name = text;
		return check_name(row, text, error) && set_command(options, COMMAND_RENAME, error);
	case BACKUP:
		options->backup = text;
		return set_command(options, COMMAND_BACKUP, error);
	case LOG:
		options->log = strcmp(text, "syslog") == 0 ? LOG_SYSLOG : LOG_STDERR;
		return options->log == LOG_SYSLOG || strcmp(text, "stderr") == 0 ||
		       bad_value(row, text, "stderr or syslog", error);
	case XLOG:
		options->xlog = text;
		return true;
	case SECONDS:
		return read_seconds(text, &options->limits.seconds) ||
		       bad_value(row, text, "a number of seconds above 0", error);
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
		       bad_value(row, text, "ROWSxCOLUMNS, each 1 to 26, at least two cells",
		                 error);
	case PAR:
		return read_par(row, text, options, error);
	case SEED:
		options->seeded = true;
		return read_seeds(row, text, options, error);
	case HEADER:
		return read_header(row, text, &options->value[row->which], error);
	default: return set_command(options, (enum command)row->which, error);
	}
}

/* What is wrong with --generate; NULL: nothing. */
static const char *fault_of_generate(const struct options *options)
{
	if (options->daily)
		return "--generate can't be combined with --daily";
	if (options->limits.bytes != limits_default.bytes)
		return "--generate can't be combined with --memory-limit: a seed gives the "
		       "same board everywhere";
	if (options->seed_range && options->count >= 0)
		return "--count can't be combined with a range of seeds";
	if (options->json && options->seed_last > INT64_MAX)
		return "--json needs seeds of at most 9223372036854775807";
	if (options->level_count != 1)
		return options->level_count == 0 ? "--generate needs a mode, such as tilt"
		                                 : "--generate takes one mode only";
	return NULL;
}

/* What is wrong with the operands of the commands that don't take any levels; NULL: nothing. */
static const char *fault_of_levels(const struct options *options)
{
	const int levels = options->level_count;
	const bool daily = options->daily;
	switch (options->command) {
	case COMMAND_GENERATE:
		return fault_of_generate(options);
	case COMMAND_EDIT:
		return levels > 1 || daily || options->plain
		               ? "--edit takes one LEVEL, without --daily or --plain"
		               : NULL;
	case COMMAND_EXPORT:
		return levels > 0 || daily ? "--export takes no LEVEL: it exports everything"
		                           : NULL;
	case COMMAND_IMPORT:
		return levels > 1 || daily ? "--import takes one FILE, or standard input" : NULL;
	case COMMAND_FROM:
		return levels > 1 || daily ? "--from takes one FILE, or standard input" : NULL;
	case COMMAND_FORGET:
	case COMMAND_RENAME:
		return options->player == NULL ? "--forget and --rename need --player"
		       : levels > 0 || daily   ? "--forget and --rename take no LEVEL"
		                               : NULL;
	case COMMAND_HEALTH:
	case COMMAND_METRICS:
	case COMMAND_BACKUP:
		return levels > 0 || daily ? "--health, --metrics and --backup take no LEVEL"
		                           : NULL;
	case COMMAND_MERGE:
		return levels == 0 || daily ? "--merge-scores needs a FILE or HOST=FILE" : NULL;
	case COMMAND_PLAY:
		return levels == 0 && !daily ? "--play needs a LEVEL, such as tilt/classic:1"
		                             : NULL;
	default:
		return NULL;
	}
}

/* The options that filter results. */
static bool check_filter(const struct options *options, struct error *error)
{
	const struct score_filter *filter = &options->filter;
	if (options->filter_option != NULL && options->command != COMMAND_SCORES)
		return error_set(error, "--%s needs --scores", options->filter_option);
	return filter->until == 0 || filter->since <= filter->until ||
	       error_set(error, "--since is later than --until");
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
		return error_set(error, "--restricted allows only the game, --demo, --edit, "
		                        "--list, --scores and --plain");
	if ((options->player != NULL) + (options->key != NULL) +
	            (options->player_variable != NULL) >
	    1)
		return error_set(error, "give only one of --player, --player-from and "
		                        "--player-from-key");
	if (options->json && (command & with_json) == 0)
		return error_set(error, "--json needs --solve, --play, --check, --generate, "
		                        "--list, --rate or --scores");
	if (options->recipe_option != NULL && options->command != COMMAND_GENERATE)
		return error_set(error, "--%s needs --generate", options->recipe_option);
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
