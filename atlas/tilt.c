/* The tilt atlas: of all boards of a size with so many blocks, those that need the most moves.
 *
 * Layouts are taken once of each set of images under the grid's symmetries. Blocks of different
 * colours may be renamed, so a start may be taken to have its colours in order. A board's minimum
 * is 1 plus the distance from the classes of its start to the class whose last move makes its
 * goal.
 *
 * Bounds of how far the classes of a layout reach, bounds.h, are mostly below what is already
 * known. Only where they are not, a walk from each start in question follows; it counts exactly.
 */
#include <stdlib.h>
#include <string.h>

#include "bounds.h"

/* A board, as text: the start's cells, then the goal's. */
struct board {
	char text[BOARD_TEXT];
};

struct search {
	const struct grid *grid;
	struct classes classes;
	struct walk walk;
	struct bounds bounds;
	int want; /* moves that boards of interest need at least; rises with the record */

	uint64_t layouts;
	struct record record;
};

/* ---- boards ---- */

/* Writes the board's image under a symmetry; colours are named in the order of the start. */
static void board_image(const struct grid *grid, int symmetry, const struct board *board,
                        struct board *image)
{
	char name[256] = {['.'] = '.', ['#'] = '#'};
	char next = 'a';
	*image = (struct board){{0}};
	for (int cell = 0; cell < grid->cells; cell++) {
		image->text[grid->image[symmetry][cell]] = board->text[cell];
		image->text[grid->cells + grid->image[symmetry][cell]] =
			board->text[grid->cells + cell];
	}
	for (int i = 0; i < 2 * grid->cells; i++) {
		char *letter = &name[(unsigned char)image->text[i]];
		if (*letter == '\0')
			*letter = next++;
		image->text[i] = *letter;
	}
}

static int compare_boards(const struct grid *grid, const struct board *a, const struct board *b)
{
	return memcmp(a->text, b->text, 2 * (size_t)grid->cells);
}

/* Whether no image of the board on the same layout comes before it. */
static bool is_first_image(const struct search *search, const struct board *board)
{
	const struct grid *grid = search->grid;
	for (int s = 1; s < grid->symmetries; s++) {
		struct board image;
		if (!grid_keeps(search->grid, s, search->classes.walls))
			continue;
		board_image(grid, s, board, &image);
		if (compare_boards(grid, &image, board) < 0)
			return false;
	}
	return true;
}

/* Draws blocks in their cells, with the letters of a word in the cells' order. */
static void draw(const struct search *search, cell_set occupied, uint64_t number, char *text)
{
	uint8_t word[WORD_LETTERS_MOST] = {0};
	if (!search->classes.alike)
		word_spell(&search->walk.words, number, word);
	int block = 0;
	for (int cell = 0; cell < search->grid->cells; cell++)
		text[cell] = search->classes.walls >> cell & 1 ? '#' : '.';
	for (; occupied != 0; occupied &= occupied - 1)
		text[first_cell(occupied)] =
			(char)('a' + (search->classes.alike ? 0 : word[block++]));
}

/* A board that needs so many moves. */
static void take(struct search *search, cell_set start, cell_set goal, uint64_t word, int moves)
{
	struct board board = {{0}};
	draw(search, start, 0, board.text);
	draw(search, goal, word, board.text + search->grid->cells);
	record_raise(&search->record, moves);
	search->want = search->record.most;
	if (is_first_image(search, &board))
		record_add(&search->record, board.text);
}

/* Takes all boards from a start to the position of a class, with a word of the current level,
 * packed to a side. */
static void take_goal(struct search *search, cell_set start, uint32_t node, uint64_t word, int side,
                      int moves)
{
	const int axis = node < search->classes.first[VERTICAL] ? HORIZONTAL : VERTICAL;
	const struct class_node *from = &search->classes.nodes[node];
	const struct class_edge *edge = &from->edge[side];
	const struct class_node *other = &search->classes.nodes[edge->to];
	const cell_set turned = axis_turn(&search->classes.axis[axis], from->packed[side]);
	struct walk *walk = &search->walk;
	const uint64_t turned_word = word_permuted(&walk->words, edge->permutation, word);
	if (side == HIGH && from->packed[HIGH] == from->packed[LOW])
		return;
	/* The last move may also be on the other axis, sooner; boards of both count once. */
	if ((turned == other->packed[LOW] || turned == other->packed[HIGH]) &&
	    walk_has(walk, &walk->reached, edge->to, turned_word) &&
	    (axis == VERTICAL || !walk_has(walk, &walk->current, edge->to, turned_word)))
		return;
	const cell_set goal = axis == HORIZONTAL ? from->packed[side] : turned;
	const uint64_t goal_word = axis == HORIZONTAL ? word : turned_word;
	if (goal != start || goal_word != 0)
		take(search, start, goal, goal_word, moves);
}

