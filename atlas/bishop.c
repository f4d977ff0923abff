/* The bishop atlas: over all wall layouts of a shade, all starts and all goals that a start can
 * reach, the boards that need the most moves.
 *
 * A bishop never leaves the shade of its cell. So a layout is a set of floor cells of one shade,
 * without cells that have no floor cell diagonally beside them, and each part of it, which no
 * bishop leaves either, has at least one. A move can be taken back, so the positions of a layout
 * are the nodes of a graph without directions. Where a walk from one node gives its eccentricity,
 * that of any other one is at most so much and their distance; a node is walked from only while
 * that allows a board of interest. Boards that are the same under the layout's symmetries, with
 * other names of colours, or with start and goal exchanged, count once: of them, the pair of
 * positions with the lowest numbers. */
#include <stdlib.h>
#include <string.h>

#include "chart.h"

enum {
	FLOOR_MOST = (CELLS_MOST + 1) / 2,
	DIRECTIONS = 4,
	RAY_MOST = DIRECTIONS * (SIDE_LONGEST - 1), /* cells that a bishop sees */
	ORDERS_MOST = 24,                           /* of BISHOPS_MOST colours */
	NO_NODE = -1,
};

struct position {
	uint8_t at[BISHOPS_MOST]; /* numbers of floor cells, rising among alike bishops */
};

struct bishops {
	const struct grid *grid;
	const char *pieces;
	int count, no_attack;
	/* Ways to give the colours other names: which bishop's cell a bishop takes over. */
	int renamings;
	uint8_t renaming[ORDERS_MOST][BISHOPS_MOST];

	/* The layout at hand: its cells, and those ahead of each one, from near to far, then -1. */
	cell_set floor, part[FLOOR_MOST];
	int cells, parts;
	uint8_t cell[FLOOR_MOST];
	int8_t ray[FLOOR_MOST][DIRECTIONS][SIDE_LONGEST];
	int kept; /* symmetries that keep the layout, each as a permutation of its cells */
	uint8_t image[SYMMETRIES_MOST][FLOOR_MOST];

	/* Its positions. The number of one has its cells as digits, the first the lowest. */
	int32_t *node_of; /* of a number */
	struct position *position;
	int32_t *edges, *first_edge;
	int32_t nodes;
	int16_t *distance, *most_of; /* to a node of the walk; the most its eccentricity can be */
	int32_t *queue;

	uint64_t layouts;
	int want; /* moves that boards of interest need at least; rises with the record */
	struct record record;
};

/* ---- layouts ---- */

/* The floor cells diagonally beside those of a set. */
static cell_set diagonals(const struct grid *grid, cell_set set, cell_set floor)
{
	const cell_set left = (set & ~grid->left_column) >> 1;
	const cell_set right = (set & ~(grid->left_column << (grid->columns - 1))) << 1;
	const cell_set both = left | right;
	return (both << grid->columns | both >> grid->columns) & floor;
}

static cell_set part_around(const struct grid *grid, cell_set floor, cell_set part)
{
	cell_set before;
	do {
		before = part;
		part |= diagonals(grid, part, floor);
	} while (part != before);
	return part;
}

/* Divides the floor into parts. False if there are more than bishops, or one of a single cell. */
static int find_parts(struct bishops *bishops, cell_set floor)
{
	bishops->parts = 0;
	for (cell_set left = floor; left != 0;) {
		const cell_set part = part_around(bishops->grid, floor, left & (0 - left));
		if (bishops->parts == bishops->count || count_cells(part) == 1)
			return 0;
		bishops->part[bishops->parts++] = part;
		left &= ~part;
	}
	return bishops->parts > 0;
}

/* Finds the symmetries that keep the layout. False if another layout stands for it. */
static int find_symmetries(struct bishops *bishops, cell_set floor)
{
	uint8_t number[CELLS_MOST] = {0};
	const struct grid *grid = bishops->grid;
	for (int i = 0; i < bishops->cells; i++)
		number[bishops->cell[i]] = (uint8_t)i;
	bishops->kept = 0;
	for (int s = 0; s < grid->symmetries; s++) {
		const cell_set image = grid_image(grid, s, floor);
		if (image < floor)
			return 0;
		if (image != floor)
			continue;
		for (int i = 0; i < bishops->cells; i++)
			bishops->image[bishops->kept][i] = number[grid->image[s][bishops->cell[i]]];
		bishops->kept++;
	}
	return 1;
}

