/* Counts small tables of the atlas again, in the simplest way, to check chart.
 *
 *   recount tilt ROWSxCOLUMNS BLOCKS different|alike [WALLS]
 *   recount lines ROWSxCOLUMNS
 *   recount house ROWSxCOLUMNS TILES
 *   recount bishop ROWSxCOLUMNS PIECES free|no-attack
 *   recount exchange ROWSxCOLUMNS free|no-attack PIECES
 *   recount gems ROWSxCOLUMNS COLOURS full|any
 *
 * WALLS is one layout, its cells as bits. It shares nothing with chart: rules are written again,
 * nothing is bounded or left out. Boards are text. Of tilt and bishop, the search is
 * breadth-first from every start, and boards count as one if their images under the symmetries,
 * with colours renamed in order, have the same first text. Of lines, all ways to fill the board
 * with tiles are searched at once, or all orders of the given ones. Of gems, all texts are tried,
 * and all ways to swap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MOST = 16, TILES_MOST = 6, DIFFERENT_MOST = 10, SUCCESSORS_MOST = 128, NEVER = 1000 };

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

/* ---- the hardest boards of tilt and bishop ---- */

static int pieces;

/* Numbers a position by the cells of its pieces, letter by letter. */
static long number_of(const char *board)
{
	long number = 0;
	for (int letter = 'a'; letter < 'a' + pieces; letter++)
		for (int cell = 0; cell < cells; cell++)
			if (board[cell] == letter)
				number = number * cells + cell;
	return number;
}

static int most;
static struct texts hardest;

/* The first text of a board's images. */
static void first_image(const char *start, const char *goal, char *first)
{
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
		if (s == 0 || memcmp(image, first, sizeof image) < 0)
			memcpy(first, image, sizeof image);
	}
}

/* `both_ways`: a board is the same with start and goal exchanged. */
static void add_board(const char *start, const char *goal, int both_ways)
{
	char first[2 * CELLS_MOST], other[2 * CELLS_MOST];
	first_image(start, goal, first);
	first_image(goal, start, other);
	add_text(&hardest, both_ways && memcmp(other, first, sizeof first) < 0 ? other : first);
}

/* Writes all positions a move away; returns how many. */
typedef int successors_fn(const char *board, char (*next)[CELLS_MOST]);

static void walk_from(const char *start, successors_fn *successors, int both_ways, long *seen,
                      long stamp, char (*queue)[CELLS_MOST])
{
	long count = 1, level_end = 1;
	int depth = 0;
	memcpy(queue[0], start, CELLS_MOST);
	seen[number_of(start)] = stamp;
	for (long i = 0; i < count; i++) {
		char next[SUCCESSORS_MOST][CELLS_MOST];
		if (i == level_end) {
			level_end = count;
			depth++;
		}
		if (depth > most) {
			most = depth;
			hardest.count = 0;
		}
		if (depth == most)
			add_board(start, queue[i], both_ways);
		for (int n = successors(queue[i], next) - 1; n >= 0; n--) {
			long *stamped = &seen[number_of(next[n])];
			if (*stamped == stamp)
				continue;
			*stamped = stamp;
			memcpy(queue[count++], next[n], CELLS_MOST);
		}
	}
}

static void print_hardest(void)
{
	printf("\"most\": %d, \"boards\": %zu\n", most, different_texts(&hardest));
	free(hardest.text);
}

/* ---- tilt ---- */

static int alike;

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

static int tilt_successors(const char *board, char (*next)[CELLS_MOST])
{
	for (int direction = 0; direction < 4; direction++) {
		memcpy(next[direction], board, CELLS_MOST);
		tilt(next[direction], direction);
	}
	return 4;
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
	return floor > pieces;
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
	return count == pieces;
}

/* More than the number of any position. */
static long all_numbers(void)
{
	long all = 1;
	for (int i = 0; i < pieces; i++)
		all *= cells;
	return all;
}

