/* The tilt atlas: of all boards of a size with so many blocks, those that need the most moves.
 *
 * Layouts are taken once of each set of images under the grid's symmetries. Blocks of different
 * colours may be renamed, so a start may be taken to have its colours in order. A board's minimum
 * is 1 plus the distance from the classes of its start to the class whose last move makes its goal.
 *
 * Few walks are needed. By renaming, the eccentricity of a class (how far the farthest of what it
 * can reach is) depends on its cells only. If class c can reach class s and s can reach c, by d
 * moves without regard to colours, then s with any word reaches some word of c in d moves; both
 * reach the same, as going round often enough restores a word; so ecc(s) <= d + ecc(c). And ecc(s)
 * is at most 1 more than that of the classes after s. One walk for each strongly connected
 * component of a layout thus bounds all its boards, mostly below what is already known; only where
 * it does not, more walks follow, and then one from each start in question, which counts
 * exactly. */
#include <stdlib.h>
#include <string.h>

#include "classes.h"
#include "words.h"

#define EVERYWHERE UINT32_MAX

/* A board, as text: the start's cells, then the goal's. */
struct board {
	char text[BOARD_TEXT];
};

struct search {
	const struct grid *grid;
	struct classes classes;
	struct words words;
	size_t wide; /* 64-bit words in the set of a class's words */
	int want;    /* moves that boards of interest need at least; rises with the record */

	/* Of each class: the component, in an order in which edges lead to lower ones; the classes
	 * before it, from before_first[n] on; the most that its eccentricity can be. */
	uint32_t *component, *component_first, *in_component, components;
	uint32_t *before_first, *before;
	int *bound;
	char *exact; /* whether that is the eccentricity */
	uint32_t *stack, *order, *low;
	int *away;
	uint32_t room; /* of classes in these */

	/* Of each class: the words that were reached, and those to go on from. */
	uint64_t *reached, *current, *next;
	uint32_t *active, *active_next;
	char *queued;
	uint32_t inside; /* the component that the walk stays in; EVERYWHERE */

	uint64_t layouts;
	struct record record;
};

static uint32_t classes_count(const struct search *search)
{
	return search->classes.first[AXES];
}

/* ---- memory ---- */

static void *renew(void *old, size_t count, size_t size)
{
	free(old);
	return chart_alloc(count, size);
}

static uint32_t *renew_list(uint32_t *old, size_t count)
{
	return renew(old, count, sizeof *old);
}

static void make_room(struct search *search)
{
	const uint32_t count = classes_count(search);
	if (count <= search->room)
		return;
	search->room = 2 * count;
	const size_t room = search->room + 1;
	search->component = renew_list(search->component, room);
	search->component_first = renew_list(search->component_first, room);
	search->in_component = renew_list(search->in_component, room);
	search->before_first = renew_list(search->before_first, room);
	search->before = renew_list(search->before, 2 * room);
	search->stack = renew_list(search->stack, room);
	search->order = renew_list(search->order, room);
	search->low = renew_list(search->low, room);
	search->active = renew_list(search->active, room);
	search->active_next = renew_list(search->active_next, room);
	search->bound = renew(search->bound, room, sizeof *search->bound);
	search->away = renew(search->away, room, sizeof *search->away);
	search->exact = renew(search->exact, room, 1);
	search->queued = renew(search->queued, room, 1);
	search->reached = renew(search->reached, room * search->wide, sizeof *search->reached);
	search->current = renew(search->current, room * search->wide, sizeof *search->current);
	search->next = renew(search->next, room * search->wide, sizeof *search->next);
}

static void free_search(struct search *search)
{
	void *all[] = {
		search->component,    search->component_first,
		search->in_component, search->before_first,
		search->before,       search->bound,
		search->exact,        search->stack,
		search->order,        search->low,
		search->away,         search->reached,
		search->current,      search->next,
		search->active,       search->active_next,
		search->queued,
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
	classes_free(&search->classes);
	words_free(&search->words);
}

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
	const cell_set walls = search->classes.walls;
	for (int s = 1; s < grid->symmetries; s++) {
		struct board image;
		if (grid_image(grid, s, walls) != walls)
			continue;
		board_image(grid, s, board, &image);
		if (compare_boards(grid, &image, board) < 0)
			return false;
	}
	return true;
}

