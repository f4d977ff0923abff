#include "chart.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tiles.h"

static void *made(void *memory, size_t count)
{
	if (memory == NULL && count > 0) {
		fputs("chart: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return memory;
}

void *chart_alloc(size_t count, size_t size)
{
	return made(calloc(count, size), count);
}

void *chart_realloc(void *memory, size_t count, size_t size)
{
	return made(count > SIZE_MAX / size ? NULL : realloc(memory, count * size), count);
}

void shard_print(const struct shard *shard, const char *key)
{
	printf("%s, \"from\": %llu, \"to\": %llu, \"all\": %llu, ", key,
	       (unsigned long long)shard->from, (unsigned long long)shard->to,
	       (unsigned long long)shard->all);
}

void depths_print(const uint64_t count[], int most)
{
	printf("\"depths\": \"");
	for (int d = 0; d <= most; d++)
		printf("%s%llu", d == 0 ? "" : " ", (unsigned long long)count[d]);
	printf("\"");
}

/* A table, and the part of it that is wanted. */
struct table {
	struct grid grid;   /* of exchanges only its size */
	int blocks, alike;  /* tilt */
	const char *kinds;  /* house: of its tiles */
	const char *pieces; /* bishop */
	int no_attack;
	int colours, full; /* gems */
	int bound;         /* moves; of exchanges, states */
	int radius;        /* house */
	struct shard shard;
};

struct mode {
	const char *name;
	int side_longest;
	/* Reads what follows the size; returns how many arguments that is, -1 if they are wrong. */
	int (*read)(int count, char **arguments, struct table *table);
	void (*chart)(const struct table *table);
};

/* Reads digits, without zeros before them, and then `after`. Returns what follows; NULL if there is
 * something else, or the number is more than `most`. */
static const char *read_digits(const char *text, const char *after, uint64_t most, uint64_t *number)
{
	if (text == NULL || *text < '0' || *text > '9' ||
	    (text[0] == '0' && text[1] >= '0' && text[1] <= '9'))
		return NULL;
	for (*number = 0; *text >= '0' && *text <= '9'; text++) {
		const uint64_t digit = (uint64_t)(*text - '0');
		if (digit > most || *number > (most - digit) / 10)
			return NULL;
		*number = 10 * *number + digit;
	}
	const size_t length = strlen(after);
	return strncmp(text, after, length) == 0 ? text + length : NULL;
}

/* Reads FROM..TO, both within the table. */
static int read_range(const char *argument, struct shard *shard)
{
	const char *to = read_digits(argument, "..", shard->all, &shard->from);
	const char *end = read_digits(to, "", shard->all, &shard->to);
	return end != NULL && *end == '\0' && shard->from <= shard->to;
}

/* Reads a number from `least` to `most`, and then `after`; returns as read_digits(). */
static const char *read_int(const char *text, const char *after, int least, int most, int *number)
{
	uint64_t digits = 0;
	const char *end = read_digits(text, after, (uint64_t)most, &digits);
	*number = (int)digits;
	return *number >= least ? end : NULL;
}

/* Reads a number from `least` to `most` and nothing else. */
static int read_number(const char *argument, int least, int most, int *number)
{
	const char *end = read_int(argument, "", least, most, number);
	return end != NULL && *end == '\0';
}

/* Reads one of two words; *second: it is the second one. */
static int read_choice(const char *argument, const char *one, const char *other, int *second)
{
	*second = strcmp(argument, other) == 0;
	return *second || strcmp(argument, one) == 0;
}

/* More than WORD_LETTERS_PAIRED blocks are for boards with few classes and few words. */
enum { CELLS_OF_MOST_LETTERS = 16 };

static int can_be_different(const struct table *table)
{
	return table->blocks <= WORD_LETTERS_PAIRED ||
	       (table->blocks <= WORD_LETTERS_MOST && table->grid.cells <= CELLS_OF_MOST_LETTERS);
}

static int read_tilt(int count, char **arguments, struct table *table)
{
	if (count < 3 || !read_number(arguments[0], 1, table->grid.cells - 1, &table->blocks) ||
	    !read_choice(arguments[1], "different", "alike", &table->alike) ||
	    (!table->alike && !can_be_different(table)) ||
	    !read_number(arguments[2], 0, BOUND_MOST, &table->bound))
		return -1;
	table->shard.all = table->grid.every + 1;
	return 3;
}

static void make_tilt(const struct table *table)
{
	chart_tilt(&table->grid, table->blocks, table->alike, &table->shard, table->bound);
}

static int read_lines(int count, char **arguments, struct table *table)
{
	(void)count;
	(void)arguments;
	if (table->grid.cells > TILES_MOST)
		return -1;
	table->shard.all = chart_lines_size(&table->grid);
	return 0;
}

static void make_lines(const struct table *table)
{
	chart_lines(&table->grid, &table->shard);
}

static int read_house(int count, char **arguments, struct table *table)
{
	if (count < 3 ||
	    !read_number(arguments[1], HOUSE_BOUND_LEAST, HOUSE_BOUND_MOST, &table->bound) ||
	    !read_number(arguments[2], 1, HOUSE_RADIUS_MOST, &table->radius))
		return -1;
	table->kinds = arguments[0];
	table->shard.all = chart_house_size(&table->grid, table->kinds);
	return 3;
}

static void make_house(const struct table *table)
{
	chart_house(&table->grid, table->kinds, &table->shard, table->bound, table->radius);
}

/* Whether there are some letters, equal ones side by side. */
static int are_pieces(const char *pieces)
{
	const size_t count = strlen(pieces);
	for (size_t i = 1; i < count; i++)
		if (pieces[i] < pieces[i - 1])
			return 0;
	return count > 0 && count <= BISHOPS_MOST && pieces[0] >= 'a' && pieces[count - 1] <= 'z';
}

static int read_bishop(int count, char **arguments, struct table *table)
{
	if (count < 3 || !are_pieces(arguments[0]) ||
	    !read_choice(arguments[1], "free", "no-attack", &table->no_attack) ||
	    !read_number(arguments[2], 0, BOUND_MOST, &table->bound))
		return -1;
	table->pieces = arguments[0];
	table->shard.all = chart_bishop_size(&table->grid);
	return 3;
}

static void make_bishop(const struct table *table)
{
	chart_bishop(&table->grid, table->pieces, table->no_attack, &table->shard, table->bound);
}

static int read_exchange(int count, char **arguments, struct table *table)
{
	if (count < 2 || !read_choice(arguments[0], "free", "no-attack", &table->no_attack) ||
	    !read_number(arguments[1], 1, INT_MAX, &table->bound))
		return -1;
	table->shard.all = (uint64_t)table->grid.columns * (uint64_t)(table->grid.rows / 2);
	return 2;
}

static void make_exchange(const struct table *table)
{
	chart_exchange(table->grid.rows, table->grid.columns, table->no_attack, table->bound,
	               &table->shard);
}

static int read_gems(int count, char **arguments, struct table *table)
{
	int any;
	if (count < 2 || table->grid.cells > GEM_CELLS_MOST ||
	    table->grid.columns * (table->grid.rows + 1) > GEM_BITS_MOST ||
	    !read_number(arguments[0], 1, GEM_COLOURS_MOST, &table->colours) ||
	    !read_choice(arguments[1], "full", "any", &any))
		return -1;
	table->full = !any;
	table->shard.all = chart_gems_size(&table->grid, table->colours, table->full);
	return 2;
}

static void make_gems(const struct table *table)
{
	chart_gems(&table->grid, table->colours, table->full, &table->shard);
}

static const struct mode modes[] = {
	{"tilt", TILT_LONGEST, read_tilt, make_tilt},
	{"lines", SIDE_LONGEST, read_lines, make_lines},
	{"house", SIDE_LONGEST, read_house, make_house},
	{"bishop", SIDE_LONGEST, read_bishop, make_bishop},
	{"exchange", EXCHANGE_LONGEST, read_exchange, make_exchange},
	{"gems", SIDE_LONGEST, read_gems, make_gems},
};

static const struct mode *mode_named(const char *name)
{
	for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
		if (strcmp(name, modes[m].name) == 0)
			return &modes[m];
	return NULL;
}

/* Reads MODE SIZE ... [FROM..TO]; returns the mode, NULL if they are wrong. */
static const struct mode *read_table(int count, char **arguments, struct table *table)
{
	int rows, columns;
	const struct mode *mode = count < 2 ? NULL : mode_named(arguments[0]);
	if (mode == NULL)
		return NULL;
	const char *after_rows = read_int(arguments[1], "x", 1, mode->side_longest, &rows);
	if (after_rows == NULL || !read_number(after_rows, 1, mode->side_longest, &columns))
		return NULL;
	if (mode->side_longest <= SIDE_LONGEST)
		grid_init(&table->grid, rows, columns);
	else
		table->grid = (struct grid){.rows = rows, .columns = columns};
	const int read = mode->read(count - 2, arguments + 2, table);
	if (read < 0 || read + 2 > count || table->shard.all == 0)
		return NULL;
	table->shard.to = table->shard.all;
	count -= 2 + read;
	return count == 0 || (count == 1 && read_range(arguments[2 + read], &table->shard)) ? mode
	                                                                                    : NULL;
}

static void print_usage(void)
{
	printf("Usage: chart [size] tilt ROWSxCOLUMNS BLOCKS different|alike BOUND [FROM..TO]\n"
	       "       chart [size] lines ROWSxCOLUMNS [FROM..TO]\n"
	       "       chart [size] house ROWSxCOLUMNS TILES BOUND RADIUS [FROM..TO]\n"
	       "       chart [size] bishop ROWSxCOLUMNS PIECES free|no-attack BOUND [FROM..TO]\n"
	       "       chart [size] exchange ROWSxCOLUMNS free|no-attack STATES [FROM..TO]\n"
	       "       chart [size] gems ROWSxCOLUMNS COLOURS full|any [FROM..TO]\n"
	       "At most %d rows and columns of tilt, %d of exchanges, else %d; %d blocks of "
	       "different colours (%d on up to %d cells), %d tiles (of house %d to %d), "
	       "%d bishops, %d gems of %d colours.\n",
	       TILT_LONGEST, EXCHANGE_LONGEST, SIDE_LONGEST, WORD_LETTERS_PAIRED, WORD_LETTERS_MOST,
	       CELLS_OF_MOST_LETTERS, TILES_MOST, BLOCKS, DIFFERENT_MOST, BISHOPS_MOST,
	       GEM_CELLS_MOST, GEM_COLOURS_MOST);
}

enum { WRONG_ARGUMENTS = 2 };

/* Says in a line that there is no such table. */
static int refuse(int count, char **arguments)
{
	fputs("chart:", stderr);
	for (int i = 0; i < count; i++)
		fprintf(stderr, " %s", arguments[i]);
	fputs(": no such table; chart help lists them\n", stderr);
	return WRONG_ARGUMENTS;
}

int main(int argc, char **argv)
{
	static struct table table;
	const int size = argc > 1 && strcmp(argv[1], "size") == 0;
	if (argc == 2 && strcmp(argv[1], "help") == 0) {
		print_usage();
		return EXIT_SUCCESS;
	}
	const struct mode *mode = read_table(argc - 1 - size, argv + 1 + size, &table);
	if (mode == NULL)
		return refuse(argc - 1, argv + 1);
	if (size)
		printf("%llu\n", (unsigned long long)table.shard.all);
	else
		mode->chart(&table);
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_SUCCESS;
	fputs("chart: standard output could not be written\n", stderr);
	return EXIT_FAILURE;
}
