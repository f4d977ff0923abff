/* The tilt atlas: of all boards of a size with so many blocks, those that need the most moves.
 *
 * Layouts are taken once of each set of images under the grid's symmetries. Blocks of different
 * colours may be renamed, so a start may be taken to have its colours in order. A board's minimum
 * is 1 plus the distance from the classes of its start to the class whose last move makes its
 * goal.
 *
 * Bounds of how far the classes of a layout reach, bounds.h, are mostly below what is already
 * known. Only where they are not, a walk from each start in question follows; it counts exactly.
 *
 * Of very many blocks all words are too many to be numbered, or to be bounded. Where some blocks
 * stay in their cells after the first moves, stays.h, bounds and walks are of the others only, on
 * the layout that has walls there. */
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "stays.h"

/* A board, as text: the start's cells, then the goal's. */
struct board {
	char text[BOARD_TEXT];
};

/* A layout and its walk, and bounds of how far that goes. */
struct space {
	struct classes classes;
	struct walk walk;
	struct bounds bounds;
};

struct search {
	const struct grid *grid;
	struct space space;
	int want; /* moves that boards of interest need at least; rises with the record */

	/* If words are numbered as they are met: the blocks that stay from each class on; the
	 * layout of `space` with walls in their place, without blocks if there is none yet. */
	cell_set *stays;
	struct space moving;

	uint64_t layouts;
	struct record record;
};

static void space_init(struct space *space, const struct grid *grid, int blocks, int alike)
{
	classes_init(&space->classes, grid, blocks, alike);
	walk_init(&space->walk, &space->classes, alike ? 0 : blocks / 2);
	bounds_init(&space->bounds, grid, &space->classes, &space->walk);
}

static void space_free(struct space *space)
{
	bounds_free(&space->bounds);
	walk_free(&space->walk);
	classes_free(&space->classes);
}

/* Boards of one start, and where to walk for their goals. */
struct boards {
	struct space *space;
	char start[CELLS_MOST], rest[CELLS_MOST]; /* as text; `rest` has all but what moves */
	uint8_t letter[WORD_LETTERS_MOST];        /* of the start, for each letter of the walk */
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
		if (!grid_keeps(search->grid, s, search->space.classes.walls))
			continue;
		board_image(grid, s, board, &image);
		if (compare_boards(grid, &image, board) < 0)
			return false;
	}
	return true;
}

/* Draws the goal with blocks in these cells, with the letters of a word in the cells' order. */
static void draw_goal(const struct boards *boards, cell_set occupied, uint64_t number, char *text)
{
	const struct classes *classes = &boards->space->classes;
	uint8_t word[WORD_LETTERS_MOST] = {0};
	if (!classes->alike)
		word_spell(&boards->space->walk.words, number, word);
	memcpy(text, boards->rest, (size_t)classes->grid->cells);
	for (int block = 0; occupied != 0; occupied &= occupied - 1, block++)
		text[first_cell(occupied)] =
			(char)('a' + (classes->alike ? 0 : boards->letter[word[block]]));
}

/* The board of that goal needs so many moves. */
static void take(struct search *search, const struct boards *boards, cell_set goal, uint64_t word,
                 int moves)
{
	const size_t cells = (size_t)search->grid->cells;
	struct board board = {{0}};
	memcpy(board.text, boards->start, cells);
	draw_goal(boards, goal, word, board.text + cells);
	if (memcmp(board.text, board.text + cells, cells) == 0)
		return;
	record_raise(&search->record, moves);
	search->want = search->record.most;
	if (is_first_image(search, &board))
		record_add(&search->record, board.text);
}

/* Takes the board with the goal that is the position of a class, with a word of the current level,
 * packed to a side. */
static void take_goal(struct search *search, const struct boards *boards, uint32_t node,
                      uint64_t word, int side, int moves)
{
	const struct classes *classes = &boards->space->classes;
	const int axis = node < classes->first[VERTICAL] ? HORIZONTAL : VERTICAL;
	const struct class_node *from = &classes->nodes[node];
	const struct class_edge *edge = &from->edge[side];
	const struct class_node *other = &classes->nodes[edge->to];
	const cell_set turned = axis_turn(&classes->axis[axis], from->packed[side]);
	struct walk *walk = &boards->space->walk;
	const uint64_t turned_word = word_permuted(&walk->words, edge->permutation, word);
	if (side == HIGH && from->packed[HIGH] == from->packed[LOW])
		return;
	/* The last move may also be on the other axis, sooner; boards of both count once. */
	if ((turned == other->packed[LOW] || turned == other->packed[HIGH]) &&
	    walk_has(walk, &walk->reached, edge->to, turned_word) &&
	    (axis == VERTICAL || !walk_has(walk, &walk->current, edge->to, turned_word)))
		return;
	const cell_set goal = axis == HORIZONTAL ? from->packed[side] : turned;
	take(search, boards, goal, axis == HORIZONTAL ? word : turned_word, moves);
}

