/* Closing all: a walk of iterative deepening with three bounds.
 *
 * Row slides and column slides are counted apart. Of the slides that are left some number are row
 * slides and the others column slides; each bound rules out some of these splits, and where none is
 * left there is no way.
 *
 * Balance. A row slide takes one tile from each column and gives it another one, and leaves what
 * each row holds. So where one column has more right sides than the next one has left sides, each
 * row slide makes up for two of them at most; those that look over the board's edge go one by one.
 * The other way round for column slides.
 *
 * Repair. A column slide changes one tile of each row. With so many column slides each row must be
 * closed but for so many tiles, in one of its rotations; and the slides to get there are the row's
 * own. So their sum over all rows is no more than the row slides that are left. A table has that
 * for each row and each number of column slides.
 *
 * Cover. Few slides before the end, the lines that are slid must touch every side that meets
 * nothing. */
#include "puzzles/lines/solver/close_all.h"

#include <stdlib.h>

#include "puzzles/lines/solver/faces.h"

enum {
	BALANCE_MAX = 15, /* slides of one axis up to which the balance is looked at */
	TOO_MANY = 15,    /* slides, for a row that can't be repaired */
	COVER_LEFT = 4,   /* slides left when lines to cover are looked for */
	SETS_MAX = 70,    /* sets of four of eight lines */
	CHUNK = 1024,     /* words of a table between two looks at the watch */
};

/* A byte for each number of slides of the other axis, 0 to 7; bit 7 of each: that split is
 * possible. */
typedef uint64_t splits;

static const splits every_split = UINT64_C(0x8080808080808080);

/* A field of 7 bits for each gap between two lines side by side and for both edges. */
typedef uint64_t gaps;

/* What a slide of a line changes. */
struct change {
	splits repair[WAYS];
	gaps balance[WAYS];
};

/* By the word of a line: its sides that look back, and above them those that look on. */
struct table {
	splits *repair; /* slides of the line by slides of the other axis */
	gaps *balance;
	struct change *change;
};

struct all {
	struct field field;
	struct table store[AXES];
	const struct table *table[AXES]; /* one for both where lines are equally long */
	bool ready;
	splits left[FAR];                    /* slides left over by a split, with bit 7 set */
	gaps most[BALANCE_MAX + 1];          /* twice so many in each field, with bit 6 set */
	gaps sign;                           /* bit 6 of each field */
	uint64_t edges[1 << BOARD_SIDE_MAX]; /* that a set of lines touches, in every byte */
	uint8_t set[BOARD_SIDE_MAX + 1][SETS_MAX],
		sets[BOARD_SIDE_MAX + 1]; /* of columns, by size */
};

struct node {
	struct faces faces;
	splits repair[AXES];
	gaps balance[AXES];
	int least[AXES]; /* slides that the balance calls for */
};

/* ---- tables ---- */

static uint32_t rotate_word(uint32_t word, int length, int by)
{
	const uint32_t ones = (1U << length) - 1, back = word & ones, on = word >> length;
	return ((back << by | back >> (length - by)) & ones) |
	       ((on << by | on >> (length - by)) & ones) << length;
}

/* How many tiles of a line must be others for it to be closed as it lies: each side that meets
 * nothing has one of the two tiles at it replaced, the later one where there is a choice. */
static int tiles_to_replace(uint32_t word, int length)
{
	const uint32_t wrong = (word >> length) << 1 ^ (word & ((1U << length) - 1));
	int count = 0, replaced = -2;
	for (int edge = 0; edge <= length; edge++)
		if (wrong >> edge & 1 && replaced != edge - 1) {
			replaced = edge < length ? edge : length - 1;
			count++;
		}
	return count;
}

static splits repair_of(uint32_t word, int length)
{
	splits repair = 0;
	int slides[FAR];
	for (int others = 0; others < FAR; others++)
		slides[others] = TOO_MANY;
	for (int by = 0; by < length; by++) {
		const int cost = by < length - by ? by : length - by;
		int others = tiles_to_replace(rotate_word(word, length, by), length);
		for (; others < FAR; others++)
			if (cost < slides[others])
				slides[others] = cost;
	}
	for (int others = 0; others < FAR; others++)
		repair |= (splits)slides[others] << 8 * others;
	return repair;
}

/* Sides that look on less those of the next line that look back; over the board's edge each counts
 * for two. Fields may be negative: as a sum of numbers, it carries. */
static gaps balance_of(uint32_t word, int length)
{
	gaps sum = 2 * (gaps)(word & 1);
	for (int i = 1; i < length; i++) {
		sum += (gaps)(word >> (length + i - 1) & 1) << 7 * i;
		sum -= (gaps)(word >> i & 1) << 7 * i;
	}
	return sum + (2 * (gaps)(word >> (2 * length - 1) & 1) << 7 * length);
}

