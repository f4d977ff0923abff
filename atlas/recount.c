/* Counts small tables of the atlas again, in the simplest way, to check chart.
 *
 *   recount tilt ROWSxCOLUMNS BLOCKS different|alike
 *   recount lines ROWSxCOLUMNS
 *
 * It shares nothing with chart: rules are written again, nothing is bounded or left out. Of tilt,
 * boards are text, the search is breadth-first from every start, and boards count as one if their
 * images under the symmetries, with colours renamed in order, have the same first text. Of lines,
 * all ways to fill the board with tiles are searched at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MOST = 16, TILES_MOST = 6 };

static int rows, columns, cells;

static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count, size);
	if (memory == NULL) {
		fputs("recount: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return memory;
}

/* ---- symmetries ---- */

/* The cell to which a symmetry, 0 to 7, moves a cell; 4 to 7 are for squares. */
static int image_of(int symmetry, int cell)
{
	int r = cell / columns, c = cell % columns;
	if (symmetry & 1)
		r = rows - 1 - r;
	if (symmetry & 2)
		c = columns - 1 - c;
	return symmetry & 4 ? c * columns + r : r * columns + c;
}

static int symmetries(void)
{
	return rows == columns ? 8 : 4;
}

/* ---- a set of texts ---- */

struct texts {
	char (*text)[2 * CELLS_MOST];
	size_t count, room;
};

static void add_text(struct texts *set, const char *text)
{
	if (set->count == set->room) {
		set->room = 2 * set->room + 1000;
		set->text = realloc(set->text, set->room * sizeof *set->text);
		if (set->text == NULL)
			exit(EXIT_FAILURE);
	}
	memcpy(set->text[set->count++], text, sizeof *set->text);
}

static int compare_texts(const void *a, const void *b)
{
	return memcmp(a, b, 2 * CELLS_MOST);
}

static size_t different_texts(struct texts *set)
{
	size_t different = set->count > 0;
	if (set->count > 0)
		qsort(set->text, set->count, sizeof *set->text, compare_texts);
	for (size_t i = 1; i < set->count; i++)
		different += compare_texts(set->text[i - 1], set->text[i]) != 0;
	return different;
}

/* ---- tilt ---- */

static int blocks, alike;

/* Slides all blocks up, down, left or right: 0 to 3. */
static void tilt(char *board, int direction)
{
	const int step = direction == 0   ? -columns
	                 : direction == 1 ? columns
	                 : direction == 2 ? -1
	                                  : 1;
	for (int changed = 1; changed;) {
		changed = 0;
		for (int cell = 0; cell < cells; cell++) {
			const int to = cell + step;
			const int on_board = direction < 2
			                             ? to >= 0 && to < cells
			                             : to >= 0 && to / columns == cell / columns;
			if (board[cell] >= 'a' && on_board && board[to] == '.') {
				board[to] = board[cell];
				board[cell] = '.';
				changed = 1;
			}
		}
	}
}

static long number_of(const char *board)
{
	long number = 0;
	for (int cell = 0; cell < cells; cell++)
		number = number * (blocks + 1) + (board[cell] >= 'a' ? board[cell] - 'a' + 1 : 0);
	return number;
}

static int most;
static struct texts hardest;

static void add_board(const char *start, const char *goal)
{
	char first[2 * CELLS_MOST] = {0};
	for (int s = 0; s < symmetries(); s++) {
		char image[2 * CELLS_MOST] = {0}, name[256] = {0}, next = 'a';
		for (int cell = 0; cell < cells; cell++) {
			image[image_of(s, cell)] = start[cell];
			image[cells + image_of(s, cell)] = goal[cell];
		}
		for (int i = 0; i < 2 * cells; i++) {
			char *to = &name[(unsigned char)image[i]];
			if (image[i] < 'a')
				continue;
			if (*to == 0)
				*to = next++;
			image[i] = *to;
		}
		if (s == 0 || memcmp(image, first, sizeof first) < 0)
			memcpy(first, image, sizeof first);
	}
	add_text(&hardest, first);
}

static void tilt_from(const char *start, long *seen, long stamp, char (*queue)[CELLS_MOST])
{
	long count = 1, level_end = 1;
	int depth = 0;
	memcpy(queue[0], start, CELLS_MOST);
	seen[number_of(start)] = stamp;
	for (long i = 0; i < count; i++) {
		if (i == level_end) {
			level_end = count;
			depth++;
		}
		if (depth > most) {
			most = depth;
			hardest.count = 0;
		}
		if (depth == most)
			add_board(start, queue[i]);
		for (int direction = 0; direction < 4; direction++) {
			memcpy(queue[count], queue[i], CELLS_MOST);
			tilt(queue[count], direction);
			if (seen[number_of(queue[count])] != stamp) {
				seen[number_of(queue[count])] = stamp;
				count++;
			}
		}
	}
}

static int is_beside_floor(const char *board, int cell)
{
	return (cell >= columns && board[cell - columns] != '#') ||
	       (cell + columns < cells && board[cell + columns] != '#') ||
	       (cell % columns > 0 && board[cell - 1] != '#') ||
	       (cell % columns < columns - 1 && board[cell + 1] != '#');
}

/* Draws walls; false if a floor cell stands alone, or too few are left. */
static int lay_out(int walls, char *board)
{
	int floor = 0;
	memset(board, 0, CELLS_MOST);
	for (int cell = 0; cell < cells; cell++)
		board[cell] = walls >> cell & 1 ? '#' : '.';
	for (int cell = 0; cell < cells; cell++) {
		if (board[cell] == '#')
			continue;
		if (!is_beside_floor(board, cell))
			return 0;
		floor++;
	}
	return floor > blocks;
}

