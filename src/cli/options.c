#include "cli/options.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/parallel.h"
#include "os/player.h"
#include "os/text.h"

enum {
	OPTION_DAILY = 256,
	OPTION_PLAIN,
	OPTION_JSON,
	OPTION_NO_MOUSE,
	OPTION_EDIT,
	OPTION_TIME_LIMIT,
	OPTION_MEMORY_LIMIT,
	OPTION_THREADS,
	OPTION_SIZE,
	OPTION_PIECES,
	OPTION_COLOURS,
	OPTION_PAR,
	OPTION_SEED,
	OPTION_COUNT,
	OPTION_RULES,
	OPTION_GOAL,
	OPTION_PIECE,
	OPTION_REFILL,
	OPTION_PLAYER,
	OPTION_SCORES,
	OPTION_EXPORT,
	OPTION_IMPORT,
	OPTION_RESTRICTED,
};

enum { THREADS_DEFAULT = 2 }; /* if there are that many processors */

/* The limits of one of many guests on a machine, unless the administrator sets others. */
enum { RESTRICTED_THREADS = 1, RESTRICTED_BYTES = 64 << 20 };

static const struct option long_options[] = {
	{"demo", no_argument, NULL, 'd'},
	{"solve", no_argument, NULL, 's'},
	{"play", required_argument, NULL, 'p'},
	{"check", no_argument, NULL, 'c'},
	{"generate", no_argument, NULL, 'g'},
	{"list", no_argument, NULL, 'l'},
	{"edit", no_argument, NULL, OPTION_EDIT},
	{"daily", no_argument, NULL, OPTION_DAILY},
	{"plain", no_argument, NULL, OPTION_PLAIN},
	{"json", no_argument, NULL, OPTION_JSON},
	{"no-mouse", no_argument, NULL, OPTION_NO_MOUSE},
	{"time-limit", required_argument, NULL, OPTION_TIME_LIMIT},
	{"memory-limit", required_argument, NULL, OPTION_MEMORY_LIMIT},
	{"threads", required_argument, NULL, OPTION_THREADS},
	{"size", required_argument, NULL, OPTION_SIZE},
	{"pieces", required_argument, NULL, OPTION_PIECES},
	{"colours", required_argument, NULL, OPTION_COLOURS},
	{"par", required_argument, NULL, OPTION_PAR},
	{"seed", required_argument, NULL, OPTION_SEED},
	{"count", required_argument, NULL, OPTION_COUNT},
	{"rules", required_argument, NULL, OPTION_RULES},
	{"goal", required_argument, NULL, OPTION_GOAL},
	{"piece", required_argument, NULL, OPTION_PIECE},
	{"refill", required_argument, NULL, OPTION_REFILL},
	{"player", required_argument, NULL, OPTION_PLAYER},
	{"scores", no_argument, NULL, OPTION_SCORES},
	{"export", no_argument, NULL, OPTION_EXPORT},
	{"import", no_argument, NULL, OPTION_IMPORT},
	{"restricted", no_argument, NULL, OPTION_RESTRICTED},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

void options_help(void)
{
	fputs("Usage: parlour [OPTION]... [LEVEL]...\n"
	      "Puzzles for the terminal, with the least number of moves proven while you play.\n"
	      "\n"
	      "LEVEL is a mode (tilt), a pack (tilt/classic), a level of it (tilt/classic:7),\n"
	      "a file (my.level, my.level:2), - for standard input, or a game ID (tilt:7x7#1234).\n"
	      "Without a LEVEL: all shipped ones. Without an OPTION: the game, on a terminal.\n"
	      "\n"
	      "  -d, --demo            solve and play by itself; as text where there is no "
	      "terminal\n"
	      "  -s, --solve           print a shortest solution of each level\n"
	      "  -p, --play MOVES      play the moves ('' for none) and print what comes of them\n"
	      "  -c, --check           prove each level and say where its par is wrong or missing\n"
	      "  -g, --generate        write a new level of the LEVEL's mode, proven\n"
	      "  -l, --list            list packs and levels, with par and your best\n"
	      "      --scores          who solved them in how few moves, of this account\n"
	      "      --export          print all that is kept of you: results, games, drawings\n"
	      "      --import          take that in again, from a FILE or standard input\n"
	      "      --edit            draw on the LEVEL; with a mode, on an empty board\n"
	      "      --daily           today's boards (UTC), the same for everyone\n"
	      "      --plain           boards as text, moves read line by line\n"
	      "      --json            with solve, play, check, list, scores: JSON, a line each\n"
	      "      --no-mouse        leave the mouse to the terminal\n"
	      "      --player NAME     one of many players of this account, with a leaderboard\n"
	      "      --time-limit S    seconds for one search\n"
	      "      --memory-limit M  MiB for one search\n"
	      "      --threads N       processors for one search, where it is long\n"
	      "      --size RxC, --pieces N, --colours N, --par MIN..MAX, --seed N, --count N\n"
	      "                        what to generate\n"
	      "      --rules TEXT, --goal TEXT, --piece NAME, --refill TEXT\n"
	      "                        headers of what is generated, as in a level file\n"
	      "      --restricted      first of all: for strangers who come by ssh; no files, no\n"
	      "                        commands, a sandbox where the system has one\n"
	      "  -h, --help            this text\n"
	      "  -V, --version         the version, and what there is of the sandbox\n"
	      "\n"
	      "Exit status: 0 all went well; 1 the answer is no; 2 bad usage or input.\n",
	      stdout);
}

/* ---- values ---- */

static bool bad_value(struct error *error, const char *option, const char *value,
                      const char *expected)
{
	return error_set(error, "--%s \"%.60s\": expected %s", option, value, expected);
}

static bool read_number(const char *option, const char *value, long min, long max, int *out,
                        struct error *error)
{
	long number;
	if (!text_read_number(value, min, max, &number)) {
		char expected[64];
		snprintf(expected, sizeof expected, "a number from %ld to %ld", min, max);
		return bad_value(error, option, value, expected);
	}
	*out = (int)number;
	return true;
}

/* "A<separator>B"; if `single`, also one number for both. */
static bool read_pair(const char *value, const char *separator, long min, long max, bool single,
                      int *first, int *second)
{
	char text[32];
	long a, b;
	if (snprintf(text, sizeof text, "%s", value) >= (int)sizeof text)
		return false;
	char *middle = strstr(text, separator);
	if (middle == NULL && !single)
		return false;
	const char *rest = text;
	if (middle != NULL) {
		*middle = '\0';
		rest = middle + strlen(separator);
	}
	if (!text_read_number(text, min, max, &a) || !text_read_number(rest, min, max, &b))
		return false;
	*first = (int)a;
	*second = (int)b;
	return true;
}

static bool read_seconds(const char *value, double *seconds, struct error *error)
{
	char *end;
	*seconds = strtod(value, &end);
	if (end == value || *end != '\0' || !isfinite(*seconds) || *seconds <= 0)
		return bad_value(error, "time-limit", value, "seconds, more than 0");
	return true;
}

static bool read_recipe(struct options *options, int option, struct error *error)
{
	switch (option) {
	case OPTION_SIZE:
		if (!read_pair(optarg, "x", 1, SIDE_MAX, false, &options->rows,
		               &options->columns) ||
		    options->rows * options->columns < 2)
			return bad_value(error, "size", optarg,
			                 "ROWSxCOLUMNS, each 1 to 26, at least two cells");
		return true;
	case OPTION_PIECES:
		return read_number("pieces", optarg, 1, CELLS_MAX, &options->pieces, error);
	case OPTION_COLOURS:
		return read_number("colours", optarg, 1, COLOURS_MAX, &options->colours, error);
	case OPTION_PAR:
		if (!read_pair(optarg, "..", 0, PAR_MAX, true, &options->par_min,
		               &options->par_max) ||
		    options->par_min > options->par_max)
			return bad_value(error, "par", optarg, "MIN..MAX");
		return true;
	case OPTION_SEED:
		options->seeded = true;
		return text_read_unsigned(optarg, &options->seed) ||
		       bad_value(error, "seed", optarg, "a whole number of at most 64 bits");
	default:
		return read_number("count", optarg, 1, PACK_LEVELS_MAX, &options->count, error);
	}
}

/* A header's value; the puzzle interprets it. */
static bool read_header(struct options *options, int option, struct error *error)
{
	const enum header header = option == OPTION_RULES   ? HEADER_RULES
	                           : option == OPTION_GOAL  ? HEADER_GOAL
	                           : option == OPTION_PIECE ? HEADER_PIECE
	                                                    : HEADER_REFILL;
	if (*optarg == '\0' || strchr(optarg, '\n') != NULL ||
	    !text_is_utf8(optarg, strlen(optarg)))
		return bad_value(error, header_name(header), optarg,
		                 "text of one line, as in a level file");
	if (header != HEADER_REFILL && strlen(optarg) >= HEADER_BYTES_MAX)
		return bad_value(error, header_name(header), optarg, "fewer than 200 bytes");
	options->value[header] = optarg;
	return true;
}

/* ---- options ---- */

static bool set_command(struct options *options, enum command command, struct error *error)
{
	if (options->command != COMMAND_GAME && options->command != command)
		return error_set(error, "more than one thing to do; see parlour --help");
	options->command = command;
	return true;
}

static bool read_limit(struct options *options, int option, struct error *error)
{
	int mebibytes;
	if (option == OPTION_TIME_LIMIT)
		return read_seconds(optarg, &options->limits.seconds, error);
	if (option == OPTION_THREADS)
		return read_number("threads", optarg, 1, THREADS_MAX, &options->limits.threads,
		                   error);
	if (!read_number("memory-limit", optarg, 1, 1 << 20, &mebibytes, error))
		return false;
	/* Of an address space of 32 bits half, so that no sum of sizes overflows. */
	const uint64_t bytes = (uint64_t)mebibytes << 20;
	options->limits.bytes = bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX / 2;
	return true;
}

static bool read_player(struct options *options, struct error *error)
{
	options->player = optarg;
	return player_name_is_valid(optarg) ||
	       bad_value(error, "player", optarg,
	                 "1 to 32 of a-z A-Z 0-9 . _ -, not . or - at first");
}

static bool read_option(struct options *options, int option, struct error *error)
{
	switch (option) {
	case 'd': return set_command(options, COMMAND_DEMO, error);
	case 's': return set_command(options, COMMAND_SOLVE, error);
	case 'c': return set_command(options, COMMAND_CHECK, error);
	case 'g': return set_command(options, COMMAND_GENERATE, error);
	case 'l': return set_command(options, COMMAND_LIST, error);
	case 'p':
		options->moves = optarg;
		return set_command(options, COMMAND_PLAY, error);
	case 'h': options->command = COMMAND_HELP; return true;
	case 'V': options->command = COMMAND_VERSION; return true;
	case OPTION_EDIT: return set_command(options, COMMAND_EDIT, error);
	case OPTION_PLAYER: return read_player(options, error);
	case OPTION_EXPORT: return set_command(options, COMMAND_EXPORT, error);
	case OPTION_IMPORT: return set_command(options, COMMAND_IMPORT, error);
	case OPTION_SCORES: return set_command(options, COMMAND_SCORES, error);
	case OPTION_DAILY: options->daily = true; return true;
	case OPTION_PLAIN: options->plain = true; return true;
	case OPTION_JSON: options->json = true; return true;
	case OPTION_NO_MOUSE: options->mouse = false; return true;
	case OPTION_RESTRICTED:
		return options->restricted ||
		       error_set(error, "--restricted has to be the first argument");
	case OPTION_TIME_LIMIT:
	case OPTION_MEMORY_LIMIT:
	case OPTION_THREADS: return read_limit(options, option, error);
	case OPTION_RULES:
	case OPTION_GOAL:
	case OPTION_PIECE:
	case OPTION_REFILL:
		options->recipe_given = true;
		return read_header(options, option, error);
	default:
		options->recipe_given = true;
		return read_recipe(options, option, error);
	}
}

static bool bad_option(const char *argument, struct error *error)
{
	if (argument[0] == '-' && argument[1] != '-')
		return error_set(error, "unknown option -%c; see parlour --help", optopt);
	return error_set(error, "%.80s: unknown option, or one that takes no value; see parlour "
	                        "--help", argument);
}

/* Commands that guests may run. */
static bool is_for_guests(enum command command)
{
	return command == COMMAND_GAME || command == COMMAND_DEMO || command == COMMAND_EDIT ||
	       command == COMMAND_LIST || command == COMMAND_SCORES;
}

/* Checks combinations of options. */
static bool check_options(const struct options *options, struct error *error)
{
	if (options->restricted && !is_for_guests(options->command))
		return error_set(error, "--restricted goes with the game, --demo, --edit, --list, "
		                        "--scores and --plain alone");
	if (options->json && options->command != COMMAND_SOLVE &&
	    options->command != COMMAND_PLAY && options->command != COMMAND_CHECK &&
	    options->command != COMMAND_LIST && options->command != COMMAND_SCORES)
		return error_set(error, "--json goes with --solve, --play, --check, --list or "
		                        "--scores");
	if (options->recipe_given && options->command != COMMAND_GENERATE)
		return error_set(error, "--size, --pieces, --colours, --par, --seed, --count, "
		                        "--rules, --goal, --piece and --refill go with "
		                        "--generate");
	if (options->command == COMMAND_GENERATE &&
	    (options->daily || options->limits.bytes != limits_default.bytes))
		return error_set(error,
		                 "--generate goes with no --daily and no --memory-limit: what it "
		                 "makes depends on the seed alone");
	if (options->command == COMMAND_GENERATE && options->level_count != 1)
		return error_set(error, "--generate needs one LEVEL, such as tilt");
	if (options->command == COMMAND_EDIT &&
	    (options->level_count > 1 || options->daily || options->plain))
		return error_set(error, "--edit goes with one LEVEL, and no --daily or --plain");
	if (options->command == COMMAND_EXPORT && (options->level_count > 0 || options->daily))
		return error_set(error, "--export goes with no LEVEL: it prints all there is");
	if (options->command == COMMAND_IMPORT && (options->level_count > 1 || options->daily))
		return error_set(error, "--import goes with one FILE, or with standard input");
	if (options->command == COMMAND_PLAY && options->level_count == 0 && !options->daily)
		return error_set(error, "--play needs a LEVEL, such as tilt/classic:1");
	return true;
}

bool options_read(struct options *options, bool restricted, int argc, char **argv,
                  struct error *error)
{
	*options = (struct options){
		.restricted = restricted,
		.mouse = true,
		.limits = limits_default,
		.count = 1,
		.pieces = -1,
		.colours = -1,
		.par_min = -1,
		.par_max = -1,
	};
	options->limits.threads =
		parallel_threads(restricted ? RESTRICTED_THREADS : THREADS_DEFAULT);
	if (restricted)
		options->limits.bytes = RESTRICTED_BYTES;
	opterr = 0;
	for (;;) {
		const int next = optind;
		const int option = getopt_long(argc, argv, ":dsp:cglhV", long_options, NULL);
		if (option == -1)
			break;
		if (option == ':')
			return error_set(error, "%.80s: its value is missing; see parlour --help",
			                 argv[next]);
		if (option == '?')
			return bad_option(argv[next < argc ? next : argc - 1], error);
		if (!read_option(options, option, error))
			return false;
	}
	options->levels = argv + optind;
	options->level_count = argc - optind;
	return options->command == COMMAND_HELP || options->command == COMMAND_VERSION ||
	       check_options(options, error);
}
