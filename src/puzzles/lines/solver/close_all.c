/* Closing all: iterative deepening with three bounds.
 *
 * Row slides and column slides are counted separately: a split of the slides left says how many are
 * row slides, and the others are column slides. Each bound rules out some splits; if none is left,
 * there is no solution.
 *
 * Balance. A row slide replaces one tile of each column and leaves the tiles of each row. So if one
 * column has more right sides than the next one has left sides, each row slide reduces the
 * difference by at most two; sides that face the board's edge are reduced by one. The same holds
 * for column slides, with rows and columns exchanged.
 *
 * Repair. A column slide replaces one tile of each row. So if n column slides are left, each row
 * must be closed but for n tiles in one of its rotations, and only its own slides rotate it. Their
 * sum over all rows is at most the number of row slides left. A table has the slides for each row
 * and each n.
 *
 * Cover. A few slides before the end, the lines that are slid must touch every invalid side. */
#include "puzzles/lines/solver/close_all.h"

enum { COVER_LEFT = 4 }; /* slides left when the cover is tested */

static const splits every_split = UINT64_C(0x8080808080808080);

/* A board with its bounds, which the search keeps up to date. */
struct close_all_node {
	struct line_bytes bytes;
	splits repair[AXES];
	gaps balance[AXES];
	int lower[AXES]; /* slides of each axis by the balance */
};

/* ---- bounds ---- */

static inline uint32_t word_at(const struct line_bytes *bytes, int axis, int line, int length)
{
	return (uint32_t)((bytes->plane[2 * axis] >> 8 * line & 0xFF) |
	                  (bytes->plane[2 * axis + 1] >> 8 * line & 0xFF) << length);
}

static inline splits repair_all(const struct close_all *all, const struct line_bytes *bytes,
                                int axis)
{
	const int lines = all->geometry.lines[axis], length = all->geometry.length[axis];
	const splits *repair = all->table[axis]->repair;
	splits sum = 0;
	for (int line = 0; line < lines; line++)
		sum += repair[word_at(bytes, axis, line, length)];
	return sum;
}

static inline gaps most_after(const struct close_all *all, int slides)
{
	return all->most[slides > BALANCE_MAX ? BALANCE_MAX : slides];
}

/* Whether as many slides as most_after was given can balance all gaps. */
static inline bool is_balanced(const struct close_all *all, gaps balance, gaps most)
{
	return ((most - balance) & (most + balance) & all->sign) == all->sign;
}

/* The splits of `slides` slides with at least `columns` and `rows` of each axis: a byte for each
 * number of column slides. */
static inline splits splits_between(int columns, int rows, int slides)
{
	if (rows + columns > slides)
		return 0;
	return every_split << 8 * columns & every_split >> 8 * (SPLITS - 1 - slides + rows);
}

/* The splits that leave enough slides to repair the lines of an axis. */
static inline splits splits_to_repair(const struct close_all *all, splits repair, int axis,
                                      int slides)
{
	const splits enough = all->left[slides] - repair;
	return axis == ROWS ? enough : __builtin_bswap64(enough) >> 8 * (SPLITS - 1 - slides);
}

/* All bounds but the cover, for fewer than SPLITS slides. */
static inline splits splits_of(const struct close_all *all, const struct close_all_node *node,
                               int slides)
{
	return splits_to_repair(all, node->repair[ROWS], ROWS, slides) &
	       splits_to_repair(all, node->repair[COLUMNS], COLUMNS, slides) &
	       splits_between(node->lower[COLUMNS], node->lower[ROWS], slides);
}

static void node_init(const struct close_all *all, const struct board *board,
                      struct close_all_node *node)
{
	lines_line_bytes_load(board, &node->bytes);
	for (int axis = 0; axis < AXES; axis++) {
		const int length = all->geometry.length[axis];
		node->balance[axis] = 0;
		for (int line = 0; line < all->geometry.lines[axis]; line++)
			node->balance[axis] +=
				all->table[axis]
					->balance[word_at(&node->bytes, axis, line, length)];
		node->repair[axis] = repair_all(all, &node->bytes, axis);
		node->lower[axis] = 0;
		while (!is_balanced(all, node->balance[axis], most_after(all, node->lower[axis])))
			node->lower[axis]++;
	}
}

