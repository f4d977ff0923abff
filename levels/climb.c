/* Looks for the hardest boards of a size, by hill climbing; "Climbing" in HACKING.md tells how.
 *
 *   climb MODE ROWSxCOLUMNS PIECES SEED TRIES [HEADER: VALUE]... [from:FILE]
 *
 * A board is walls and pieces, such as "aabc". Its depth is the number of moves between two of its
 * positions that are far apart, found by walks through all of them. Each try changes a few walls or
 * pieces of the board; the result stays if it is not less deep. Where that has not helped for long,
 * the climb begins again from a random board, or with `from:` from the deepest so far, changed a
 * little. Where the goal is not a position, boards are proven instead of walked through, and tiles
 * exchanged. The deepest board of all is solved, and printed as a level with its proven minimum.
 * Everything follows from the arguments. */
#include "climb.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/registry.h"
#include "puzzles/list.h"
#include "solve/solve.h"

enum {
	STATES_MAX = 3000000,        /* a board with more positions is not taken */
	PROOF_STATES_MAX = 30000000, /* nor one whose proof takes more */
	PATIENCE = 1000,             /* tries without a deeper board until the climb begins again, */
	PATIENCE_FROM = 200,         /* and where it begins with a given board, */
	KICKS = 8,                   /* after fewer random changes than that */
};

/* As in a level file. */
struct board {
	int rows, columns;
	char start[CELLS_MAX], goal[CELLS_MAX];
};

struct climb {
	const struct puzzle *puzzle;
	deepen_fn *deepen;
	struct level_text text; /* headers */
	const char *pieces;
	struct board
		from; /* what each climb begins with, the deepest so far; rows 0: a random board */
	struct random random;
	struct board board;
	int depth;
	struct level deepest;
	int most;
};

/* ---- boards and levels ---- */

/* Whether the goal of the puzzle is a position. */
static bool has_goals(const struct climb *climb)
{
	return climb->puzzle->generator.set_goal != NULL;
}

/* False: the puzzle does not take the board. */
static bool read_board(const struct climb *climb, const struct board *board, struct level *level)
{
	struct level_text text = climb->text;
	struct error error;
	char rows[2][SIDE_MAX][SIDE_MAX + 1];
	text.rows = board->rows;
	text.columns[0] = board->columns;
	text.columns[1] = has_goals(climb) ? board->columns : 0;
	for (int word = 0; word < 2; word++)
		for (int r = 0; r < board->rows; r++) {
			memcpy(rows[word][r],
			       (word == 0 ? board->start : board->goal) + r * board->columns,
			       (size_t)board->columns);
			rows[word][r][board->columns] = '\0';
			text.words[word][r] = word == 0 || has_goals(climb) ? rows[word][r] : NULL;
		}
	*level = (struct level){.rows = board->rows, .columns = board->columns, .par = -1};
	return (climb->puzzle->format.read_headers == NULL ||
	        climb->puzzle->format.read_headers(level, &text, &error)) &&
	       climb->puzzle->format.read(level, &text, &error);
}

/* Adds the pieces of a part of a level to a board without any. */
static void add_pieces(const struct climb *climb, const struct level *part, struct board *board)
{
	static struct level_writer writer;
	climb->puzzle->format.write(part, NULL, &writer);
	for (int cell = 0; cell < level_cells(part); cell++) {
		const int row = cell / part->columns, column = cell % part->columns;
		const char start = writer.text.words[0][row][column];
		const char goal = has_goals(climb) ? writer.text.words[1][row][column] : '.';
		if (start != '.')
			board->start[cell] = start;
		if (goal != '.')
			board->goal[cell] = goal;
	}
}

int climb_deepen(const struct puzzle *puzzle, struct level *level, int before)
{
	struct random random = {1};
	struct state far;
	struct reach reach;
	int most = 0;
	for (struct level next = *level;;) {
		const int depth = reach_pick(puzzle, &next, STATES_MAX, 1, PAR_MAX, true, &random,
		                             &far, &reach);
		if (depth <= most || depth < before / 2 || reach.states >= STATES_MAX)
			return most;
		most = depth;
		*level = next;
		puzzle->generator.set_goal(level, &far);
		next.start = far;
	}
}

static bool may_be_deep(void *context, const struct answer *answer)
{
	const int *before = context;
	return answer->upper < 0 || answer->upper >= *before;
}

int climb_prove(const struct puzzle *puzzle, struct level *level, int before)
{
	static struct answer answer;
	const struct limits limits = {.bytes = limits_default.bytes,
	                              .states = PROOF_STATES_MAX,
	                              .threads = 1};
	solve_position(puzzle, level, &level->start, &limits, may_be_deep, &before, &answer);
	return answer.verdict == OPTIMAL ? answer.upper : 0;
}

/* ---- changes ---- */