/* Puts blocks into a set of cells; false if these are others than are free, or too many or few. */
static int put_blocks(int set, char *board)
{
	int count = 0;
	for (int cell = 0; cell < cells; cell++) {
		if ((set >> cell & 1) == 0)
			continue;
		if (board[cell] != '.')
			return 0;
		board[cell] = (char)(alike ? 'a' : 'a' + count);
		count++;
	}
	return count == blocks;
}

static void recount_tilt(void)
{
	long positions = 1, stamp = 0;
	for (int cell = 0; cell < cells; cell++)
		positions *= blocks + 1;
	long *seen = allocate((size_t)positions, sizeof *seen);
	char(*queue)[CELLS_MOST] = allocate((size_t)positions + 1, sizeof *queue);
	for (int walls = 0; walls < 1 << cells; walls++) {
		char board[CELLS_MOST], start[CELLS_MOST];
		if (!lay_out(walls, board))
			continue;
		for (int set = 0; set < 1 << cells; set++) {
			memcpy(start, board, sizeof start);
			if (put_blocks(set, start))
				tilt_from(start, seen, ++stamp, queue);
		}
	}
	free(seen);
	free(queue);
	printf("\"most\": %d, \"boards\": %zu\n", most, different_texts(&hardest));
	free(hardest.text);
}

/* ---- lines ---- */

/* Solid sides of the tile in a cell towards up, down, left, right, and the cell there; -1: none. */
static int is_solid(const char *tiles, int cell, int direction)
{
	static const int side[4] = {1, 4, 8, 2};
	return (tiles[cell] & side[direction]) != 0;
}

static int neighbour(int cell, int direction)
{
	const int r = cell / columns + (direction == 1) - (direction == 0);
	const int c = cell % columns + (direction == 3) - (direction == 2);
	return r < 0 || r >= rows || c < 0 || c >= columns ? -1 : r * columns + c;
}

/* Whether every group is closed: no solid side touches the border or an open side. */
static int is_closed(const char *tiles)
{
	for (int cell = 0; cell < cells; cell++)
		for (int direction = 0; direction < 4; direction++) {
			const int beside = neighbour(cell, direction);
			if (is_solid(tiles, cell, direction) &&
			    (beside < 0 || !is_solid(tiles, beside, direction ^ 1)))
				return 0;
		}
	return 1;
}

static void spell_tiles(long number, char *tiles)
{
	for (int cell = 0; cell < cells; cell++, number /= 16)
		tiles[cell] = (char)(number % 16);
}

static long number_of_tiles(const char *tiles)
{
	long number = 0;
	for (int cell = cells - 1; cell >= 0; cell--)
		number = number * 16 + tiles[cell];
	return number;
}

/* Slides a row or a column by one; a tile that leaves the board comes in at its other end. */
static long slide(const char *tiles, int is_row, int line, int back)
{
	char after[CELLS_MOST];
	const int length = is_row ? columns : rows;
	memcpy(after, tiles, sizeof after);
	for (int i = 0; i < length; i++) {
		const int to = (i + (back ? length - 1 : 1)) % length;
		if (is_row)
			after[line * columns + to] = tiles[line * columns + i];
		else
			after[to * columns + line] = tiles[i * columns + line];
	}
	return number_of_tiles(after);
}

static void recount_lines(void)
{
	const long all = 1L << 4 * cells;
	char *depth = allocate((size_t)all, 1); /* plus 1; 0: not reached */
	char tiles[CELLS_MOST] = {0};
	long found = 0;
	for (long number = 0; number < all; number++) {
		spell_tiles(number, tiles);
		depth[number] = (char)is_closed(tiles);
		found += depth[number];
	}
	printf("\"depths\": \"%ld", found);
	for (char d = 1; found > 0; d++) {
		found = 0;
		for (long number = 0; number < all; number++) {
			if (depth[number] != d)
				continue;
			spell_tiles(number, tiles);
			for (int i = 0; i < 2 * (rows + columns); i++) {
				const int line = i / 2, is_row = line < rows;
				char *next = &depth[slide(tiles, is_row,
				                          is_row ? line : line - rows, i % 2)];
				if (*next != 0)
					continue;
				*next = (char)(d + 1);
				found++;
			}
		}
		if (found > 0)
			printf(" %ld", found);
	}
	printf("\"\n");
	free(depth);
}

int main(int argc, char **argv)
{
	if (argc > 2 && sscanf(argv[2], "%dx%d", &rows, &columns) == 2 && rows > 0 && columns > 0) {
		cells = rows * columns;
		if (argc == 5 && strcmp(argv[1], "tilt") == 0 && cells <= CELLS_MOST) {
			blocks = atoi(argv[3]);
			alike = strcmp(argv[4], "alike") == 0;
			recount_tilt();
			return EXIT_SUCCESS;
		}
		if (argc == 3 && strcmp(argv[1], "lines") == 0 && cells <= TILES_MOST) {
			recount_lines();
			return EXIT_SUCCESS;
		}
	}
	fputs("Usage: recount tilt ROWSxCOLUMNS BLOCKS different|alike\n"
	      "       recount lines ROWSxCOLUMNS\n",
	      stderr);
	return EXIT_FAILURE;
}