/* Draws blocks in their cells, with the letters of a word in the cells' order. */
static void draw(const struct search *search, cell_set occupied, uint32_t number, char *text)
{
	uint8_t word[WORD_LETTERS_MOST] = {0};
	if (!search->classes.alike)
		word_spell(search->classes.blocks, number, word);
	int block = 0;
	for (int cell = 0; cell < search->grid->cells; cell++)
		text[cell] = search->classes.walls >> cell & 1 ? '#' : '.';
	for (; occupied != 0; occupied &= occupied - 1)
		text[first_cell(occupied)] =
			(char)('a' + (search->classes.alike ? 0 : word[block++]));
}

/* A board that needs so many moves. */
static void take(struct search *search, cell_set start, cell_set goal, uint32_t word, int moves)
{
	struct board board = {{0}};
	draw(search, start, 0, board.text);
	draw(search, goal, word, board.text + search->grid->cells);
	record_raise(&search->record, moves);
	search->want = search->record.most;
	if (is_first_image(search, &board))
		record_add(&search->record, board.text);
}

static bool is_in(const struct search *search, const uint64_t *sets, uint32_t node, uint32_t word)
{
	return sets[node * search->wide + word / 64] >> word % 64 & 1;
}

/* Takes all boards from a start to the position of a class, with a word of the current level,
 * packed to a side. */
static void take_goal(struct search *search, cell_set start, uint32_t node, uint32_t word, int side,
                      int moves)
{
	const int axis = node < search->classes.first[VERTICAL] ? HORIZONTAL : VERTICAL;
	const struct class_node *from = &search->classes.nodes[node];
	const struct class_edge *edge = &from->edge[side];
	const struct class_node *other = &search->classes.nodes[edge->to];
	const cell_set turned = axis_turn(&search->classes.axis[axis], from->packed[side]);
	const uint32_t turned_word =
		word_permuted(&search->words, words_row(&search->words, edge->permutation), word);
	if (side == HIGH && from->packed[HIGH] == from->packed[LOW])
		return;
	/* The last move may also be on the other axis, sooner; boards of both count once. */
	if ((turned == other->packed[LOW] || turned == other->packed[HIGH]) &&
	    is_in(search, search->reached, edge->to, turned_word) &&
	    (axis == VERTICAL || !is_in(search, search->current, edge->to, turned_word)))
		return;
	const cell_set goal = axis == HORIZONTAL ? from->packed[side] : turned;
	const uint32_t goal_word = axis == HORIZONTAL ? word : turned_word;
	if (goal != start || goal_word != 0)
		take(search, start, goal, goal_word, moves);
}

/* Takes all boards from a start that need one move more than the current level. */
static void take_goals(struct search *search, cell_set start, uint32_t active_count, int moves)
{
	for (uint32_t i = 0; i < active_count; i++) {
		const uint32_t node = search->active[i];
		const uint64_t *current = search->current + node * search->wide;
		for (size_t j = 0; j < search->wide; j++)
			for (uint64_t rest = current[j]; rest != 0; rest &= rest - 1) {
				const uint32_t word = 64 * (uint32_t)j + (uint32_t)first_cell(rest);
				take_goal(search, start, node, word, LOW, moves);
				take_goal(search, start, node, word, HIGH, moves);
			}
	}
}

/* ---- walks through classes and words ---- */

/* Reaches a class with a word, at the level after the current one or, before the walk, at 0. */
static void reach(struct search *search, uint32_t node, uint32_t word, uint32_t *active_count)
{
	const size_t at = node * search->wide + word / 64;
	const uint64_t bit = UINT64_C(1) << word % 64;
	if (search->reached[at] & bit)
		return;
	search->reached[at] |= bit;
	search->next[at] |= bit;
	if (!search->queued[node]) {
		search->queued[node] = 1;
		search->active_next[(*active_count)++] = node;
	}
}