/* Takes all boards from a start that need one move more than the current level. */
static void take_goals(struct search *search, cell_set start, int moves)
{
	const struct walk *walk = &search->walk;
	for (uint32_t i = 0; i < walk->active_count; i++) {
		const uint32_t node = walk->active[i];
		const uint64_t *current = walk_set(walk, &walk->current, node);
		for (size_t j = 0; j < walk->wide; j++)
			for (uint64_t rest = current[j]; rest != 0; rest &= rest - 1) {
				const uint64_t word = 64 * j + (uint64_t)first_cell(rest);
				take_goal(search, start, node, word, LOW, moves);
				take_goal(search, start, node, word, HIGH, moves);
			}
	}
}

/* ---- starts ---- */

/* Walks from a start, whose classes are given, and takes the boards of interest. */
static void take_start(struct search *search, cell_set start, const uint32_t class[AXES])
{
	const struct axis *axis = &search->classes.axis[HORIZONTAL];
	struct walk *walk = &search->walk;
	uint64_t vertical = 0;
	if (!search->classes.alike)
		vertical = word_permuted(&walk->words, axis_permutation(axis, start), 0);
	walk_begin(walk, NULL);
	walk_reach(walk, class[HORIZONTAL], 0);
	walk_reach(walk, class[VERTICAL], vertical);
	for (int level = 0; walk_next(walk); level++)
		if (level + 1 >= search->want)
			take_goals(search, start, level + 1);
}

/* The next set with as many cells (Gosper's hack, HAKMEM item 175); past 2^cells after the last.
 */
static cell_set next_set(cell_set set)
{
	const cell_set lowest = set & -set, ripple = set + lowest;
	return ripple | ((set ^ ripple) >> 2) / lowest;
}

/* Whether no image of the start on the same layout comes before it. */
static bool is_first_start(const struct search *search, cell_set start)
{
	for (int s = 1; s < search->grid->symmetries; s++) {
		const cell_set image = grid_image(search->grid, s, start);
		const cell_set differ = image ^ start;
		/* A free cell comes before a block. */
		if (grid_keeps(search->grid, s, search->classes.walls) &&
		    (start & differ & -differ) != 0)
			return false;
	}
	return true;
}

/* Looks at all starts of a layout. */
static void take_starts(struct search *search)
{
	const struct classes *classes = &search->classes;
	const struct axis *axis = &classes->axis[HORIZONTAL];
	const cell_set end = UINT64_C(1) << search->grid->cells;
	for (cell_set start = (UINT64_C(1) << classes->blocks) - 1; start < end;
	     start = next_set(start)) {
		if (start & classes->walls)
			continue;
		const uint32_t class[AXES] = {class_of(classes, HORIZONTAL, start),
		                              class_of(classes, VERTICAL, axis_turn(axis, start))};
		if (bounds_of_start(&search->bounds, class) + 1 >= search->want &&
		    is_first_start(search, start))
			take_start(search, start, class);
	}
}

static void look_at_layout(struct search *search, cell_set walls)
{
	search->layouts++;
	classes_build(&search->classes, walls);
	if (bounds_find(&search->bounds, search->want - 1) + 1 >= search->want)
		take_starts(search);
}

/* ---- layouts ---- */

/* Whether this is one of the layouts to look at: every floor cell has a floor cell beside it,
 * there is room for a move, and no image has a lower number. */
static bool is_wanted(const struct grid *grid, cell_set walls, int blocks)
{
	const cell_set floor = grid->every & ~walls;
	if (count_cells(floor) <= blocks || (floor & ~grid_beside(grid, floor)) != 0)
		return false;
	for (int s = 1; s < grid->symmetries; s++)
		if (grid_image(grid, s, walls) < walls)
			return false;
	return true;
}

static void print_shard(const struct search *search, const struct shard *shard, int bound)
{
	const struct grid *grid = search->grid;
	char key[128];
	snprintf(key, sizeof key,
	         "{\"atlas\": \"tilt\", \"rows\": %d, \"columns\": %d, \"blocks\": %d, "
	         "\"colours\": \"%s\"",
	         grid->rows, grid->columns, search->classes.blocks,
	         search->classes.alike ? "alike" : "different");
	shard_print(shard, key);
	printf("\"bound\": %d, \"layouts\": %llu, ", bound, (unsigned long long)search->layouts);
	record_print(&search->record, grid, key);
}

void chart_tilt(const struct grid *grid, int blocks, int alike, const struct shard *shard,
                int bound)
{
	struct search *search = chart_alloc(1, sizeof *search);
	search->grid = grid;
	search->want = bound;
	search->record.most = -1;
	classes_init(&search->classes, grid, blocks, alike);
	walk_init(&search->walk, &search->classes, alike ? 0 : blocks / 2);
	bounds_init(&search->bounds, grid, &search->classes, &search->walk);
	for (uint64_t i = shard->from; i < shard->to; i++) {
		/* An odd factor: each layout once, and any range a fair sample of all. */
		const cell_set walls = i * UINT64_C(0x9E3779B97F4A7C15) & grid->every;
		if (is_wanted(grid, walls, blocks))
			look_at_layout(search, walls);
	}
	print_shard(search, shard, bound);
	bounds_free(&search->bounds);
	walk_free(&search->walk);
	classes_free(&search->classes);
	free(search);
}