/* Takes all boards that need one move more than the current level. */
static void take_goals(struct search *search, const struct boards *boards, int moves)
{
	const struct walk *walk = &boards->space->walk;
	for (uint32_t i = 0; i < walk->active_count; i++) {
		const uint32_t node = walk->active[i];
		const uint64_t *current = walk_set(walk, &walk->current, node);
		for (size_t j = 0; j < walk->wide; j++)
			for (uint64_t rest = current[j]; rest != 0; rest &= rest - 1) {
				const uint64_t word = 64 * j + (uint64_t)first_cell(rest);
				take_goal(search, boards, node, word, LOW, moves);
				take_goal(search, boards, node, word, HIGH, moves);
			}
	}
}

/* ---- starts ---- */

/* Where a walk begins. */
struct seed {
	uint64_t word;
	uint32_t node;
	int moves; /* to get there */
};

/* Walks from some seeds, and takes the boards of interest. */
static void take_reached(struct search *search, const struct boards *boards,
                         const struct seed *seeds, int count)
{
	struct walk *walk = &boards->space->walk;
	bool more = true;
	walk_begin(walk, NULL);
	for (int level = 0; more; level++) {
		for (int i = 0; i < count; i++)
			if (seeds[i].moves == level)
				walk_reach(walk, seeds[i].node, seeds[i].word);
		more = walk_next(walk) || level < ENTRY_MOVES_MOST;
		if (level + 1 >= search->want)
			take_goals(search, boards, level + 1);
	}
}

/* Begins the boards of a start that has its letters in order. */
static void begin_boards(struct search *search, cell_set start, struct boards *boards)
{
	const struct classes *classes = &search->space.classes;
	int block = 0;
	*boards = (struct boards){.space = &search->space};
	for (int cell = 0; cell < search->grid->cells; cell++) {
		const bool occupied = start >> cell & 1;
		boards->rest[cell] = classes->walls >> cell & 1 ? '#' : '.';
		boards->start[cell] =
			occupied ? (char)('a' + (classes->alike ? 0 : block)) : boards->rest[cell];
		block += occupied;
	}
	for (int i = 0; i < WORD_LETTERS_MOST; i++)
		boards->letter[i] = (uint8_t)i;
}

/* Takes the boards of a start with all blocks. */
static void take_start(struct search *search, cell_set start)
{
	struct space *space = &search->space;
	const struct axis *axis = &space->classes.axis[HORIZONTAL];
	struct seed seed[AXES] = {{0}};
	struct boards boards;
	begin_boards(search, start, &boards);
	for (int a = 0; a < AXES; a++)
		seed[a].node = class_at(&space->classes, a, start);
	if (!space->classes.alike)
		seed[VERTICAL].word =
			word_permuted(&space->walk.words, axis_permutation(axis, start), 0);
	take_reached(search, &boards, seed, AXES);
}

/* ---- blocks that stay ---- */

/* Bounds the classes that are those of the whole layout where these blocks stay. */
static void bound_moving(struct search *search, cell_set stays)
{
	const struct classes *classes = &search->space.classes;
	struct space *moving = &search->moving;
	char *wanted = chart_alloc(moving->classes.first[AXES], 1);
	for (uint32_t n = 0; n < classes->first[AXES]; n++) {
		const int axis = n < classes->first[VERTICAL] ? HORIZONTAL : VERTICAL;
		cell_set set = classes->nodes[n].packed[LOW];
		if (axis == VERTICAL)
			set = axis_turn(&classes->axis[VERTICAL], set);
		if ((stays & ~search->stays[n]) == 0)
			wanted[class_at(&moving->classes, axis, set & ~stays)] = 1;
	}
	bounds_find(&moving->bounds, search->want - 1 - ENTRY_MOVES_MOST, wanted);
	free(wanted);
}

/* Makes the layout where blocks that stay are walls. */
static void make_moving(struct search *search, cell_set stays)
{
	struct space *moving = &search->moving;
	const cell_set walls = search->space.classes.walls | stays;
	const int blocks = search->space.classes.blocks - count_cells(stays);
	if (blocks == moving->classes.blocks && walls == moving->classes.walls)
		return;
	if (moving->classes.blocks > 0)
		space_free(moving);
	space_init(moving, search->grid, blocks, false);
	classes_build(&moving->classes, walls);
	bound_moving(search, stays);
}

static bool is_staying_alike(const struct entry *a, const struct entry *b, cell_set stays)
{
	for (; stays != 0; stays &= stays - 1)
		if (a->position.letter[first_cell(stays)] != b->position.letter[first_cell(stays)])
			return false;
	return true;
}

/* Puts the blocks that stay into the rest of the boards, and names the letters of the others. */
static void keep_staying(struct boards *boards, const struct entry *entry, cell_set stays,
                         int blocks)
{
	unsigned staying = 0;
	int moving = 0;
	for (; stays != 0; stays &= stays - 1) {
		const int cell = first_cell(stays), letter = entry->position.letter[cell];
		boards->rest[cell] = (char)('a' + letter);
		staying |= 1U << letter;
	}
	for (int i = 0; i < blocks; i++)
		if (!(staying >> i & 1))
			boards->letter[moving++] = (uint8_t)i;
}