/* Looks at layouts of a range. */
static void recount_tilt(int from, int to)
{
	long positions = all_numbers(), stamp = 0;
	long *seen = allocate((size_t)positions, sizeof *seen);
	char(*queue)[CELLS_MOST] = allocate((size_t)positions, sizeof *queue);
	for (int walls = from; walls < to; walls++) {
		char board[CELLS_MOST], start[CELLS_MOST];
		if (!lay_out(walls, board))
			continue;
		for (int set = 0; set < 1 << cells; set++) {
			memcpy(start, board, sizeof start);
			if (put_blocks(set, start))
				walk_from(start, tilt_successors, 0, seen, ++stamp, queue);
		}
	}
	free(seen);
	free(queue);
	print_hardest();
}

/* ---- bishop ---- */

static int no_attack;

/* The cell a diagonal step away, -1 if there is none. */
static int diagonal(int cell, int direction)
{
	const int r = cell / columns + (direction & 1 ? 1 : -1);
	const int c = cell % columns + (direction & 2 ? 1 : -1);
	return r < 0 || r >= rows || c < 0 || c >= columns ? -1 : r * columns + c;
}

/* Whether no piece sees one of another letter. */
static int is_peaceful(const char *board)
{
	for (int cell = 0; cell < cells; cell++)
		for (int direction = 0; board[cell] >= 'a' && direction < 4; direction++) {
			int to = diagonal(cell, direction);
			while (to >= 0 && board[to] == '.')
				to = diagonal(to, direction);
			if (to >= 0 && board[to] >= 'a' && board[to] != board[cell])
				return 0;
		}
	return 1;
}

static int bishop_successors(const char *board, char (*next)[CELLS_MOST])
{
	int count = 0;
	for (int cell = 0; cell < cells; cell++)
		for (int direction = 0; board[cell] >= 'a' && direction < 4; direction++)
			for (int to = diagonal(cell, direction); to >= 0 && board[to] == '.';
			     to = diagonal(to, direction)) {
				memcpy(next[count], board, CELLS_MOST);
				next[count][to] = board[cell];
				next[count][cell] = '.';
				count += !no_attack || is_peaceful(next[count]);
			}
	return count;
}

/* Whether all floor cells are of one shade. */
static int is_one_shade(const char *board)
{
	int shades = 0;
	for (int cell = 0; cell < cells; cell++)
		if (board[cell] != '#')
			shades |= 1 << (cell / columns + cell % columns) % 2;
	return shades < 3;
}

/* Whether each floor cell is joined to another one, and to a piece. */
static int is_board(const char *board)
{
	char joined[CELLS_MOST] = {0};
	for (int changed = 1; changed;) {
		changed = 0;
		for (int cell = 0; cell < cells; cell++) {
			int beside = 0, join = board[cell] >= 'a';
			if (board[cell] == '#' || joined[cell])
				continue;
			for (int d = 0; d < 4; d++) {
				const int to = diagonal(cell, d);
				beside |= to >= 0 && board[to] != '#';
				join |= to >= 0 && joined[to];
			}
			joined[cell] = beside && join;
			changed |= joined[cell];
		}
	}
	for (int cell = 0; cell < cells; cell++)
		if (board[cell] != '#' && !joined[cell])
			return 0;
	return 1;
}

/* Walks from all boards with these letters in cells from this one on. */
static void put_bishops(char *board, int cell, const char *letters, long *seen, long *stamp,
                        char (*queue)[CELLS_MOST])
{
	if (letters[0] == '\0') {
		if (is_board(board) && (!no_attack || is_peaceful(board)))
			walk_from(board, bishop_successors, 1, seen, ++*stamp, queue);
		return;
	}
	for (; cell < cells; cell++) {
		if (board[cell] != '.')
			continue;
		for (int i = 0; letters[i] != '\0'; i++) {
			char left[CELLS_MOST];
			if (i > 0 && letters[i] == letters[i - 1])
				continue;
			snprintf(left, sizeof left, "%.*s%s", i, letters, letters + i + 1);
			board[cell] = letters[i];
			put_bishops(board, cell + 1, left, seen, stamp, queue);
			board[cell] = '.';
		}
	}
}