static void find_rays(struct bishops *bishops)
{
	const struct grid *grid = bishops->grid;
	for (int i = 0; i < bishops->cells; i++)
		for (int d = 0; d < DIRECTIONS; d++) {
			const int down = d & 1 ? 1 : -1, right = d & 2 ? 1 : -1;
			int r = bishops->cell[i] / grid->columns + down, length = 0;
			int c = bishops->cell[i] % grid->columns + right;
			for (; r >= 0 && r < grid->rows && c >= 0 && c < grid->columns;
			     r += down, c += right) {
				const cell_set bit = UINT64_C(1) << (r * grid->columns + c);
				if ((bishops->floor & bit) == 0)
					break;
				bishops->ray[i][d][length++] =
					(int8_t)count_cells(bishops->floor & (bit - 1));
			}
			bishops->ray[i][d][length] = -1;
		}
}

/* ---- positions ---- */

static int are_alike(const struct bishops *bishops, int one, int other)
{
	return bishops->pieces[one] == bishops->pieces[other];
}

/* Puts the cells of alike bishops in rising order. */
static void put_in_order(const struct bishops *bishops, struct position *position)
{
	for (int i = 1; i < bishops->count; i++)
		for (int j = i;
		     j > 0 && are_alike(bishops, j - 1, j) && position->at[j] < position->at[j - 1];
		     j--) {
			const uint8_t held = position->at[j];
			position->at[j] = position->at[j - 1];
			position->at[j - 1] = held;
		}
}

static int32_t number_of(const struct bishops *bishops, const struct position *position)
{
	int32_t number = 0;
	for (int i = bishops->count - 1; i >= 0; i--)
		number = number * bishops->cells + position->at[i];
	return number;
}

static int32_t numbers(const struct bishops *bishops)
{
	int32_t all = 1;
	for (int i = 0; i < bishops->count; i++)
		all *= bishops->cells;
	return all;
}

/* Whether bishops of different colours see each other. */
static int is_attack(const struct bishops *bishops, const struct position *position)
{
	int8_t on[FLOOR_MOST];
	memset(on, -1, sizeof on);
	for (int i = 0; i < bishops->count; i++)
		on[position->at[i]] = (int8_t)i;
	for (int i = 0; i < bishops->count; i++)
		for (int d = 0; d < DIRECTIONS; d++) {
			const int8_t *ahead = bishops->ray[position->at[i]][d];
			while (*ahead >= 0 && on[*ahead] < 0)
				ahead++;
			if (*ahead >= 0 && !are_alike(bishops, i, on[*ahead]))
				return 1;
		}
	return 0;
}

/* Whether the cells are different and in order, each part has a bishop, and the rules allow it. */
static int is_position(const struct bishops *bishops, const struct position *position)
{
	cell_set taken = 0;
	for (int i = 0; i < bishops->count; i++) {
		const cell_set bit = UINT64_C(1) << bishops->cell[position->at[i]];
		if ((taken & bit) || (i > 0 && are_alike(bishops, i - 1, i) &&
		                      position->at[i] < position->at[i - 1]))
			return 0;
		taken |= bit;
	}
	for (int p = 0; p < bishops->parts; p++)
		if ((taken & bishops->part[p]) == 0)
			return 0;
	return !bishops->no_attack || !is_attack(bishops, position);
}

static void find_positions(struct bishops *bishops)
{
	const int32_t all = numbers(bishops);
	bishops->nodes = 0;
	for (int32_t number = 0; number < all; number++) {
		struct position position = {{0}};
		int32_t rest = number;
		for (int i = 0; i < bishops->count; i++, rest /= bishops->cells)
			position.at[i] = (uint8_t)(rest % bishops->cells);
		bishops->node_of[number] = NO_NODE;
		if (!is_position(bishops, &position))
			continue;
		bishops->node_of[number] = bishops->nodes;
		bishops->position[bishops->nodes++] = position;
	}
}

static int32_t node_at(const struct bishops *bishops, struct position position)
{
	put_in_order(bishops, &position);
	return bishops->node_of[number_of(bishops, &position)];
}

/* Adds the moves of one bishop; returns the number of edges. */
static int32_t add_moves(struct bishops *bishops, const struct position *from, int bishop,
                         int32_t edges)
{
	cell_set taken = 0;
	for (int i = 0; i < bishops->count; i++)
		taken |= UINT64_C(1) << from->at[i];
	for (int d = 0; d < DIRECTIONS; d++)
		for (const int8_t *to = bishops->ray[from->at[bishop]][d];
		     *to >= 0 && (taken >> *to & 1) == 0; to++) {
			struct position next = *from;
			next.at[bishop] = (uint8_t)*to;
			const int32_t node = node_at(bishops, next);
			if (node != NO_NODE)
				bishops->edges[edges++] = node;
		}
	return edges;
}