static void fill_word(const struct table *table, uint32_t word, int length)
{
	struct change *change = &table->change[word];
	table->repair[word] = repair_of(word, length);
	table->balance[word] = balance_of(word, length);
	for (int way = 0; way < WAYS; way++) {
		const uint32_t to = rotate_word(word, length, way == ON ? 1 : length - 1);
		change->repair[way] = repair_of(to, length) - table->repair[word];
		change->balance[way] = balance_of(to, length) - table->balance[word];
	}
}

static size_t table_bytes(int length)
{
	return (sizeof(splits) + sizeof(gaps) + sizeof(struct change)) << 2 * length;
}

static bool state_table_init(struct table *table, int length)
{
	table->repair = malloc(sizeof(splits) << 2 * length);
	table->balance = malloc(sizeof(gaps) << 2 * length);
	table->change = malloc(sizeof(struct change) << 2 * length);
	return table->repair != NULL && table->balance != NULL && table->change != NULL;
}

static void init_constants(struct all *all)
{
	const struct field *field = &all->field;
	for (int slides = 0; slides < FAR; slides++)
		for (int others = 0; others < FAR; others++)
			all->left[slides] |=
				(splits)(0x80 + (others < slides ? slides - others : 0))
				<< 8 * others;
	for (int i = 0; i <= BOARD_SIDE_MAX; i++)
		all->sign |= (gaps)0x40 << 7 * i;
	for (int slides = 0; slides <= BALANCE_MAX; slides++)
		all->most[slides] = all->sign + (all->sign >> 6) * (gaps)(2 * slides);
	for (unsigned set = 0; set < 1U << BOARD_SIDE_MAX; set++)
		all->edges[set] = ((set | set << 1) & 0xFF) * UINT64_C(0x0101010101010101);
	for (unsigned set = 0; set < 1U << field->lines[COLUMNS]; set++) {
		const int size = bits_count(set);
		all->set[size][all->sets[size]++] = (uint8_t)set;
	}
}

struct all *lines_all_new(const struct field *field, size_t bytes, size_t *used)
{
	const bool square = field->length[ROWS] == field->length[COLUMNS];
	*used = sizeof(struct all) + table_bytes(field->length[ROWS]);
	if (!square)
		*used += table_bytes(field->length[COLUMNS]);
	struct all *all = *used <= bytes ? calloc(1, sizeof *all) : NULL;
	if (all == NULL)
		return NULL;
	all->field = *field;
	init_constants(all);
	for (int axis = 0; axis < AXES; axis++) {
		const int own = square ? ROWS : axis;
		all->table[axis] = &all->store[own];
		if (own == axis && !state_table_init(&all->store[axis], field->length[axis])) {
			lines_all_free(all);
			return NULL;
		}
	}
	return all;
}

void lines_all_free(struct all *all)
{
	for (int axis = 0; axis < AXES; axis++) {
		free(all->store[axis].repair);
		free(all->store[axis].balance);
		free(all->store[axis].change);
	}
	free(all);
}

bool lines_all_prepare(struct all *all, struct effort *effort)
{
	struct walker walker;
	lines_walker_init(&walker, effort, true);
	for (int axis = 0; axis < AXES && !all->ready; axis++) {
		const int length = all->field.length[axis];
		if (all->table[axis] != &all->store[axis])
			continue;
		for (uint32_t word = 0; word < 1U << 2 * length; word++) {
			fill_word(&all->store[axis], word, length);
			if (word % CHUNK == CHUNK - 1 && !lines_walker_look(&walker))
				return false;
		}
	}
	all->ready = true;
	return true;
}

/* ---- bounds ---- */

static inline uint32_t word_at(const struct faces *faces, int axis, int line, int length)
{
	return (uint32_t)((faces->plane[2 * axis] >> 8 * line & 0xFF) |
	                  (faces->plane[2 * axis + 1] >> 8 * line & 0xFF) << length);
}

static inline splits repair_all(const struct all *all, const struct faces *faces, int axis)
{
	const int lines = all->field.lines[axis], length = all->field.length[axis];
	const splits *repair = all->table[axis]->repair;
	splits sum = 0;
	for (int line = 0; line < lines; line++)
		sum += repair[word_at(faces, axis, line, length)];
	return sum;
}

static inline gaps most_after(const struct all *all, int slides)
{
	return all->most[slides > BALANCE_MAX ? BALANCE_MAX : slides];
}