static void recount_bishop(const char *letters)
{
	const long positions = all_numbers();
	long stamp = 0;
	long *seen = allocate((size_t)positions, sizeof *seen);
	char(*queue)[CELLS_MOST] = allocate((size_t)positions, sizeof *queue);
	for (int walls = 0; walls < 1 << cells; walls++) {
		char board[CELLS_MOST] = {0};
		for (int cell = 0; cell < cells; cell++)
			board[cell] = walls >> cell & 1 ? '#' : '.';
		if (is_one_shade(board))
			put_bishops(board, 0, letters, seen, &stamp, queue);
	}
	free(seen);
	free(queue);
	print_hardest();
}

/* ---- exchanges ---- */

/* Numbers a position by what is in each cell: nothing, a, b. */
static long number_of_sides(const char *board)
{
	long number = 0;
	for (int cell = 0; cell < cells; cell++)
		number = number * 3 + (board[cell] >= 'a' ? board[cell] - 'a' + 1 : 0);
	return number;
}

static void recount_exchange(void)
{
	long all = 1, count = 1, level_end = 1;
	int depth = 0, found = 0;
	char start[CELLS_MOST] = {0}, goal[CELLS_MOST] = {0};
	for (int cell = 0; cell < cells; cell++) {
		const int mirror = (rows - 1 - cell / columns) * columns + cell % columns;
		start[cell] = cell < pieces ? 'a' : mirror < pieces ? 'b' : '.';
		goal[cell] = cell < pieces ? 'b' : mirror < pieces ? 'a' : '.';
		all *= 3;
	}
	char *seen = allocate((size_t)all, 1);
	char(*queue)[CELLS_MOST] = allocate((size_t)all, sizeof *queue);
	memcpy(queue[0], start, CELLS_MOST);
	seen[number_of_sides(start)] = 1;
	for (long i = 0; i < count && !found; i++) {
		char next[SUCCESSORS_MOST][CELLS_MOST];
		if (i == level_end) {
			level_end = count;
			depth++;
		}
		found = memcmp(queue[i], goal, CELLS_MOST) == 0;
		for (int n = bishop_successors(queue[i], next) - 1; n >= 0; n--) {
			char *known = &seen[number_of_sides(next[n])];
			if (*known)
				continue;
			*known = 1;
			memcpy(queue[count++], next[n], CELLS_MOST);
		}
	}
	if (no_attack && !is_peaceful(start))
		printf("attack\n");
	else if (found)
		printf("\"pieces\": %d, \"moves\": %d}\n", pieces, depth);
	else
		printf("\"pieces\": %d, \"moves\": null}\n", pieces);
	free(seen);
	free(queue);
}

/* ---- lines ---- */

/* Solid sides of the tile in a cell towards up, down, left, right, and the cell there; -1: none.
 */
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

/* The tiles, if they are different and positions are orders of them; else any may be anywhere. */
static char kinds[CELLS_MOST];
static int are_different;

static long all_positions(void)
{
	long orders = 1;
	for (int i = 2; i <= cells; i++)
		orders *= i;
	return are_different ? orders : 1L << 4 * cells;
}

static void spell_tiles(long number, char *tiles)
{
	char left[CELLS_MOST];
	for (int i = 0; are_different && i < cells; i++)
		left[i] = kinds[i];
	for (int cell = 0; cell < cells; cell++) {
		const int base = are_different ? cells - cell : 16;
		const long digit = number % base;
		number /= base;
		tiles[cell] = are_different ? left[digit] : (char)digit;
		for (long i = digit; are_different && i + 1 < base; i++)
			left[i] = left[i + 1];
	}
}

/* How many of the tiles that are not in earlier cells come before that in a cell. */
static int rank_of_tile(const char *tiles, int cell)
{
	int rank = 0, taken[16] = {0};
	for (int earlier = 0; earlier < cell; earlier++)
		taken[(int)tiles[earlier]] = 1;
	for (int i = 0; kinds[i] != tiles[cell]; i++)
		rank += !taken[(int)kinds[i]];
	return rank;
}