static struct seed seed_at(const struct boards *boards, const struct entry *entry, cell_set stays)
{
	const struct classes *classes = &boards->space->classes;
	const cell_set occupied = entry->position.occupied & ~stays;
	uint8_t place[WORD_LETTERS_MOST] = {0};
	for (int i = 0; i < classes->blocks; i++)
		for (int cell = 0, before = 0; cell < classes->grid->cells; cell++) {
			const int at = axis_cell(classes, entry->axis, cell);
			if (!(occupied >> at & 1))
				continue;
			if (entry->position.letter[at] == boards->letter[i])
				place[i] = (uint8_t)before;
			before++;
		}
	return (struct seed){
		.word = word_at(&boards->space->walk.words, place),
		.node = class_at(classes, entry->axis, occupied),
		.moves = entry->moves,
	};
}

/* Takes the boards of a start whose goals are reached after some blocks stay. Entries where other
 * blocks do have no goals in common. */
static void take_entries(struct search *search, cell_set start, const struct entry *entries,
                         int count, cell_set stays)
{
	make_moving(search, stays);
	for (int i = 0; i < count; i++) {
		struct seed seed[ENTRIES_MOST];
		struct boards boards;
		int seeds = 0, farthest = 0;
		begin_boards(search, start, &boards);
		boards.space = &search->moving;
		keep_staying(&boards, &entries[i], stays, search->space.classes.blocks);
		for (int j = 0; j < count; j++) {
			if (!is_staying_alike(&entries[i], &entries[j], stays))
				continue;
			if (j < i)
				break;
			seed[seeds] = seed_at(&boards, &entries[j], stays);
			const int moves =
				seed[seeds].moves + search->moving.bounds.bound[seed[seeds].node];
			farthest = moves > farthest ? moves : farthest;
			seeds++;
		}
		if (seeds > 0 && farthest + 1 >= search->want)
			take_reached(search, &boards, seed, seeds);
	}
}

/* Takes the boards of a start without those blocks that stay, if there are some. Boards that need
 * fewer moves than it takes until they stay must not be of interest. */
static bool take_moving(struct search *search, cell_set start)
{
	const struct classes *classes = &search->space.classes;
	struct position position = {.occupied = start};
	struct entry entries[ENTRIES_MOST];
	int count;
	uint8_t letter = 0;
	for (cell_set rest = start; rest != 0; rest &= rest - 1)
		position.letter[first_cell(rest)] = letter++;
	const cell_set stays = stays_enter(classes, search->stays, &position, entries, &count);
	const int moving = classes->blocks - count_cells(stays);
	if (stays == 0 || search->want <= ENTRY_MOVES_MOST || moving > WORD_LETTERS_PAIRED)
		return false;
	if (moving > 0)
		take_entries(search, start, entries, count, stays);
	return true;
}

/* ---- layouts ---- */

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
		if (grid_keeps(search->grid, s, search->space.classes.walls) &&
		    (start & differ & -differ) != 0)
			return false;
	}
	return true;
}

/* Looks at a start of a layout. */
static void look_at_start(struct search *search, cell_set start)
{
	const struct classes *classes = &search->space.classes;
	const uint32_t class[AXES] = {class_at(classes, HORIZONTAL, start),
	                              class_at(classes, VERTICAL, start)};
	if (search->stays == NULL) {
		if (bounds_of_start(&search->space.bounds, class) + 1 >= search->want &&
		    is_first_start(search, start))
			take_start(search, start);
	} else if (is_first_start(search, start) && !take_moving(search, start)) {
		take_start(search, start);
	}
}

/* Looks at all starts of a layout. */
static void look_at_starts(struct search *search)
{
	const struct classes *classes = &search->space.classes;
	const cell_set end = UINT64_C(1) << search->grid->cells;
	for (cell_set start = (UINT64_C(1) << classes->blocks) - 1; start < end;
	     start = next_set(start))
		if ((start & classes->walls) == 0)
			look_at_start(search, start);
}

static void look_at_layout(struct search *search, cell_set walls)
{
	struct space *space = &search->space;
	search->layouts++;
	classes_build(&space->classes, walls);
	if (space->walk.words.met == NULL) {
		if (bounds_find(&space->bounds, search->want - 1, NULL) + 1 >= search->want)
			look_at_starts(search);
		return;
	}
	walk_forget(&space->walk);
	search->stays = chart_alloc(space->classes.first[AXES], sizeof *search->stays);
	stays_find(&space->classes, search->stays);
	look_at_starts(search);
	free(search->stays);
	search->stays = NULL;
}

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
	         grid->rows, grid->columns, search->space.classes.blocks,
	         search->space.classes.alike ? "alike" : "different");
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
	space_init(&search->space, grid, blocks, alike);
	for (uint64_t i = shard->from; i < shard->to; i++) {
		/* An odd factor: each layout once, and any range a fair sample of all. */
		const cell_set walls = i * UINT64_C(0x9E3779B97F4A7C15) & grid->every;
		if (is_wanted(grid, walls, blocks))
			look_at_layout(search, walls);
	}
	print_shard(search, shard, bound);
	if (search->moving.classes.blocks > 0)
		space_free(&search->moving);
	space_free(&search->space);
	free(search);
}