/* Whether so many slides, as most_after has them, can make up for all gaps. */
static inline bool is_balanced(const struct all *all, gaps balance, gaps most)
{
	return ((most - balance) & (most + balance) & all->sign) == all->sign;
}

/* The splits of so many slides that leave each axis as many as it calls for: a byte for each number
 * of column slides. */
static inline splits splits_between(int columns, int rows, int slides)
{
	if (rows + columns > slides)
		return 0;
	return every_split << 8 * columns & every_split >> 8 * (FAR - 1 - slides + rows);
}

/* The splits that leave enough slides to repair the lines of an axis. */
static inline splits splits_to_repair(const struct all *all, splits repair, int axis, int slides)
{
	const splits enough = all->left[slides] - repair;
	return axis == ROWS ? enough : __builtin_bswap64(enough) >> 8 * (FAR - 1 - slides);
}

/* All bounds but the cover, for less than FAR slides. */
static inline splits splits_of(const struct all *all, const struct node *node, int slides)
{
	return splits_to_repair(all, node->repair[ROWS], ROWS, slides) &
	       splits_to_repair(all, node->repair[COLUMNS], COLUMNS, slides) &
	       splits_between(node->least[COLUMNS], node->least[ROWS], slides);
}

static void node_init(const struct all *all, const struct board *board, struct node *node)
{
	lines_faces_load(board, &node->faces);
	for (int axis = 0; axis < AXES; axis++) {
		const int length = all->field.length[axis];
		node->balance[axis] = 0;
		for (int line = 0; line < all->field.lines[axis]; line++)
			node->balance[axis] +=
				all->table[axis]
					->balance[word_at(&node->faces, axis, line, length)];
		node->repair[axis] = repair_all(all, &node->faces, axis);
		node->least[axis] = 0;
		while (!is_balanced(all, node->balance[axis], most_after(all, node->least[axis])))
			node->least[axis]++;
	}
}

static int node_at_least(const struct all *all, const struct node *node)
{
	int slides = node->least[ROWS] + node->least[COLUMNS];
	while (slides < FAR && splits_of(all, node, slides) == 0)
		slides++;
	return slides;
}

/* ---- the cover ---- */

/* The sides of an axis's lines that meet nothing: a bit for the edge before each cell, and behind
 * the last one where a byte has room for it. */