static void find_moves(struct bishops *bishops)
{
	int32_t edges = 0;
	for (int32_t node = 0; node < bishops->nodes; node++) {
		bishops->first_edge[node] = edges;
		for (int i = 0; i < bishops->count; i++)
			edges = add_moves(bishops, &bishops->position[node], i, edges);
	}
	bishops->first_edge[bishops->nodes] = edges;
}

/* The image of a node under a symmetry of the layout and a renaming of colours. */
static int32_t node_image(const struct bishops *bishops, int32_t node, int symmetry, int renaming)
{
	struct position image = {{0}};
	for (int i = 0; i < bishops->count; i++) {
		const int from = bishops->renaming[renaming][i];
		image.at[i] = bishops->image[symmetry][bishops->position[node].at[from]];
	}
	return node_at(bishops, image);
}

/* Whether a board, or with the same node twice a position, stands for all its images. */
static int is_first_image(const struct bishops *bishops, int32_t start, int32_t goal)
{
	for (int s = 0; s < bishops->kept; s++)
		for (int r = 0; r < bishops->renamings; r++) {
			const int32_t one = node_image(bishops, start, s, r);
			const int32_t other = node_image(bishops, goal, s, r);
			const int32_t low = one < other ? one : other;
			if (low < start || (low == start && one + other < start + goal))
				return 0;
		}
	return 1;
}

/* ---- walks ---- */

/* Walks from a node; returns its eccentricity. */
static int walk(struct bishops *bishops, int32_t from)
{
	int32_t queued = 1;
	memset(bishops->distance, 0xff, (size_t)bishops->nodes * sizeof *bishops->distance);
	bishops->queue[0] = from;
	bishops->distance[from] = 0;
	for (int32_t i = 0; i < queued; i++) {
		const int32_t node = bishops->queue[i];
		for (int32_t e = bishops->first_edge[node]; e < bishops->first_edge[node + 1];
		     e++) {
			const int32_t next = bishops->edges[e];
			if (bishops->distance[next] >= 0)
				continue;
			bishops->distance[next] = (int16_t)(bishops->distance[node] + 1);
			bishops->queue[queued++] = next;
		}
	}
	const int farthest = bishops->distance[bishops->queue[queued - 1]];
	for (int32_t i = 0; i < queued; i++) {
		const int32_t node = bishops->queue[i];
		const int most = farthest + bishops->distance[node];
		if (most < bishops->most_of[node])
			bishops->most_of[node] = (int16_t)most;
	}
	return farthest;
}

static void draw(const struct bishops *bishops, int32_t node, char *text)
{
	for (int cell = 0; cell < bishops->grid->cells; cell++)
		text[cell] = bishops->floor >> cell & 1 ? '.' : '#';
	for (int i = 0; i < bishops->count; i++)
		text[bishops->cell[bishops->position[node].at[i]]] = bishops->pieces[i];
}

/* Takes the boards from a start, just walked from, that need so many moves. */
static void take(struct bishops *bishops, int32_t start, int moves)
{
	record_raise(&bishops->record, moves);
	bishops->want = moves;
	for (int32_t goal = start + 1; goal < bishops->nodes; goal++) {
		char text[BOARD_TEXT] = {0};
		if (bishops->distance[goal] != moves || !is_first_image(bishops, start, goal))
			continue;
		draw(bishops, start, text);
		draw(bishops, goal, text + bishops->grid->cells);
		record_add(&bishops->record, text);
	}
}

static void look_at_layout(struct bishops *bishops, cell_set floor)
{
	bishops->floor = floor;
	bishops->cells = 0;
	for (cell_set left = floor; left != 0; left &= left - 1)
		bishops->cell[bishops->cells++] = (uint8_t)first_cell(left);
	if (bishops->cells <= bishops->count || !find_parts(bishops, floor) ||
	    !find_symmetries(bishops, floor))
		return;
	bishops->layouts++;
	find_rays(bishops);
	find_positions(bishops);
	find_moves(bishops);
	for (int32_t node = 0; node < bishops->nodes; node++)
		bishops->most_of[node] = INT16_MAX;
	for (int32_t node = 0; node < bishops->nodes; node++) {
		if (bishops->most_of[node] < bishops->want || !is_first_image(bishops, node, node))
			continue;
		const int moves = walk(bishops, node);
		if (moves >= bishops->want)
			take(bishops, node, moves);
	}
}