static long number_of_tiles(const char *tiles)
{
	long number = 0;
	for (int cell = cells - 1; cell >= 0; cell--)
		number = are_different ? number * (cells - cell) + rank_of_tile(tiles, cell)
		                       : number * 16 + tiles[cell];
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
	const long all = all_positions();
	char *depth = allocate((size_t)all, 1); /* plus 1; 0: not reached */
	char tiles[CELLS_MOST] = {0};
	long found = 0, last = 0;
	for (long number = 0; number < all; number++) {
		spell_tiles(number, tiles);
		depth[number] = (char)is_closed(tiles);
		found += depth[number];
	}
	printf("\"depths\": \"%ld", found);
	for (char d = 1; found > 0; d++) {
		most = d - 1;
		last = found;
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
	printf("\", \"most\": %d, \"boards\": %ld}\n", most, last);
	free(depth);
}

/* Reads a hexadecimal digit for each cell. */
static int read_kinds(const char *digits)
{
	static const char all[] = "0123456789abcdef";
	for (int i = 0; i < cells; i++) {
		const char *digit = digits[i] == '\0' ? NULL : strchr(all, digits[i]);
		if (digit == NULL || strchr(digits + i + 1, *digit) != NULL)
			return 0;
		kinds[i] = (char)(digit - all);
	}
	are_different = 1;
	return cells <= DIFFERENT_MOST && digits[cells] == '\0';
}

/* ---- gems ---- */

/* Marks the cells of runs; returns whether there are any. */
static int find_runs(const char *board, char *run)
{
	int found = 0;
	memset(run, 0, CELLS_MOST);
	for (int cell = 0; cell < cells; cell++)
		for (int down = 0; down < 2; down++) {
			const int step = down ? columns : 1, last = cell + 2 * step;
			if (board[cell] < 'a' ||
			    (down ? last >= cells : cell % columns + 2 >= columns) ||
			    board[cell + step] != board[cell] || board[last] != board[cell])
				continue;
			run[cell] = run[cell + step] = run[last] = 1;
			found = 1;
		}
	return found;
}

static void settle(char *board)
{
	char run[CELLS_MOST];
	while (find_runs(board, run)) {
		for (int cell = 0; cell < cells; cell++)
			if (run[cell])
				board[cell] = '.';
		for (int changed = 1; changed;) {
			changed = 0;
			for (int cell = 0; cell + columns < cells; cell++)
				if (board[cell] != '.' && board[cell + columns] == '.') {
					board[cell + columns] = board[cell];
					board[cell] = '.';
					changed = 1;
				}
		}
	}
}

/* The least number of swaps that clear the board, NEVER if none do. */
static int swaps_to_clear(const char *board)
{
	int least = NEVER, left = 0;
	for (int cell = 0; cell < cells; cell++)
		left += board[cell] != '.';
	for (int cell = 0; cell < cells; cell++)
		for (int down = 0; down < 2; down++) {
			const int other = down ? cell + columns : cell + 1;
			char next[CELLS_MOST], run[CELLS_MOST];
			if ((down ? other >= cells : other % columns == 0) || board[cell] == '.' ||
			    board[other] == '.' || board[cell] == board[other])
				continue;
			memcpy(next, board, sizeof next);
			next[cell] = board[other];
			next[other] = board[cell];
			if (!find_runs(next, run))
				continue;
			settle(next);
			const int swaps = 1 + swaps_to_clear(next);
			if (swaps < least)
				least = swaps;
		}
	return left == 0 ? 0 : least;
}

/* Names colours in the order in which they appear, mirrored or not. Returns how many there are. */
static int name_colours(const char *board, int mirrored, char *out)
{
	char name[256] = {0}, next = 'a';
	memset(out, 0, CELLS_MOST);
	for (int cell = 0; cell < cells; cell++) {
		const char content = board[mirrored ? image_of(2, cell) : cell];
		char *to = &name[(unsigned char)content];
		if (content >= 'a' && *to == 0)
			*to = next++;
		out[cell] = content < 'a' ? content : *to;
	}
	return next - 'a';
}

static void recount_gems(int colours, int full)
{
	long boards = 0, cleared = 0, all = 1, at[CELLS_MOST] = {0};
	for (int cell = 0; cell < cells; cell++)
		all *= colours + 1;
	for (long number = 0; number < all; number++) {
		char board[CELLS_MOST] = {0}, named[CELLS_MOST], mirror[CELLS_MOST],
		     run[CELLS_MOST];
		int wrong = 0;
		for (long cell = 0, rest = number; cell < cells; cell++, rest /= colours + 1)
			board[cell] =
				(char)(rest % (colours + 1) == 0 ? '.'
			                                         : 'a' - 1 + rest % (colours + 1));
		for (int cell = 0; cell < cells; cell++)
			wrong |= board[cell] == '.' &&
			         (full || (cell >= columns && board[cell - columns] != '.'));
		if (wrong || name_colours(board, 0, named) != colours)
			continue;
		name_colours(board, 1, mirror);
		if (memcmp(board, named, CELLS_MOST) != 0 ||
		    memcmp(mirror, board, CELLS_MOST) < 0 || find_runs(board, run))
			continue;
		const int swaps = swaps_to_clear(board);
		boards++;
		if (swaps >= CELLS_MOST)
			continue;
		cleared++;
		at[swaps]++;
		if (swaps > most)
			most = swaps;
	}
	printf("\"positions\": %ld, \"cleared\": %ld, \"depths\": \"", boards, cleared);
	for (int d = 0; d <= most; d++)
		printf("%s%ld", d == 0 ? "" : " ", at[d]);
	printf("\", \"most\": %d, \"boards\": %ld}\n", most, at[most]);
}

/* Counts what the words after the mode and the size say; returns 0 if they are no table. */
static int recount(const char *mode, int words, char **word)
{
	if (strcmp(mode, "tilt") == 0 && (words == 2 || words == 3)) {
		const int walls = words == 3 ? atoi(word[2]) : 0;
		pieces = atoi(word[0]);
		alike = strcmp(word[1], "alike") == 0;
		recount_tilt(walls, words == 3 ? walls + 1 : 1 << cells);
	} else if ((strcmp(mode, "lines") == 0 && words == 0 && cells <= TILES_MOST) ||
	           (strcmp(mode, "house") == 0 && words == 1 && read_kinds(word[0]))) {
		recount_lines();
	} else if (strcmp(mode, "bishop") == 0 && words == 2) {
		pieces = (int)strlen(word[0]);
		no_attack = strcmp(word[1], "no-attack") == 0;
		recount_bishop(word[0]);
	} else if (strcmp(mode, "exchange") == 0 && words == 2 &&
	           atoi(word[1]) <= rows / 2 * columns) {
		pieces = atoi(word[1]);
		no_attack = strcmp(word[0], "no-attack") == 0;
		recount_exchange();
	} else if (strcmp(mode, "gems") == 0 && words == 2) {
		recount_gems(atoi(word[0]), strcmp(word[1], "full") == 0);
	} else {
		return 0;
	}
	return 1;
}

int main(int argc, char **argv)
{
	if (argc > 2 && sscanf(argv[2], "%dx%d", &rows, &columns) == 2 && rows > 0 && columns > 0 &&
	    rows <= CELLS_MOST / columns) {
		cells = rows * columns;
		if (recount(argv[1], argc - 3, argv + 3))
			return EXIT_SUCCESS;
	}
	fputs("Usage: recount tilt ROWSxCOLUMNS BLOCKS different|alike [WALLS]\n"
	      "       recount lines ROWSxCOLUMNS\n"
	      "       recount house ROWSxCOLUMNS TILES\n"
	      "       recount bishop ROWSxCOLUMNS PIECES free|no-attack\n"
	      "       recount exchange ROWSxCOLUMNS free|no-attack PIECES\n"
	      "       recount gems ROWSxCOLUMNS COLOURS full|any\n",
	      stderr);
	return EXIT_FAILURE;
}