static inline uint64_t wrong_edges(const struct faces *faces, int axis)
{
	const uint64_t on = faces->plane[2 * axis + 1] << 1 & UINT64_C(0xFEFEFEFEFEFEFEFE);
	return on ^ faces->plane[2 * axis];
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

/* Whether the rows, and some more of them, leave no wrong edge in columns other than these. */
static bool rows_suffice(const struct all *all, uint64_t wrong, unsigned rows, unsigned columns,
                         int more)
{
	const unsigned others = gather(bytes_set(wrong & ~all->edges[rows])) & ~columns;
	if (others == 0 || more == 0)
		return others == 0;
	for (int row = 0; row < all->field.lines[ROWS]; row++)
		if (!(rows >> row & 1) &&
		    rows_suffice(all, wrong, rows | 1U << row, columns, more - 1))
			return true;
	return false;
}

static bool can_cover(const struct all *all, const uint64_t wrong[AXES], int columns, int rows)
{
	for (int i = 0; i < all->sets[columns]; i++) {
		const unsigned set = all->set[columns][i];
		const uint64_t touched = bytes_set(wrong[ROWS] & ~all->edges[set]);
		const int more = rows - count_bytes(touched);
		if (more >= 0 && rows_suffice(all, wrong[COLUMNS], gather(touched), set, more))
			return true;
	}
	return false;
}

/* Of these splits, those by which lines can be chosen that touch every wrong edge. */
static splits splits_to_cover(const struct all *all, const struct faces *faces, splits possible,
                              int slides)
{
	const uint64_t wrong[AXES] = {wrong_edges(faces, ROWS), wrong_edges(faces, COLUMNS)};
	splits kept = 0;
	for (int columns = 0; columns <= slides; columns++) {
		const splits split = (splits)0x80 << 8 * columns;
		if (possible & split && (columns >= all->field.lines[COLUMNS] ||
		                         can_cover(all, wrong, columns, slides - columns)))
			kept |= split;
	}
	return kept;
}

/* ---- the walk ---- */

static bool walk(struct walker *walker, const struct node *node, struct turn last, int left,
                 splits possible);

/* The least slides of an axis after one of its lines was slid: one more, one less or as before. */
static inline int least_after(const struct all *all, gaps balance, int before)
{
	if (before > 0 && is_balanced(all, balance, most_after(all, before - 1)))
		return before - 1;
	return is_balanced(all, balance, most_after(all, before)) ? before : before + 1;
}

/* Whether a way of `left` slides may lead on from the board that was just reached. */
static inline bool follow(struct walker *walker, const struct node *next, struct turn turn,
                          int left, splits possible)
{
	const struct all *all = walker->effort->own;
	if (left <= COVER_LEFT) {
		possible = splits_to_cover(all, &next->faces, possible, left);
		if (possible == 0)
			return false;
	}
	walker->path[walker->depth++] = turn;
	if (left == 0 || walk(walker, next, turn, left, possible))
		return true;
	walker->depth--;
	return false;
}

/* Slides one line of a node. 0: no way of `left` slides leads on from there. */
static inline __attribute__((always_inline)) splits slide_node(const struct all *all,
                                                               const struct node *node,
                                                               struct turn turn, int left,
                                                               const int axis, struct node *next)
{
	const int other = 1 - axis, length = all->field.length[axis];
	next->least[axis] = least_after(all, next->balance[axis], node->least[axis]);
	next->faces = node->faces;
	faces_slide_along(&next->faces, axis, turn.line, length, turn.way);
	faces_slide_across(&next->faces, axis, turn.line, length, turn.way);
	next->repair[other] = repair_all(all, &next->faces, other);
	return left < FAR ? splits_of(all, next, left) : every_split;
}

/* The splits that are left when one slide of the axis has been made, by the slides of the other. */
static inline splits splits_behind(splits possible, int left, int axis)
{
	if (left + 1 >= FAR)
		possible = every_split;
	else if (axis != ROWS)
		possible >>= 8;
	return axis == ROWS ? possible : __builtin_bswap64(possible << 8 * (FAR - 1 - left));
}

/* All slides of one axis that may follow. The compiler makes a copy for each axis. */
static inline __attribute__((always_inline)) bool walk_axis(struct walker *walker,
                                                            const struct node *node,
                                                            struct turn last, int left,
                                                            splits possible, const int axis)
{
	const struct all *all = walker->effort->own;
	const int other = 1 - axis, length = all->field.length[axis],
		  lines = all->field.lines[axis];
	const int slides = left - 1 - node->least[other]; /* of this axis that may follow */
	if (slides < 0)
		return false;
	const gaps most = most_after(all, slides);
	/* In splits of what is then left, for the bytes of this axis's repairs. */
	splits enough = 0;
	if (--left < FAR) {
		possible = splits_behind(possible, left, axis);
		enough = all->left[left] - node->repair[axis];
	}
	struct turn turn = {.axis = (int8_t)axis};
	struct node next;
	next.least[other] = node->least[other];
	next.balance[other] = node->balance[other];
	for (turn.line = last.axis == axis ? last.line : 0; turn.line < lines; turn.line++) {
		const uint32_t word = word_at(&node->faces, axis, turn.line, length);
		const struct change *change = &all->table[axis]->change[word];
		for (turn.way = 0; turn.way < WAYS; turn.way++) {
			if (!turn_follows(&all->field, last, &turn))
				continue;
			walker->states++;
			next.balance[axis] = node->balance[axis] + change->balance[turn.way];
			const splits repaired = (enough - change->repair[turn.way]) & possible;
			if (!is_balanced(all, next.balance[axis], most) ||
			    (left < FAR && !repaired))
				continue;
			next.repair[axis] = node->repair[axis] + change->repair[turn.way];
			const splits on = slide_node(all, node, turn, left, axis, &next);
			if (on != 0 && follow(walker, &next, turn, left, on))
				return true;
		}
	}
	return false;
}

static bool walk(struct walker *walker, const struct node *node, struct turn last, int left,
                 splits possible)
{
	return walker_goes_on(walker) && (walk_axis(walker, node, last, left, possible, ROWS) ||
	                                  walk_axis(walker, node, last, left, possible, COLUMNS));
}

/* ---- for the search ---- */

/* The bound first, and then how many sides meet nothing. */
static int all_rank(const void *own, const struct board *board, int *least)
{
	enum { WEIGHT = 4 };
	struct node node;
	node_init(own, board, &node);
	*least = node_at_least(own, &node);
	return WEIGHT * *least + bits_count(wrong_edges(&node.faces, ROWS)) +
	       bits_count(wrong_edges(&node.faces, COLUMNS));
}

static bool all_walk(struct walker *walker, const struct board *board, struct turn last, int left)
{
	struct node node;
	node_init(walker->effort->own, board, &node);
	return walk(walker, &node, last, left,
	            left < FAR ? splits_of(walker->effort->own, &node, left) : every_split);
}

const struct goal_kind lines_all_kind = {
	.rank = all_rank,
	.walk = all_walk,
};
