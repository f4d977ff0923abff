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
 * must be closed except for n tiles in one of its rotations, and only its own slides rotate it.
 * Their sum over all rows is at most the number of row slides left. A table has the slides for each
 * row and each n.
 *
 * Cover. A few slides before the end, the lines that are slid must touch every invalid side. Few
 * sets of lines do, and only lines of those sets are slid. All sets of columns are tried at once, a
 * bit each.
 *
 * Two stronger bounds did not pay on shuffled boards of 5x5. Exact distances by the numbers of
 * sides in each column, in place of the balance, leave a tenth fewer nodes five slides before the
 * end. A cover that counts the repairs of a line, where it needs more than one slide, does too.
 *
 * Positions are laid out so that a line is a byte: left and right sides row by row, upper and lower
 * sides column by column. A row's sides that must agree are in its byte of the first two planes, a
 * column's in its byte of the other two. */
#include <stdlib.h>

#include "algo/least.h"
#include "puzzles/lines/solver/search.h"

enum {
	COVER_LEFT = 6,   /* slides left when the cover is tested first; fewer than SPLITS */
	CHUNK = 1024,     /* words of a table between two reports to the monitor */
	SPLITS = 8,       /* numbers of slides of one axis that a word of splits has */
	BALANCE_MAX = 15, /* slides of one axis up to which the balance counts */
	TOO_MANY = 15,    /* slides, for a row that can't be repaired */
	SET_WORDS = 4,    /* 64-bit words for a bit for each set of lines of an axis */
};

/* A byte for each number of slides of the other axis, 0 to 7. Bit 7: that split is possible. */
typedef uint64_t splits;

/* A field of 7 bits for each gap between two adjacent lines and for both edges. */
typedef uint64_t gaps;

/* What a slide of a line changes. */
struct line_change {
	splits repair[HEADINGS];
	gaps balance[HEADINGS];
};

/* By the word of a line: its byte of the first plane of its axis, and above it that of the
 * second. */
struct line_table {
	splits *repair; /* slides of the line, by slides of the other axis */
	gaps *balance;
	struct line_change *change;
};

/* A bit for each set of lines of one axis; a set is a number, with a bit for each line. */
struct line_sets {
	uint64_t word[SET_WORDS];
};

struct close_all {
	struct geometry geometry;
	struct line_table table[AXES]; /* one for both if lines are equally long */
	bool ready;
	splits left[SPLITS];                 /* slides left over by a split, with bit 7 set */
	gaps max[BALANCE_MAX + 1];           /* twice the slides in each field, with bit 6 set */
	uint64_t edges[1 << BOARD_SIDE_MAX]; /* edges that a set of lines touches, in every byte */
	struct line_sets touching[1 << BOARD_SIDE_MAX];   /* sets that touch all of these edges */
	struct line_sets containing[1 << BOARD_SIDE_MAX]; /* sets that contain all of these lines */
	struct line_sets size[AXES][COVER_LEFT + 1];      /* sets of so many lines, or of all */
	int words;                                        /* of line_sets, as many as are used */
};

static const splits every_split = UINT64_C(0x8080808080808080);
static const uint8_t every_line = 0xFF;
static const gaps sign = UINT64_C(0x4081020408102040); /* bit 6 of each field */

/* What the slides left may be. */
struct choice {
	splits possible;
	uint8_t lines[AXES]; /* a bit for each line that may be slid */
};

/* Planes 2 * axis and 2 * axis + 1: the sides that face backward and forward along the axis. */
struct line_bytes {
	uint64_t plane[2 * AXES];
};

/* A board with its bounds, which the search keeps up to date. */
struct close_all_node {
	struct line_bytes bytes;
	splits repair[AXES];
	gaps balance[AXES];
	int lower[AXES]; /* slides of each axis by the balance */
};

/* ---- positions ---- */

/* Rows become columns: blocks of four by four change places across the diagonal, then in each of
 * them blocks of two by two, then bits (Warren: Hacker's Delight, 2003). */