/* ---- shards ---- */

static cell_set shade_of(const struct grid *grid, int odd)
{
	cell_set shade = 0;
	for (int cell = 0; cell < grid->cells; cell++)
		if ((cell / grid->columns + cell % grid->columns) % 2 == odd)
			shade |= UINT64_C(1) << cell;
	return shade;
}

/* The cells of a set whose numbers within it are given. */
static cell_set pick_cells(cell_set set, uint64_t numbers)
{
	cell_set picked = 0;
	for (; set != 0; set &= set - 1, numbers >>= 1)
		if (numbers & 1)
			picked |= set & (0 - set);
	return picked;
}

uint64_t chart_bishop_size(const struct grid *grid)
{
	return (UINT64_C(1) << count_cells(shade_of(grid, 0))) +
	       (UINT64_C(1) << count_cells(shade_of(grid, 1)));
}

/* Lists the orders of bishops in which each colour is another's, or its own, of as many bishops. */
static void find_renamings(struct bishops *bishops, uint8_t order[BISHOPS_MOST], int count)
{
	for (int next = 0; next < bishops->count && count < bishops->count; next++) {
		int fits = memchr(order, next, (size_t)count) == NULL;
		for (int i = 0; i < count; i++)
			fits = fits &&
			       are_alike(bishops, i, count) == are_alike(bishops, order[i], next) &&
			       (!are_alike(bishops, i, count) || order[i] < next);
		if (!fits)
			continue;
		order[count] = (uint8_t)next;
		find_renamings(bishops, order, count + 1);
	}
	if (count == bishops->count)
		memcpy(bishops->renaming[bishops->renamings++], order, BISHOPS_MOST);
}

static void make_room(struct bishops *bishops)
{
	size_t all = 1;
	for (int i = 0; i < bishops->count; i++)
		all *= (size_t)(bishops->grid->cells + 1) / 2;
	bishops->node_of = chart_alloc(all, sizeof *bishops->node_of);
	bishops->position = chart_alloc(all, sizeof *bishops->position);
	bishops->edges =
		chart_alloc(all * (size_t)bishops->count * RAY_MOST, sizeof *bishops->edges);
	bishops->first_edge = chart_alloc(all + 1, sizeof *bishops->first_edge);
	bishops->distance = chart_alloc(all, sizeof *bishops->distance);
	bishops->most_of = chart_alloc(all, sizeof *bishops->most_of);
	bishops->queue = chart_alloc(all, sizeof *bishops->queue);
}

static void free_bishops(struct bishops *bishops)
{
	free(bishops->node_of);
	free(bishops->position);
	free(bishops->edges);
	free(bishops->first_edge);
	free(bishops->distance);
	free(bishops->most_of);
	free(bishops->queue);
	free(bishops);
}

void chart_bishop(const struct grid *grid, const char *pieces, int no_attack,
                  const struct shard *shard, int bound)
{
	struct bishops *bishops = chart_alloc(1, sizeof *bishops);
	uint8_t order[BISHOPS_MOST] = {0};
	char key[128];
	bishops->grid = grid;
	bishops->pieces = pieces;
	bishops->count = (int)strlen(pieces);
	bishops->no_attack = no_attack;
	bishops->want = bound > 0 ? bound : 1;
	bishops->record.most = -1;
	find_renamings(bishops, order, 0);
	make_room(bishops);
	for (uint64_t i = shard->from; i < shard->to; i++) {
		const cell_set light = shade_of(grid, 0);
		const uint64_t lights = UINT64_C(1) << count_cells(light);
		/* An odd factor: each layout once, and any range of a shade a fair sample. */
		const uint64_t scattered = i * UINT64_C(0x9E3779B97F4A7C15);
		look_at_layout(bishops, i < lights ? pick_cells(light, scattered)
		                                   : pick_cells(shade_of(grid, 1), scattered));
	}
	snprintf(key, sizeof key,
	         "{\"atlas\": \"bishop\", \"rows\": %d, \"columns\": %d, \"pieces\": \"%s\", "
	         "\"rules\": \"%s\"",
	         grid->rows, grid->columns, pieces, no_attack ? "no-attack" : "free");
	shard_print(shard, key);
	printf("\"bound\": %d, \"layouts\": %llu, ", bound, (unsigned long long)bishops->layouts);
	record_print(&bishops->record, grid, key);
	free_bishops(bishops);
}