/* Goes on from all current words of a class by one of its edges. */
static void follow(struct search *search, uint32_t node, int side, uint32_t *active_count)
{
	const struct class_edge *edge = &search->classes.nodes[node].edge[side];
	if (search->inside != EVERYWHERE && search->component[edge->to] != search->inside)
		return;
	const struct word_step *row = words_row(&search->words, edge->permutation);
	const uint64_t *current = search->current + node * search->wide;
	for (size_t i = 0; i < search->wide; i++)
		for (uint64_t rest = current[i]; rest != 0; rest &= rest - 1)
			reach(search, edge->to,
			      word_permuted(&search->words, row,
			                    64 * (uint32_t)i + (uint32_t)first_cell(rest)),
			      active_count);
}

/* Begins a walk in a component, or EVERYWHERE. `current` and `next` are empty between walks. */
static void begin_walk(struct search *search, uint32_t inside)
{
	const size_t bytes = search->wide * sizeof *search->reached;
	search->inside = inside;
	if (inside == EVERYWHERE)
		memset(search->reached, 0, classes_count(search) * bytes);
	else
		for (uint32_t i = search->component_first[inside];
		     i < search->component_first[inside + 1]; i++)
			memset(search->reached + search->in_component[i] * search->wide, 0, bytes);
}

/* Makes what was reached last the current level: its classes are the first of `active`. */
static void next_level(struct search *search, uint32_t active_count)
{
	uint64_t *set = search->current;
	search->current = search->next;
	search->next = set;
	uint32_t *list = search->active;
	search->active = search->active_next;
	search->active_next = list;
	for (uint32_t i = 0; i < active_count; i++)
		search->queued[search->active[i]] = 0;
}

/* Walks breadth-first from what was reached so far, and returns the last level. With a start, takes
 * the boards of interest from there. */
static int walk(struct search *search, uint32_t active_count, const cell_set *start)
{
	for (int level = 0;; level++) {
		next_level(search, active_count);
		if (start != NULL && level + 1 >= search->want)
			take_goals(search, *start, active_count, level + 1);
		uint32_t next_count = 0;
		for (uint32_t i = 0; i < active_count; i++) {
			const uint32_t node = search->active[i];
			follow(search, node, LOW, &next_count);
			follow(search, node, HIGH, &next_count);
		}
		for (uint32_t i = 0; i < active_count; i++)
			memset(search->current + search->active[i] * search->wide, 0,
			       search->wide * sizeof *search->current);
		if (next_count == 0)
			return level;
		active_count = next_count;
	}
}

/* How far the farthest is that a class can reach in its component, or EVERYWHERE. */
static int eccentricity(struct search *search, uint32_t node, uint32_t inside)
{
	uint32_t active_count = 0;
	begin_walk(search, inside);
	reach(search, node, 0, &active_count);
	return walk(search, active_count, NULL);
}

/* ---- bounds ---- */

static void list_edges_before(struct search *search)
{
	const uint32_t count = classes_count(search);
	const struct class_node *nodes = search->classes.nodes;
	uint32_t *first = search->before_first;
	memset(first, 0, (count + 1) * sizeof *first);
	for (uint32_t n = 0; n < count; n++)
		for (int side = 0; side < SIDES; side++)
			first[nodes[n].edge[side].to + 1]++;
	for (uint32_t n = 0; n < count; n++)
		first[n + 1] += first[n];
	for (uint32_t n = count; n-- > 0;)
		for (int side = 0; side < SIDES; side++)
			search->before[--first[nodes[n].edge[side].to + 1]] = n;
	/* first[n + 1] now is where the list of n begins. */
	memmove(first, first + 1, count * sizeof *first);
	first[count] = 2 * count;
}

/* Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), with a path instead of
 * recursion. `exact` counts the edges followed from the classes on it. */