static uint64_t transpose(uint64_t plane)
{
	uint64_t change = (plane ^ plane >> 28) & UINT64_C(0x00000000F0F0F0F0);
	plane ^= change ^ change << 28;
	change = (plane ^ plane >> 14) & UINT64_C(0x0000CCCC0000CCCC);
	plane ^= change ^ change << 14;
	change = (plane ^ plane >> 7) & UINT64_C(0x00AA00AA00AA00AA);
	return plane ^ change ^ change << 7;
}

static void line_bytes_load(const struct board *board, struct line_bytes *bytes)
{
	bytes->plane[2 * ROWS] = board->plane[LEFT];
	bytes->plane[2 * ROWS + 1] = board->plane[RIGHT];
	bytes->plane[2 * COLUMNS] = transpose(board->plane[UP]);
	bytes->plane[2 * COLUMNS + 1] = transpose(board->plane[DOWN]);
}

static inline void line_bytes_slide(struct line_bytes *bytes, int axis, int line, int length,
                                    int heading)
{
	const uint64_t every = UINT64_MAX >> (64 - 8 * length);
	const uint64_t along = ((UINT64_C(1) << length) - 1) << 8 * line;
	const uint64_t across = (UINT64_C(0x0101010101010101) & every) << line;
	uint64_t *plane = &bytes->plane[2 * axis], *other = &bytes->plane[2 - 2 * axis];
	for (int i = 0; i < 2; i++)
		plane[i] = board_rotate(plane[i], along, 1, length, heading);
	for (int i = 0; i < 2; i++)
		other[i] = board_rotate(other[i], across, 8, length, heading);
}

/* ---- tables of the bounds repair and balance for every line that may occur ---- */

static uint32_t rotate_word(uint32_t word, int length, int by)
{
	const uint32_t ones = (1U << length) - 1, low = word & ones, high = word >> length;
	return ((low << by | low >> (length - by)) & ones) |
	       ((high << by | high >> (length - by)) & ones) << length;
}

/* How many tiles of a line must be replaced for it to be closed in this rotation: for each invalid
 * side one of the two tiles at it, the later one if there is a choice. */
static int tiles_to_replace(uint32_t word, int length)
{
	const uint32_t invalid = (word >> length) << 1 ^ (word & ((1U << length) - 1));
	int count = 0, replaced = -2;
	for (int edge = 0; edge <= length; edge++)
		if (invalid >> edge & 1 && replaced != edge - 1) {
			replaced = edge < length ? edge : length - 1;
			count++;
		}
	return count;
}

static splits repair_of(uint32_t word, int length)
{
	splits repair = 0;
	int first = SPLITS; /* the byte from which on all are set */
	for (int i = 0; i < length; i++) {
		const int cost = (i + 1) / 2, by = i % 2 == 0 ? cost : length - cost;
		const int others = tiles_to_replace(rotate_word(word, length, by), length);
		while (first > others)
			repair |= (splits)cost << 8 * --first;
	}
	while (first > 0)
		repair |= (splits)TOO_MANY << 8 * --first;
	return repair;
}

/* For each gap, the sides that face forward less those of the next tile that face backward; at the
 * board's edge each counts for two. Fields may be negative and borrow from the next, as the sum is
 * one number. */
static gaps balance_of(uint32_t word, int length)
{
	gaps sum = 2 * (gaps)(word & 1);
	for (int i = 1; i < length; i++) {
		sum += (gaps)(word >> (length + i - 1) & 1) << 7 * i;
		sum -= (gaps)(word >> i & 1) << 7 * i;
	}
	return sum + (2 * (gaps)(word >> (2 * length - 1) & 1) << 7 * length);
}

/* The changes of a word whose rotations have their repair and balance. */
static void fill_change(const struct line_table *table, uint32_t word, int length)
{
	struct line_change *change = &table->change[word];
	for (int heading = 0; heading < HEADINGS; heading++) {
		const uint32_t to = rotate_word(word, length, heading == FORWARD ? 1 : length - 1);
		change->repair[heading] = table->repair[to] - table->repair[word];
		change->balance[heading] = table->balance[to] - table->balance[word];
	}
}

