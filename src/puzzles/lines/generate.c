/* New levels of lines, made backwards.
 *
 * Random edges between cells are made solid on both sides, so that the tiles are closed. If the
 * goal asks for less than all, the other cells get random tiles. Then some lines are slid. */
#include <assert.h>

#include "os/language.h"
#include "puzzle/pieces.h"
#include "puzzles/lines/lines.h"

enum { SLIDES_MAX = 10 }; /* if all groups must be closed */
enum { INNER_EDGES_MAX = 2 * SIDE_MAX * (SIDE_MAX - 1) };

/* The edges between two cells. */
struct edges {
	int count;
	struct edge {
		int cell, direction; /* that of the cell above or to the left: RIGHT or DOWN */
	} edge[INNER_EDGES_MAX];
};

static void list_edges(const struct level *level, struct edges *edges)
{
	edges->count = 0;
	for (int cell = 0; cell < level_cells(level); cell++) {
		if ((cell + 1) % level->columns != 0)
			edges->edge[edges->count++] = (struct edge){cell, RIGHT};
		if (cell + level->columns < level_cells(level))
			edges->edge[edges->count++] = (struct edge){cell, DOWN};
	}
}

static void shuffle_edges(struct edges *edges, struct random *random)
{
	for (int i = edges->count - 1; i > 0; i--) {
		const int j = (int)random_below(random, (uint32_t)i + 1);
		const struct edge edge = edges->edge[i];
		edges->edge[i] = edges->edge[j];
		edges->edge[j] = edge;
	}
}

/* Makes at most `max` edges solid between cells of which `blanks` are blank, until there are
 * `tiles` tiles. Returns how many. */
static int take_edges(const struct level *level, const struct edges *edges, int blanks, int max,
                      int tiles, uint8_t piece[CELLS_MAX])
{
	int taken = 0, count = lines_tiles(level, piece);
	for (int i = 0; i < edges->count && taken < max && count + blanks <= tiles; i++) {
		const struct edge edge = edges->edge[i];
		const int other = edge.cell + (edge.direction == RIGHT ? 1 : level->columns);
		if ((piece[edge.cell] == 0) + (piece[other] == 0) != blanks)
			continue;
		piece[edge.cell] |= (uint8_t)(1 << edge.direction);
		piece[other] |= (uint8_t)(1 << (edge.direction + 2) % DIRECTIONS);
		count += blanks;
		taken++;
	}
	return taken;
}

/* Makes closed groups of `tiles` tiles in all: pairs, which grow by one neighbour after another and
 * then, unless the groups must stay apart, are joined by a few more edges. False if they do not
 * fit. */
static bool make_closed(const struct level *level, int groups, int tiles, bool apart,
                        uint8_t piece[CELLS_MAX], struct random *random)
{
	struct edges edges;
	list_edges(level, &edges);
	shuffle_edges(&edges, random);
	if (take_edges(level, &edges, 2, groups, tiles, piece) < groups)
		return false;
	while (take_edges(level, &edges, 1, INNER_EDGES_MAX, tiles, piece) > 0)
		shuffle_edges(&edges, random);
	if (!apart)
		take_edges(level, &edges, 0, (int)random_below(random, (uint32_t)tiles / 2 + 1),
		           tiles, piece);
	return lines_tiles(level, piece) == tiles;
}

/* Adds any tiles on blank cells, until there are `tiles`. */
static void add_any(const struct level *level, int tiles, uint8_t piece[CELLS_MAX],
                    struct random *random)
{
	int blanks = level_cells(level) - lines_tiles(level, piece);
	int wanted = tiles - lines_tiles(level, piece);
	for (int cell = 0; cell < level_cells(level); cell++) {
		if (piece[cell] != 0)
			continue;
		if (random_below(random, (uint32_t)blanks--) < (uint32_t)wanted) {
			piece[cell] = (uint8_t)(1 + random_below(random, SIDES));
			wanted--;
		}
	}
}

/* The most slides that can usually be proven in about a second. The bound for closing less than all
 * looks two slides ahead and no farther. */
static int provable_slides(const struct level *level, int moves)
{
	const int64_t max = INT64_C(1) << 26; /* cells visited */
	int slides = 2;
	if (level->rules & CLOSE_ALL || moves < 2)
		return SLIDES_MAX;
	for (int64_t work = (int64_t)moves * moves * level_cells(level); work <= max;
	     work *= moves)
		slides++;
	return slides;
}

/* Slides lines at random, about as often as the recipe asks for, and never a slide and its reverse.
 * False if that is too often to be proven. */
static bool scramble(struct level *level, const struct recipe *recipe, struct random *random)
{
	enum { SPREAD = 4 }; /* more slides would only make longer proofs */
	move_code moves[MOVES_MAX];
	const int count = lines_moves(level, &level->start, moves);
	const int provable = provable_slides(level, count);
	int max = recipe->par_max < provable ? recipe->par_max : provable;
	if (max < recipe->par_min)
		return false;
	if (max > recipe->par_min + SPREAD)
		max = recipe->par_min + SPREAD;
	int slides = max - (int)random_below(random, (uint32_t)(max - recipe->par_min) + 1);
	move_code undo = UINT16_MAX; /* the reverse of the last slide; at first no move */
	for (; count > 0 && slides > 0; slides--) {
		const move_code move = moves[random_below(random, (uint32_t)count)];
		if (move != undo && lines_apply(level, &level->start, move))
			lines_reverse(level, move, &undo);
	}
	return true;
}

bool lines_check_recipe(const struct level *level, const struct recipe *recipe, struct error *error)
{
	const int cells = level_cells(level), tiles = recipe->pieces > 0 ? recipe->pieces : cells;
	const bool all = level->rules == 0 || (level->rules & CLOSE_ALL) != 0;
	const bool apart = (level->rules & CLOSE_GROUPS) != 0;
	const int needed = all ? 2 : apart ? 2 * level->amount : level->amount;
	if (!pieces_check_room(recipe, cells, error))
		return false;
	if (recipe->colours > 0)
		return error_set(error, _("tiles in lines have no colours"));
	if (!all && !apart && level->amount < 2)
		return error_set(error, _("a closed group has at least 2 tiles"));
	if (needed > tiles)
		return error_set(
			error,
			text_plural("%d tile is too few for the goal, which needs at least %d",
		                    "%d tiles are too few for the goal, which needs at least %d",
		                    tiles),
			tiles, needed);
	return !all || recipe->par_min <= SLIDES_MAX ||
	       error_set(error, _("par is at most %d for lines, not %d"), SLIDES_MAX,
	                 recipe->par_min);
}

bool lines_generate(struct level *level, const struct recipe *recipe, struct random *random)
{
	uint8_t piece[CELLS_MAX] = {0};
	const int cells = level_cells(level);
	int tiles = recipe->pieces;
	if (tiles <= 0)
		tiles = cells - (int)random_below(random, (uint32_t)cells / 4 + 1);
	if (level->rules == 0)
		level->rules = CLOSE_ALL;
	const bool apart = level->rules & CLOSE_GROUPS;
	const int closed = level->rules & CLOSE_TILES ? level->amount : tiles;
	int groups = level->amount;
	if (!apart)
		groups = 1 + (int)random_below(random, (uint32_t)closed / 4 + 1);
	if (tiles > cells || closed > tiles || closed < 2 * groups ||
	    !make_closed(level, groups, closed, apart, piece, random))
		return false;
	add_any(level, tiles, piece, random);
	lines_begin(level, piece);
	assert(level->pieces[1] == tiles && lines_spare_tiles(level) >= 0);
	lines_prepare(level);
	return scramble(level, recipe, random);
}