static void find_components(struct search *search)
{
	const uint32_t count = classes_count(search);
	const struct class_node *nodes = search->classes.nodes;
	uint32_t *order = search->order, *low = search->low, *path = search->active;
	char *followed = search->exact;
	uint32_t visited = 0, waiting = 0, listed = 0;
	search->components = 0;
	memset(order, 0, count * sizeof *order);
	for (uint32_t root = 0; root < count; root++) {
		if (order[root] != 0)
			continue;
		uint32_t depth = 1;
		path[0] = root;
		order[root] = low[root] = ++visited;
		followed[root] = 0;
		search->stack[waiting++] = root;
		search->component[root] = UINT32_MAX;
		while (depth > 0) {
			const uint32_t n = path[depth - 1];
			if (followed[n] < SIDES) {
				const uint32_t to = nodes[n].edge[(int)followed[n]++].to;
				if (order[to] == 0) {
					path[depth++] = to;
					order[to] = low[to] = ++visited;
					followed[to] = 0;
					search->stack[waiting++] = to;
					search->component[to] = UINT32_MAX;
				} else if (search->component[to] == UINT32_MAX &&
				           order[to] < low[n]) {
					low[n] = order[to];
				}
				continue;
			}
			depth--;
			if (depth > 0 && low[n] < low[path[depth - 1]])
				low[path[depth - 1]] = low[n];
			if (low[n] != order[n])
				continue;
			search->component_first[search->components] = listed;
			uint32_t member;
			do {
				member = search->stack[--waiting];
				search->component[member] = search->components;
				search->in_component[listed++] = member;
			} while (member != n);
			search->components++;
		}
	}
	search->component_first[search->components] = listed;
}

/* Sets `away`: from each class of a component to one of them, without regard to colours. */
static void measure_away(struct search *search, uint32_t to)
{
	const uint32_t component = search->component[to];
	uint32_t *queue = search->stack, count = 0;
	for (uint32_t i = search->component_first[component];
	     i < search->component_first[component + 1]; i++)
		search->away[search->in_component[i]] = -1;
	search->away[to] = 0;
	queue[count++] = to;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t b = search->before_first[queue[i]];
		     b < search->before_first[queue[i] + 1]; b++) {
			const uint32_t n = search->before[b];
			if (search->component[n] != component || search->away[n] >= 0)
				continue;
			search->away[n] = search->away[queue[i]] + 1;
			queue[count++] = n;
		}
}

/* The class to walk from next: one that many edges lead to, then one of the highest bound. */
static uint32_t pick(const struct search *search, uint32_t component, bool first)
{
	uint32_t best = UINT32_MAX;
	int64_t most = -1;
	for (uint32_t i = search->component_first[component];
	     i < search->component_first[component + 1]; i++) {
		const uint32_t n = search->in_component[i];
		if (search->exact[n])
			continue;
		const int64_t value = first ? (int64_t)search->before_first[n + 1] -
		                                      (int64_t)search->before_first[n]
		                            : search->bound[n];
		if (value > most) {
			most = value;
			best = n;
		}
	}
	return !first && most < search->want - 1 ? UINT32_MAX : best;
}

/* The highest bound of the classes that edges out of a component lead to; -1: there are none. */
static int bound_after(const struct search *search, uint32_t component)
{
	int after = -1;
	for (uint32_t i = search->component_first[component];
	     i < search->component_first[component + 1]; i++)
		for (int side = 0; side < SIDES; side++) {
			const uint32_t n = search->in_component[i];
			const uint32_t to = search->classes.nodes[n].edge[side].to;
			if (search->component[to] != component && search->bound[to] > after)
				after = search->bound[to];
		}
	return after;
}

/* Lowers the bounds of a component's classes by what one of them was found to reach. */
static int lower_bounds(struct search *search, uint32_t from, int farthest)
{
	const uint32_t component = search->component[from];
	int most = 0;
	measure_away(search, from);
	for (uint32_t i = search->component_first[component];
	     i < search->component_first[component + 1]; i++) {
		const uint32_t n = search->in_component[i];
		if (search->away[n] + farthest < search->bound[n])
			search->bound[n] = search->away[n] + farthest;
		if (search->bound[n] > most)
			most = search->bound[n];
	}
	return most;
}

