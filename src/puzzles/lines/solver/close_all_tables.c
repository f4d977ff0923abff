/* Tables of the bounds repair and balance (see close_all.c) for every line that may occur. */
#include <stdlib.h>

#include "puzzles/lines/solver/close_all.h"

enum { CHUNK = 1024 }; /* words of a table between two reports to the monitor */

/* ---- lines ---- */

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
	int slides[SPLITS];
	for (int others = 0; others < SPLITS; others++)
		slides[others] = TOO_MANY;
	for (int by = 0; by < length; by++) {
		const int cost = by < length - by ? by : length - by;
		int others = tiles_to_replace(rotate_word(word, length, by), length);
		for (; others < SPLITS; others++)
			if (cost < slides[others])
				slides[others] = cost;
	}
	for (int others = 0; others < SPLITS; others++)
		repair |= (splits)slides[others] << 8 * others;
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

static void fill_word(const struct line_table *table, uint32_t word, int length)
{
	struct line_change *change = &table->change[word];
	table->repair[word] = repair_of(word, length);
	table->balance[word] = balance_of(word, length);
	for (int heading = 0; heading < HEADINGS; heading++) {
		const uint32_t to = rotate_word(word, length, heading == FORWARD ? 1 : length - 1);
		change->repair[heading] = repair_of(to, length) - table->repair[word];
		change->balance[heading] = balance_of(to, length) - table->balance[word];
	}
}

static size_t table_bytes(int length)
{
	return (sizeof(splits) + sizeof(gaps) + sizeof(struct line_change)) << 2 * length;
}

static bool line_table_init(struct line_table *table, int length)
{
	table->repair = malloc(sizeof(splits) << 2 * length);
	table->balance = malloc(sizeof(gaps) << 2 * length);
	table->change = malloc(sizeof(struct line_change) << 2 * length);
	return table->repair != NULL && table->balance != NULL && table->change != NULL;
}

static void init_constants(struct close_all *all)
{
	const struct geometry *geometry = &all->geometry;
	for (int slides = 0; slides < SPLITS; slides++)
		for (int others = 0; others < SPLITS; others++)
			all->left[slides] |=
				(splits)(0x80 + (others < slides ? slides - others : 0))
				<< 8 * others;
	for (int i = 0; i <= BOARD_SIDE_MAX; i++)
		all->sign |= (gaps)0x40 << 7 * i;
	for (int slides = 0; slides <= BALANCE_MAX; slides++)
		all->most[slides] = all->sign + (all->sign >> 6) * (gaps)(2 * slides);
	for (unsigned set = 0; set < 1U << BOARD_SIDE_MAX; set++)
		all->edges[set] = ((set | set << 1) & 0xFF) * UINT64_C(0x0101010101010101);
	for (unsigned set = 0; set < 1U << geometry->lines[COLUMNS]; set++) {
		const int size = bits_count(set);
		all->set[size][all->sets[size]++] = (uint8_t)set;
	}
}

void *lines_close_all_open(const struct geometry *geometry, const struct level *level, size_t bytes,
                           size_t *used)
{
	const bool square = geometry->length[ROWS] == geometry->length[COLUMNS];
	(void)level;
	*used = sizeof(struct close_all) + table_bytes(geometry->length[ROWS]);
	if (!square)
		*used += table_bytes(geometry->length[COLUMNS]);
	struct close_all *all = *used <= bytes ? calloc(1, sizeof *all) : NULL;
	if (all == NULL)
		return NULL;
	all->geometry = *geometry;
	init_constants(all);
	for (int axis = 0; axis < AXES; axis++) {
		const int shared = square ? ROWS : axis;
		all->table[axis] = &all->store[shared];
		if (shared == axis && !line_table_init(&all->store[axis], geometry->length[axis])) {
			lines_close_all_close(all);
			return NULL;
		}
	}
	return all;
}

void lines_close_all_close(void *data)
{
	struct close_all *all = data;
	for (int axis = 0; axis < AXES; axis++) {
		free(all->store[axis].repair);
		free(all->store[axis].balance);
		free(all->store[axis].change);
	}
	free(all);
}

bool lines_close_all_prepare(void *data, struct search *search, uint64_t generated)
{
	struct close_all *all = data;
	struct worker worker;
	(void)generated;
	lines_worker_init(&worker, search, true);
	for (int axis = 0; axis < AXES && !all->ready; axis++) {
		const int length = all->geometry.length[axis];
		if (all->table[axis] != &all->store[axis])
			continue;
		for (uint32_t word = 0; word < 1U << 2 * length; word++) {
			fill_word(&all->store[axis], word, length);
			if (word % CHUNK == CHUNK - 1 && !lines_worker_report(&worker))
				return false;
		}
	}
	all->ready = true;
	return true;
}

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

void lines_line_bytes_load(const struct board *board, struct line_bytes *bytes)
{
	bytes->plane[2 * ROWS] = board->plane[LEFT];
	bytes->plane[2 * ROWS + 1] = board->plane[RIGHT];
	bytes->plane[2 * COLUMNS] = transpose(board->plane[UP]);
	bytes->plane[2 * COLUMNS + 1] = transpose(board->plane[DOWN]);
}