/* Fills the tables of lines of one length. False: the search must end. */
static bool line_table_fill(const struct line_table *table, int length, struct worker *worker)
{
	const uint32_t words = 1U << 2 * length;
	for (uint32_t i = 0; i < 2 * words; i++) {
		if (i < words) {
			table->repair[i] = repair_of(i, length);
			table->balance[i] = balance_of(i, length);
		} else {
			fill_change(table, i - words, length);
		}
		if (i % CHUNK == CHUNK - 1 && !lines_worker_report(worker))
			return false;
	}
	return true;
}

/* The edges that a set touches, and its bit in each line_sets that it is one of. */
static void add_line_set(struct close_all *all, unsigned set)
{
	const uint64_t bit = UINT64_C(1) << set % 64;
	all->edges[set] = ((set | set << 1) & 0xFF) * UINT64_C(0x0101010101010101);
	for (unsigned byte = 0; byte < 1U << BOARD_SIDE_MAX; byte++) {
		if ((byte & ~all->edges[set]) == 0)
			all->touching[byte].word[set / 64] |= bit;
		if ((byte & ~set) == 0)
			all->containing[byte].word[set / 64] |= bit;
	}
	for (int axis = 0; axis < AXES; axis++) {
		const int lines = all->geometry.lines[axis];
		for (int count = 0; count <= COVER_LEFT && set >> lines == 0; count++)
			if (bits_count(set) == least(count, lines))
				all->size[axis][count].word[set / 64] |= bit;
	}
}

static void init_constants(struct close_all *all)
{
	const struct geometry *geometry = &all->geometry;
	for (int slides = 0; slides < SPLITS; slides++)
		for (int others = 0; others < SPLITS; others++)
			all->left[slides] |=
				(splits)(0x80 + (others < slides ? slides - others : 0))
				<< 8 * others;
	for (int slides = 0; slides <= BALANCE_MAX; slides++)
		all->max[slides] = sign + (sign >> 6) * (gaps)(2 * slides);
	const int most = greatest(geometry->lines[ROWS], geometry->lines[COLUMNS]);
	for (unsigned set = 0; set < 1U << most; set++)
		add_line_set(all, set);
	all->words = most <= 6 ? 1 : 1 << (most - 6);
}

/* How many tables there are. */
static int table_count(const struct geometry *geometry)
{
	return geometry->length[ROWS] == geometry->length[COLUMNS] ? 1 : AXES;
}

static void close_all_close(void *data)
{
	struct close_all *all = data;
	for (int axis = 0; axis < table_count(&all->geometry); axis++) {
		free(all->table[axis].repair);
		free(all->table[axis].balance);
		free(all->table[axis].change);
	}
	free(all);
}

static void *close_all_open(const struct geometry *geometry, const struct level *level,
                            size_t *bytes)
{
	struct close_all *all = lines_allocate(bytes, sizeof *all);
	(void)level;
	if (all == NULL)
		return NULL;
	all->geometry = *geometry;
	init_constants(all);
	for (int axis = 0; axis < table_count(geometry); axis++) {
		const int bits = 2 * geometry->length[axis];
		struct line_table *table = &all->table[axis];
		table->repair = lines_allocate(bytes, sizeof *table->repair << bits);
		table->balance = lines_allocate(bytes, sizeof *table->balance << bits);
		table->change = lines_allocate(bytes, sizeof *table->change << bits);
		if (table->repair == NULL || table->balance == NULL || table->change == NULL) {
			close_all_close(all);
			return NULL;
		}
	}
	if (table_count(geometry) == 1)
		all->table[COLUMNS] = all->table[ROWS];
	return all;
}

static bool close_all_prepare(void *data, struct search *search, uint64_t generated)
{
	struct close_all *all = data;
	struct worker worker = {.search = search, .first = true};
	(void)generated;
	for (int axis = 0; axis < table_count(&all->geometry) && !all->ready; axis++)
		if (!line_table_fill(&all->table[axis], all->geometry.length[axis], &worker))
			return false;
	all->ready = true;
	return true;
}

