#include "chart.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

void *chart_alloc(size_t count, size_t size)
{
	void *memory = calloc(count, size);
	if (memory == NULL && count > 0) {
		fputs("chart: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return memory;
}

/* A table, and the part of it that is wanted. */
struct table {
	struct grid grid;
	int is_tilt, blocks, alike, bound;
	struct shard shard;
};

/* Reads FROM..TO, both within the table. */
static int read_range(const char *argument, struct shard *shard)
{
	unsigned long long from, to;
	char end;
	if (sscanf(argument, "%llu..%llu%c", &from, &to, &end) != 2 || from > to || to > shard->all)
		return 0;
	shard->from = from;
	shard->to = to;
	return 1;
}

static int read_number(const char *argument, int *number)
{
	char end;
	return sscanf(argument, "%d%c", number, &end) == 1;
}

/* Reads what follows the size; returns how many arguments that is, 0 if they are wrong. */
static int read_tilt(int count, char **arguments, struct table *table)
{
	table->is_tilt = 1;
	table->shard.all = table->grid.every + 1;
	if (count < 3 || !read_number(arguments[0], &table->blocks) || table->blocks < 1 ||
	    table->blocks >= table->grid.cells || !read_number(arguments[2], &table->bound) ||
	    table->bound < 0 || table->bound > BOUND_MOST)
		return 0;
	table->alike = strcmp(arguments[1], "alike") == 0;
	if (!table->alike &&
	    (strcmp(arguments[1], "different") != 0 || table->blocks > WORD_LETTERS_MOST))
		return 0;
	return 3;
}

/* Reads MODE SIZE ... [FROM..TO]. */
static int read_table(int count, char **arguments, struct table *table)
{
	int rows, columns, read = 2;
	char end;
	if (count < 2 || sscanf(arguments[1], "%dx%d%c", &rows, &columns, &end) != 2 || rows < 1 ||
	    rows > SIDE_LONGEST || columns < 1 || columns > SIDE_LONGEST)
		return 0;
	grid_init(&table->grid, rows, columns);
	if (strcmp(arguments[0], "tilt") == 0) {
		const int more = read_tilt(count - 2, arguments + 2, table);
		if (more == 0)
			return 0;
		read += more;
	} else if (strcmp(arguments[0], "lines") == 0 && table->grid.cells <= TILES_MOST) {
		table->shard.all = chart_lines_size(&table->grid);
	} else {
		return 0;
	}
	table->shard.to = table->shard.all;
	return read == count || (read + 1 == count && read_range(arguments[read], &table->shard));
}

int main(int argc, char **argv)
{
	static struct table table;
	const int size = argc > 1 && strcmp(argv[1], "size") == 0;
	if (!read_table(argc - 1 - size, argv + 1 + size, &table)) {
		fprintf(stderr,
		        "Usage: chart [size] tilt ROWSxCOLUMNS BLOCKS different|alike BOUND "
		        "[FROM..TO]\n"
		        "       chart [size] lines ROWSxCOLUMNS [FROM..TO]\n"
		        "At most %d rows, columns, and %d blocks of different colours, "
		        "or %d tiles.\n",
		        SIDE_LONGEST, WORD_LETTERS_MOST, TILES_MOST);
		return EXIT_FAILURE;
	}
	if (size)
		printf("%llu\n", (unsigned long long)table.shard.all);
	else if (table.is_tilt)
		chart_tilt(&table.grid, table.blocks, table.alike, &table.shard, table.bound);
	else
		chart_lines(&table.grid, &table.shard);
	return EXIT_SUCCESS;
}