/* Bounds the eccentricities of a component's classes, closely where they may be of interest. The
 * components after it come first. */
static void bound_component(struct search *search, uint32_t component)
{
	const uint32_t first = search->component_first[component];
	const uint32_t size = search->component_first[component + 1] - first;
	/* A path goes through some of the component's classes and words, and then out of it. */
	const int out = bound_after(search, component) + 1;
	const uint64_t states = size == 1 ? 1 : (uint64_t)size * search->words.count;
	const int trivial = states > INT16_MAX ? INT16_MAX : (int)states - 1;
	for (uint32_t i = first; i < first + size; i++) {
		search->bound[search->in_component[i]] = trivial + out;
		search->exact[search->in_component[i]] = 0;
	}
	if (trivial + out < search->want - 1)
		return;
	uint32_t from = pick(search, component, true);
	if (size > 1 && lower_bounds(search, from, eccentricity(search, from, component) + out) <
	                        search->want - 1)
		return;
	for (; from != UINT32_MAX; from = pick(search, component, false)) {
		const int farthest = eccentricity(search, from, EVERYWHERE);
		lower_bounds(search, from, farthest);
		search->exact[from] = 1;
	}
}

/* ---- starts ---- */

/* Walks from a start, whose classes are given, and takes the boards of interest. */
static void take_start(struct search *search, cell_set start, const uint32_t class[AXES])
{
	const struct axis *axis = &search->classes.axis[HORIZONTAL];
	uint32_t active_count = 0, vertical = 0;
	if (!search->classes.alike)
		vertical =
			word_permuted(&search->words,
		                      words_row(&search->words, axis_permutation(axis, start)), 0);
	begin_walk(search, EVERYWHERE);
	reach(search, class[HORIZONTAL], 0, &active_count);
	reach(search, class[VERTICAL], vertical, &active_count);
	walk(search, active_count, &start);
}

/* The next set with as many cells (Gosper's hack, HAKMEM item 175); past 2^cells after the last. */
static cell_set next_set(cell_set set)
{
	const cell_set lowest = set & -set, ripple = set + lowest;
	return ripple | ((set ^ ripple) >> 2) / lowest;
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
		const int horizontal = search->bound[class[HORIZONTAL]];
		const int vertical = search->bound[class[VERTICAL]];
		/* In one component, both classes reach the same. */
		const bool same =
			search->component[class[HORIZONTAL]] == search->component[class[VERTICAL]];
		const int bound = (horizontal < vertical) == same ? horizontal : vertical;
		if (bound + 1 >= search->want)
			take_start(search, start, class);
	}
}

static void look_at_layout(struct search *search, cell_set walls)
{
	search->layouts++;
	classes_build(&search->classes, walls);
	make_room(search);
	find_components(search);
	list_edges_before(search);
	int most = -1;
	for (uint32_t c = 0; c < search->components; c++) {
		bound_component(search, c);
		for (uint32_t i = search->component_first[c]; i < search->component_first[c + 1];
		     i++)
			if (search->bound[search->in_component[i]] > most)
				most = search->bound[search->in_component[i]];
	}
	if (most + 1 >= search->want)
		take_starts(search);
}

/* ---- layouts ---- */

/* Whether this is one of the layouts to look at: every floor cell has a floor cell beside it, there
 * is room for a move, and no image has a lower number. */
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
	words_init(&search->words, blocks, alike);
	search->wide = (search->words.count + 63) / 64;
	for (uint64_t i = shard->from; i < shard->to; i++) {
		/* An odd factor: each layout once, and any range a fair sample of all. */
		const cell_set walls = i * UINT64_C(0x9E3779B97F4A7C15) & grid->every;
		if (is_wanted(grid, walls, blocks))
			look_at_layout(search, walls);
	}
	print_shard(search, shard, bound);
	free_search(search);
	free(search);
}