static int pick_cell(struct climb *climb, const struct board *board, bool (*fits)(char content))
{
	int cell;
	do
		cell = (int)random_below(&climb->random, (uint32_t)(board->rows * board->columns));
	while (!fits(board->start[cell]));
	return cell;
}

static bool is_wall(char content)
{
	return content == '#';
}

static bool is_free(char content)
{
	return content == '.';
}

static bool is_block(char content)
{
	return !is_wall(content) && !is_free(content);
}

static bool is_any(char content)
{
	return content != '\0';
}

static bool is_no_block(char content)
{
	return !is_block(content);
}

static bool has(const struct board *board, bool (*fits)(char content))
{
	for (int cell = 0; cell < board->rows * board->columns; cell++)
		if (fits(board->start[cell]))
			return true;
	return false;
}

static void exchange(struct board *board, int one, int other)
{
	const char content = board->start[one];
	board->start[one] = board->start[other];
	board->start[other] = content;
}

static void change(struct climb *climb, struct board *board)
{
	if (!has_goals(climb)) {
		exchange(board, pick_cell(climb, board, is_any), pick_cell(climb, board, is_any));
		return;
	}
	const uint32_t kind = random_below(&climb->random, 16);
	if (kind < 6) {
		const int cell = pick_cell(climb, board, is_no_block);
		board->start[cell] = is_wall(board->start[cell]) ? '.' : '#';
	} else if (has(board, is_free)) {
		const bool wall = kind < 15 && has(board, is_wall);
		exchange(board, pick_cell(climb, board, wall ? is_wall : is_block),
		         pick_cell(climb, board, is_free));
	}
}

/* A whole level of the puzzle's own generator. */
static void generate_board(struct climb *climb, struct board *board)
{
	struct level level;
	const struct recipe recipe = {.rows = board->rows,
	                              .columns = board->columns,
	                              .pieces = (int)strtol(climb->pieces, NULL, 10),
	                              .colours = -1,
	                              .par_min = 1,
	                              .par_max = PAR_MAX};
	memset(board->start, '0', sizeof board->start);
	do
		read_board(climb, board, &level);
	while (!climb->puzzle->generator.start(&level, &recipe, &climb->random));
	memset(board->start, '.', sizeof board->start);
	add_pieces(climb, &level, board);
}

static int count_of(const struct board *board, char content)
{
	int count = 0;
	for (int cell = 0; cell < board->rows * board->columns; cell++)
		count += board->start[cell] == content;
	return count;
}

/* Adds the pieces that the board lacks. */
static void add_missing(struct climb *climb, struct board *board)
{
	int wanted[UCHAR_MAX + 1] = {0};
	for (const char *piece = climb->pieces; *piece != '\0'; piece++)
		if (count_of(board, *piece) < ++wanted[(unsigned char)*piece])
			board->start[pick_cell(climb, board, is_free)] = *piece;
}

static void fill_at_random(struct climb *climb, struct board *board)
{
	const int cells = board->rows * board->columns;
	const uint32_t walls = random_below(&climb->random, (uint32_t)cells / 3 + 1);
	memset(board->start, '.', (size_t)cells);
	add_missing(climb, board);
	for (uint32_t i = 0; i < walls && has(board, is_free); i++)
		board->start[pick_cell(climb, board, is_free)] = '#';
}

/* ---- the climb ---- */

/* The depth of a board; puts its pieces and goals where they are as deep as that. Independent parts
 * of it are walked through separately. */
static int measure(struct climb *climb, struct board *board, int before, int try)
{
	const struct puzzle *puzzle = climb->puzzle;
	struct level level, part;
	struct board deep = *board;
	int depth = 0;
	memcpy(board->goal, board->start, sizeof board->goal);
	if (!read_board(climb, board, &level))
		return 0;
	for (int cell = 0; cell < level_cells(&level); cell++)
		deep.start[cell] = deep.goal[cell] = is_wall(board->start[cell]) ? '#' : '.';
	const int parts = puzzle->rules.split == NULL
	                          ? 1
	                          : puzzle->rules.split(&level, &level.start, 0, NULL);
	for (int i = 0; i < parts; i++) {
		part = level;
		if (parts > 1)
			puzzle->rules.split(&level, &level.start, i, &part);
		depth += climb->deepen(puzzle, &part, parts > 1 ? 1 : before);
		add_pieces(climb, &part, &deep);
	}
	*board = deep;
	if (depth > climb->most && read_board(climb, board, &climb->deepest)) {
		climb->most = depth;
		if (climb->from.rows > 0)
			climb->from = *board;
		fprintf(stderr, "%d: %d\n", try, depth);
	}
	return depth;
}

static void begin(struct climb *climb, int try)
{
	if (climb->from.rows > 0) {
		climb->board = climb->from;
		add_missing(climb, &climb->board);
		for (uint32_t i = try > 1 ? random_below(&climb->random, KICKS) : 0; i > 0; i--)
			change(climb, &climb->board);
	} else if (has_goals(climb)) {
		fill_at_random(climb, &climb->board);
	} else {
		generate_board(climb, &climb->board);
	}
	climb->depth = measure(climb, &climb->board, 0, try);
}