static int node_lower_bound(const struct close_all *all, const struct close_all_node *node)
{
	int slides = node->lower[ROWS] + node->lower[COLUMNS];
	while (slides < SPLITS && splits_of(all, node, slides) == 0)
		slides++;
	return slides;
}

/* ---- the cover ---- */

/* The invalid sides along an axis: a bit for the edge before each cell, and for that after the last
 * one if a byte has room for it. */
static inline uint64_t invalid_edges(const struct line_bytes *bytes, int axis)
{
	const uint64_t on = bytes->plane[2 * axis + 1] << 1 & UINT64_C(0xFEFEFEFEFEFEFEFE);
	return on ^ bytes->plane[2 * axis];
}

/* Bit 7 of each byte that is not 0. */
static inline uint64_t bytes_set(uint64_t word)
{
	const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
	return (((word & low) + low) | word) & ~low;
}

static inline int count_bytes(uint64_t set)
{
	return (int)((set >> 7) * UINT64_C(0x0101010101010101) >> 56);
}

/* From bit 7 of each byte to a bit a byte. */
static inline unsigned gather(uint64_t set)
{
	return (unsigned)((set >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/* Whether these rows and some more leave no invalid edge in columns other than these. */
static bool rows_suffice(const struct close_all *all, uint64_t invalid, unsigned rows,
                         unsigned columns, int more)
{
	const unsigned others = gather(bytes_set(invalid & ~all->edges[rows])) & ~columns;
	if (others == 0 || more == 0)
		return others == 0;
	for (int row = 0; row < all->geometry.lines[ROWS]; row++)
		if (!(rows >> row & 1) &&
		    rows_suffice(all, invalid, rows | 1U << row, columns, more - 1))
			return true;
	return false;
}

static bool can_cover(const struct close_all *all, const uint64_t invalid[AXES], int columns,
                      int rows)
{
	for (int i = 0; i < all->sets[columns]; i++) {
		const unsigned set = all->set[columns][i];
		const uint64_t touched = bytes_set(invalid[ROWS] & ~all->edges[set]);
		const int more = rows - count_bytes(touched);
		if (more >= 0 && rows_suffice(all, invalid[COLUMNS], gather(touched), set, more))
			return true;
	}
	return false;
}

/* Of these splits, those for which some choice of lines touches every invalid edge. */
static splits splits_to_cover(const struct close_all *all, const struct line_bytes *bytes,
                              splits possible, int slides)
{
	const uint64_t invalid[AXES] = {invalid_edges(bytes, ROWS), invalid_edges(bytes, COLUMNS)};
	splits kept = 0;
	for (int columns = 0; columns <= slides; columns++) {
		const splits split = (splits)0x80 << 8 * columns;
		if (possible & split && (columns >= all->geometry.lines[COLUMNS] ||
		                         can_cover(all, invalid, columns, slides - columns)))
			kept |= split;
	}
	return kept;
}

/* ---- the search ---- */

static bool dfs(struct worker *worker, const struct close_all_node *node, struct slide last,
                int left, splits possible);

/* The balance's bound on an axis after a slide of one of its lines: it changes by one at most. */
static inline int balance_after(const struct close_all *all, gaps balance, int before)
{
	if (before > 0 && is_balanced(all, balance, most_after(all, before - 1)))
		return before - 1;
	return is_balanced(all, balance, most_after(all, before)) ? before : before + 1;
}

/* Searches on from the board just reached, if a path of `left` slides may solve it. */
static inline bool follow(struct worker *worker, const struct close_all_node *next,
                          struct slide slide, int left, splits possible)
{
	const struct close_all *all = worker->search->data;
	if (left <= COVER_LEFT) {
		possible = splits_to_cover(all, &next->bytes, possible, left);
		if (possible == 0)
			return false;
	}
	worker->path[worker->depth++] = slide;
	if (left == 0 || dfs(worker, next, slide, left, possible))
		return true;
	worker->depth--;
	return false;
}

/* Slides one line of a node. Returns the splits of `left` slides that may solve it. */
static inline __attribute__((always_inline)) splits
slide_node(const struct close_all *all, const struct close_all_node *node, struct slide slide,
           int left, const int axis, struct close_all_node *next)
{
	const int other = 1 - axis, length = all->geometry.length[axis];
	next->lower[axis] = balance_after(all, next->balance[axis], node->lower[axis]);
	next->bytes = node->bytes;
	line_bytes_slide_along(&next->bytes, axis, slide.line, length, slide.heading);
	line_bytes_slide_across(&next->bytes, axis, slide.line, length, slide.heading);
	next->repair[other] = repair_all(all, &next->bytes, other);
	return left < SPLITS ? splits_of(all, next, left) : every_split;
}

/* The splits left after a slide of an axis, by slides of the other axis. */
static inline splits splits_after(splits possible, int left, int axis)
{
	if (left + 1 >= SPLITS)
		possible = every_split;
	else if (axis != ROWS)
		possible >>= 8;
	return axis == ROWS ? possible : __builtin_bswap64(possible << 8 * (SPLITS - 1 - left));
}

/* Tries all slides of one axis. The compiler makes a copy for each axis. */
static inline __attribute__((always_inline)) bool dfs_axis(struct worker *worker,
                                                           const struct close_all_node *node,
                                                           struct slide last, int left,
                                                           splits possible, const int axis)
{
	const struct close_all *all = worker->search->data;
	const int other = 1 - axis, length = all->geometry.length[axis],
		  lines = all->geometry.lines[axis];
	const int slides = left - 1 - node->lower[other]; /* of this axis that may follow */
	if (slides < 0)
		return false;
	const gaps most = most_after(all, slides);
	/* By the splits of the slides then left, as for this axis's repairs. */
	splits enough = 0;
	if (--left < SPLITS) {
		possible = splits_after(possible, left, axis);
		enough = all->left[left] - node->repair[axis];
	}
	struct slide slide = {.axis = (int8_t)axis};
	struct close_all_node next;
	next.lower[other] = node->lower[other];
	next.balance[other] = node->balance[other];
	for (slide.line = last.axis == axis ? last.line : 0; slide.line < lines; slide.line++) {
		const uint32_t word = word_at(&node->bytes, axis, slide.line, length);
		const struct line_change *change = &all->table[axis]->change[word];
		for (slide.heading = 0; slide.heading < HEADINGS; slide.heading++) {
			if (!slide_may_follow(&all->geometry, last, &slide))
				continue;
			worker->states++;
			next.balance[axis] = node->balance[axis] + change->balance[slide.heading];
			const splits repaired = (enough - change->repair[slide.heading]) & possible;
			if (!is_balanced(all, next.balance[axis], most) ||
			    (left < SPLITS && !repaired))
				continue;
			next.repair[axis] = node->repair[axis] + change->repair[slide.heading];
			const splits on = slide_node(all, node, slide, left, axis, &next);
			if (on != 0 && follow(worker, &next, slide, left, on))
				return true;
		}
	}
	return false;
}

static bool dfs(struct worker *worker, const struct close_all_node *node, struct slide last,
                int left, splits possible)
{
	return worker_continues(worker) && (dfs_axis(worker, node, last, left, possible, ROWS) ||
	                                    dfs_axis(worker, node, last, left, possible, COLUMNS));
}

/* The bound first, then the number of invalid sides. */
static int close_all_evaluate(const void *data, const struct board *board, int *lower)
{
	enum { WEIGHT = 4 };
	struct close_all_node node;
	node_init(data, board, &node);
	*lower = node_lower_bound(data, &node);
	return WEIGHT * *lower + bits_count(invalid_edges(&node.bytes, ROWS)) +
	       bits_count(invalid_edges(&node.bytes, COLUMNS));
}

static bool close_all_dfs(struct worker *worker, const struct board *board, struct slide last,
                          int left)
{
	struct close_all_node node;
	node_init(worker->search->data, board, &node);
	return dfs(worker, &node, last, left,
	           left < SPLITS ? splits_of(worker->search->data, &node, left) : every_split);
}

const struct goal_search lines_close_all = {
	.open = lines_close_all_open,
	.close = lines_close_all_close,
	.prepare = lines_close_all_prepare,
	.evaluate = close_all_evaluate,
	.dfs = close_all_dfs,
};