/* ---- bounds ---- */

static inline uint32_t word_at(const struct close_all *all, const struct line_bytes *bytes,
                               int axis, int line)
{
	const uint64_t first = bytes->plane[2 * axis] >> 8 * line & 0xFF;
	const uint64_t second = bytes->plane[2 * axis + 1] >> 8 * line & 0xFF;
	return (uint32_t)(first | second << all->geometry.length[axis]);
}

static inline splits repair_all(const struct close_all *all, const struct line_bytes *bytes,
                                int axis)
{
	const splits *repair = all->table[axis].repair;
	splits sum = 0;
	for (int line = 0; line < all->geometry.lines[axis]; line++)
		sum += repair[word_at(all, bytes, axis, line)];
	return sum;
}

static inline gaps limit_after(const struct close_all *all, int slides)
{
	return all->max[slides > BALANCE_MAX ? BALANCE_MAX : slides];
}

/* Whether as many slides as limit_after was given can balance all gaps. */
static inline bool is_balanced(gaps balance, gaps max)
{
	return ((max - balance) & (max + balance) & sign) == sign;
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
	line_bytes_load(board, &node->bytes);
	for (int axis = 0; axis < AXES; axis++) {
		gaps balance = 0;
		for (int line = 0; line < all->geometry.lines[axis]; line++)
			balance += all->table[axis].balance[word_at(all, &node->bytes, axis, line)];
		node->balance[axis] = balance;
		node->repair[axis] = repair_all(all, &node->bytes, axis);
		node->lower[axis] = 0;
		while (!is_balanced(balance, limit_after(all, node->lower[axis])))
			node->lower[axis]++;
	}
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

/* From bit 7 of each byte to a bit a byte. */
static inline unsigned gather(uint64_t set)
{
	return (unsigned)((set >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/* The sets of lines across this one that touch all its invalid edges. */
static inline const struct line_sets *touching(const struct close_all *all, uint64_t invalid,
                                               int line)
{
	return &all->touching[invalid >> 8 * line & 0xFF];
}

/* For each number, the sets of columns that touch all invalid edges along the rows, but for so many
 * rows at most. */
static inline __attribute__((always_inline)) void
columns_but_rows(const struct close_all *all, uint64_t invalid,
                 struct line_sets but[COVER_LEFT + 1], const int words)
{
	for (int i = 0; i < words; i++) {
		uint64_t sets[COVER_LEFT + 1];
#pragma GCC unroll 8
		for (int rows = 0; rows <= COVER_LEFT; rows++)
			sets[rows] = UINT64_MAX;
		for (int row = 0; row < all->geometry.lines[ROWS]; row++) {
			const uint64_t these = touching(all, invalid, row)->word[i];
#pragma GCC unroll 8
			for (int rows = COVER_LEFT; rows > 0; rows--)
				sets[rows] = (sets[rows] & these) | sets[rows - 1];
			sets[0] &= these;
		}
#pragma GCC unroll 8
		for (int rows = 0; rows <= COVER_LEFT; rows++)
			but[rows].word[i] = sets[rows];
	}
}

/* Adds the sets of so many rows that together with the columns touch every invalid edge. False:
 * there is none. */
static inline __attribute__((always_inline)) bool
add_rows(const struct close_all *all, const uint64_t invalid[AXES], unsigned columns, int count,
         struct line_sets *rows, const int words)
{
	const unsigned must = gather(bytes_set(invalid[ROWS] & ~all->edges[columns]));
	uint64_t any = 0;
	for (int i = 0; i < words; i++) {
		uint64_t sets = all->containing[must].word[i] & all->size[ROWS][count].word[i];
		for (int column = 0; column < all->geometry.lines[COLUMNS]; column++)
			sets &= touching(all, invalid[COLUMNS], column)->word[i] |
			        -(uint64_t)(columns >> column & 1);
		rows->word[i] |= sets;
		any |= sets;
	}
	return any != 0;
}

/* The rows that are in any of the sets. */
static inline __attribute__((always_inline)) uint8_t
lines_of_any(const struct close_all *all, const struct line_sets *sets, const int words)
{
	unsigned lines = 0;
	for (unsigned line = 1; line < 1U << BOARD_SIDE_MAX; line *= 2)
		for (int i = 0; i < words; i++)
			if (sets->word[i] & all->containing[line].word[i])
				lines |= line;
	return (uint8_t)lines;
}

static inline __attribute__((always_inline)) void
keep_covers_in(const struct close_all *all, const uint64_t invalid[AXES], int slides,
               struct choice *choice, const int words)
{
	const struct choice before = *choice;
	struct line_sets but[COVER_LEFT + 1], rows = {{0}};
	*choice = (struct choice){0};
	columns_but_rows(all, invalid[ROWS], but, words);
	for (int columns = 0; columns <= slides; columns++) {
		const splits split = (splits)0x80 << 8 * columns;
		if (!(before.possible & split))
			continue;
		for (int i = 0; i < words; i++) {
			uint64_t sets = but[slides - columns].word[i] &
			                all->size[COLUMNS][columns].word[i];
			for (; sets != 0; sets &= sets - 1) {
				const unsigned set = (unsigned)(64 * i + __builtin_ctzll(sets));
				if (!add_rows(all, invalid, set, slides - columns, &rows, words))
					continue;
				choice->possible |= split;
				choice->lines[COLUMNS] |= (uint8_t)set;
			}
		}
	}
	if (choice->possible != 0)
		choice->lines[ROWS] = lines_of_any(all, &rows, words);
}

/* Keeps, of a choice of slides, the splits and the lines of those whose lines touch every invalid
 * edge. */
static void keep_covers(const struct close_all *all, const struct line_bytes *bytes, int slides,
                        struct choice *choice)
{
	const uint64_t invalid[AXES] = {invalid_edges(bytes, ROWS), invalid_edges(bytes, COLUMNS)};
	if (all->words == 1)
		keep_covers_in(all, invalid, slides, choice, 1);
	else if (all->words == 2)
		keep_covers_in(all, invalid, slides, choice, 2);
	else
		keep_covers_in(all, invalid, slides, choice, SET_WORDS);
}

/* ---- the search ---- */

static bool dfs(struct worker *worker, const struct close_all_node *node, struct slide last,
                int left, const struct choice *choice);

/* The balance's bound on an axis after a slide of one of its lines: it changes by one at most. */
static inline int balance_after(const struct close_all *all, gaps balance, int before)
{
	if (before > 0 && is_balanced(balance, limit_after(all, before - 1)))
		return before - 1;
	return is_balanced(balance, limit_after(all, before)) ? before : before + 1;
}

/* Searches on from the board just reached, if a path of `left` slides may solve it. */
static inline bool follow(struct worker *worker, const struct close_all_node *next,
                          struct slide slide, int left, splits possible)
{
	const struct close_all *all = worker->search->data;
	struct choice choice = {possible, {every_line, every_line}};
	if (left <= COVER_LEFT) {
		keep_covers(all, &next->bytes, left, &choice);
		if (choice.possible == 0)
			return false;
	}
	worker->path[worker->depth++] = slide;
	if (left == 0 || dfs(worker, next, slide, left, &choice))
		return true;
	worker->depth--;
	return false;
}

/* Slides one line of a node. Returns the splits of `left` slides that may solve it. */
static inline __attribute__((always_inline)) splits
slide_node(const struct close_all *all, const struct close_all_node *node, struct slide slide,
           int left, const int axis, struct close_all_node *next)
{
	const int other = 1 - axis;
	next->lower[axis] = balance_after(all, next->balance[axis], node->lower[axis]);
	next->bytes = node->bytes;
	line_bytes_slide(&next->bytes, axis, slide.line, all->geometry.length[axis], slide.heading);
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
static inline __attribute__((always_inline)) bool
dfs_axis(struct worker *worker, const struct close_all_node *node, struct slide last, int left,
         const struct choice *choice, const int axis)
{
	const struct close_all *all = worker->search->data;
	const int other = 1 - axis, lines = all->geometry.lines[axis];
	const int slides = left - 1 - node->lower[other]; /* slides of this axis that may follow */
	if (slides < 0)
		return false;
	const gaps max = limit_after(all, slides);
	/* By the splits of the slides then left, as for this axis's repairs. */
	splits enough = 0, possible = choice->possible;
	if (--left < SPLITS) {
		possible = splits_after(possible, left, axis);
		enough = all->left[left] - node->repair[axis];
	}
	struct slide slide = {.axis = (int8_t)axis};
	struct close_all_node next;
	next.lower[other] = node->lower[other];
	next.balance[other] = node->balance[other];
	for (slide.line = last.axis == axis ? last.line : 0; slide.line < lines; slide.line++) {
		if (!(choice->lines[axis] >> slide.line & 1))
			continue;
		const uint32_t word = word_at(all, &node->bytes, axis, slide.line);
		const struct line_change *change = &all->table[axis].change[word];
		for (slide.heading = 0; slide.heading < HEADINGS; slide.heading++) {
			if (!slide_may_follow(&all->geometry, last, &slide))
				continue;
			worker->states++;
			next.balance[axis] = node->balance[axis] + change->balance[slide.heading];
			const splits repaired = (enough - change->repair[slide.heading]) & possible;
			if (!is_balanced(next.balance[axis], max) || (left < SPLITS && !repaired))
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
                int left, const struct choice *choice)
{
	return worker_continues(worker) && (dfs_axis(worker, node, last, left, choice, ROWS) ||
	                                    dfs_axis(worker, node, last, left, choice, COLUMNS));
}

/* How far the gaps across an axis are from being balanced: the sides at the edges, the squares of
 * the differences elsewhere, and the sides that must pass each gap for all to be balanced. */
static int imbalance(gaps balance, int length)
{
	enum { SQUARE_WEIGHT = 2 };
	int sum = 0, flow = 0;
	for (int gap = 0; gap <= length; gap++) {
		const int field = (int)((balance + sign) >> 7 * gap & 0x7F) - 0x40;
		if (gap == 0 || gap == length) {
			sum += field; /* it counts each side for two */
			flow += gap == 0 ? -field / 2 : field / 2;
		} else {
			sum += SQUARE_WEIGHT * field * field;
			flow += field;
		}
		sum += abs(flow);
	}
	return sum;
}

/* The bound, the number of invalid sides and the imbalance. The weights were found by hill climbing
 * on 60 shuffled boards of 5x5. */
static int close_all_evaluate(const void *data, const struct board *board, int *lower)
{
	enum { BOUND_WEIGHT = 10, INVALID_WEIGHT = 2 };
	const struct close_all *all = data;
	struct close_all_node node;
	node_init(all, board, &node);
	*lower = node.lower[ROWS] + node.lower[COLUMNS];
	while (*lower < SPLITS && splits_of(all, &node, *lower) == 0)
		++*lower;
	int estimate = BOUND_WEIGHT * *lower;
	for (int axis = 0; axis < AXES; axis++)
		estimate += INVALID_WEIGHT * bits_count(invalid_edges(&node.bytes, axis)) +
		            imbalance(node.balance[axis], all->geometry.length[axis]);
	return least(estimate, ESTIMATE_MAX);
}

static bool close_all_dfs(struct worker *worker, const struct board *board, struct slide last,
                          int left)
{
	struct close_all_node node;
	const struct close_all *all = worker->search->data;
	struct choice choice = {every_split, {every_line, every_line}};
	node_init(all, board, &node);
	if (left < SPLITS)
		choice.possible = splits_of(all, &node, left);
	return dfs(worker, &node, last, left, &choice);
}

const struct goal_search lines_close_all = {
	.open = close_all_open,
	.close = close_all_close,
	.prepare = close_all_prepare,
	.evaluate = close_all_evaluate,
	.dfs = close_all_dfs,
};