static void climb_on(struct climb *climb, int tries)
{
	const int patience = climb->from.rows > 0 ? PATIENCE_FROM : PATIENCE;
	for (int try = 1, last = 1; try <= tries; try++) {
		if (try == 1 || try - last > patience) {
			begin(climb, try);
			last = try;
			continue;
		}
		struct board board = climb->board;
		for (uint32_t changes = 1 + random_below(&climb->random, 3); changes > 0; changes--)
			change(climb, &board);
		const int depth = measure(climb, &board, climb->depth, try);
		if (depth < climb->depth)
			continue;
		if (depth > climb->depth)
			last = try;
		climb->board = board;
		climb->depth = depth;
	}
}

/* Solves the deepest board, and prints it. */
static bool print_deepest(struct climb *climb)
{
	static struct level_writer writer;
	static struct answer answer;
	struct level *level = &climb->deepest;
	char par[12];
	if (climb->puzzle->rules.prepare != NULL)
		climb->puzzle->rules.prepare(level);
	solve_position(climb->puzzle, level, &level->start, &limits_default, NULL, NULL, &answer);
	if (answer.verdict != OPTIMAL)
		return false;
	snprintf(par, sizeof par, "%d", answer.upper);
	climb->puzzle->format.write(level, NULL, &writer);
	writer.text.value[HEADER_MODE] = climb->puzzle->name;
	writer.text.value[HEADER_PAR] = par;
	writer.text.title = "Deepest";
	level_text_print(&writer.text, stdout);
	return true;
}

static bool read_from(struct climb *climb, const char *path)
{
	struct pack pack;
	struct level level;
	struct error error;
	if (!pack_read_file(&pack, path, &error))
		return false;
	const bool good = pack_puzzle(&pack, 0) == climb->puzzle &&
	                  pack_level(&pack, 0, &level, &error) && level.rows == climb->board.rows &&
	                  level.columns == climb->board.columns;
	if (good) {
		climb->from = climb->board;
		memset(climb->from.start, '.', sizeof climb->from.start);
		add_pieces(climb, &level, &climb->from);
	}
	pack_free(&pack);
	return good;
}

static bool read_header(struct climb *climb, const char *argument)
{
	for (int h = 0; h < HEADER_COUNT; h++) {
		const char *name = header_name((enum header)h);
		const size_t length = strlen(name);
		if (strncmp(argument, name, length) == 0 && argument[length] == ':') {
			climb->text.value[h] =
				argument + length + 1 + strspn(argument + length + 1, " ");
			return true;
		}
	}
	return false;
}

static bool read_arguments(struct climb *climb, int argc, char **argv, long *tries)
{
	char end;
	long seed;
	if (argc < 6 || (climb->puzzle = puzzle_named(argv[1])) == NULL ||
	    sscanf(argv[2], "%2dx%2d%c", &climb->board.rows, &climb->board.columns, &end) != 2 ||
	    climb->board.rows < 1 || climb->board.rows > SIDE_MAX || climb->board.columns < 1 ||
	    climb->board.columns > SIDE_MAX ||
	    strlen(argv[3]) > (size_t)(climb->board.rows * climb->board.columns) / 2 ||
	    strspn(argv[3], has_goals(climb) ? "abcdefghijklmnopqrstuvwxyz" : "0123456789") !=
	            strlen(argv[3]) ||
	    !text_read_number(argv[4], 0, INT32_MAX, &seed) ||
	    !text_read_number(argv[5], 1, INT32_MAX, tries))
		return false;
	climb->pieces = argv[3];
	climb->random.state = (uint64_t)seed;
	for (int i = 6; i < argc; i++)
		if (strncmp(argv[i], "from:", 5) == 0 ? !read_from(climb, argv[i] + 5)
		                                      : !read_header(climb, argv[i]))
			return false;
	return true;
}

int main(int argc, char **argv)
{
	static struct climb climb = {.text.file = "climb"};
	struct error error;
	long tries;
	if (!registry_install(all_puzzles, &error)) {
		fprintf(stderr, "climb: %s\n", error.text);
		return EXIT_FAILURE;
	}
	if (!read_arguments(&climb, argc, argv, &tries)) {
		fputs("Usage: climb MODE ROWSxCOLUMNS PIECES SEED TRIES [HEADER: VALUE]...\n",
		      stderr);
		return EXIT_FAILURE;
	}
	climb.deepen = !has_goals(&climb)                        ? climb_prove
	               : strcmp(climb.puzzle->name, "tilt") == 0 ? climb_deepen_tilt
	                                                         : climb_deepen;
	climb_on(&climb, (int)tries);
	if (climb.most > 0 && print_deepest(&climb))
		return EXIT_SUCCESS;
	fputs("climb: no board found, or none proven\n", stderr);
	return EXIT_FAILURE;
}
