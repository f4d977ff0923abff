#include "puzzles/gems/rules.h"

#include <assert.h>
#include <string.h>

#include "algo/hash.h"
#include "puzzle/puzzle.h"

enum {
	KIND_SHIFT = 5,      /* a byte of a cell has its gem's kind above the colour */
	NIBBLE_DEAD = 15,    /* a dead gem in half a byte */
	SHUFFLES_MAX = 100,  /* attempts to reshuffle the board's gems, and then others */
	UNLIMITED = 1 << 20, /* gems in a bag that does not run out */
};

/* ---- packed states: cells, letters taken, score ---- */

static int cell_bytes(const struct level *level)
{
	return (level->rules & RULE_WIDE) != 0 ? level_cells(level) : (level_cells(level) + 1) / 2;
}

/* Bytes for the number of letters that a column has taken. A random stream repeats after 2^24. */
static int taken_bytes(const struct level *level)
{
	if ((level->rules & RULE_RANDOM) != 0)
		return 3;
	if ((level->rules & RULE_STREAMS) == 0)
		return 0;
	for (int column = 0; column < level->columns; column++)
		if (level->table[column][255] != EMPTY)
			return 2;
	return 1;
}

static int score_bytes(const struct level *level)
{
	if ((level->rules & RULE_SPECIALS) != 0)
		return 4;
	if ((level->rules & RULE_SCORE) == 0)
		return 0;
	return level->amount < 1 << 8 ? 1 : level->amount < 1 << 16 ? 2 : 3;
}

static bool fits_nibble(uint8_t cell)
{
	return cell < NIBBLE_DEAD || cell == DEAD_GEM;
}

static uint32_t get_number(const uint8_t **byte, int bytes)
{
	uint32_t number = 0;
	for (int i = 0; i < bytes; i++)
		number = number << 8 | *(*byte)++;
	return number;
}

static void put_number(uint8_t **byte, int bytes, uint32_t number)
{
	for (int i = bytes - 1; i >= 0; i--)
		*(*byte)++ = (uint8_t)(number >> 8 * i);
}

static uint8_t from_nibble(unsigned nibble)
{
	return nibble == NIBBLE_DEAD ? DEAD_GEM : (uint8_t)nibble;
}

static unsigned to_nibble(uint8_t cell)
{
	assert(fits_nibble(cell));
	return cell == DEAD_GEM ? NIBBLE_DEAD : cell;
}

static void unpack_wide(const struct level *level, const uint8_t *byte, struct gems *gems)
{
	for (int cell = 0; cell < level_cells(level); cell++) {
		gems->cell[cell] = byte[cell] & ((1 << KIND_SHIFT) - 1);
		gems->kind[cell] = byte[cell] >> KIND_SHIFT;
	}
}

static void pack_wide(const struct level *level, const struct gems *gems, uint8_t *byte)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		byte[cell] = (uint8_t)(gems->kind[cell] << KIND_SHIFT | gems->cell[cell]);
}

void gems_unpack(const struct level *level, const struct state *state, struct gems *gems)
{
	const int cells = level_cells(level), taken = taken_bytes(level);
	const uint8_t *byte = state->byte + cell_bytes(level);
	if ((level->rules & RULE_WIDE) != 0)
		unpack_wide(level, state->byte, gems);
	else {
		memset(gems->kind, GEM_PLAIN, (size_t)cells);
		for (int cell = 0; cell < cells; cell += 2) {
			gems->cell[cell] = from_nibble(state->byte[cell / 2] & 15);
			gems->cell[cell + 1] = from_nibble(state->byte[cell / 2] >> 4);
		}
	}
	for (int column = 0; column < level->columns; column++)
		gems->taken[column] = get_number(&byte, taken);
	gems->score = (int)get_number(&byte, score_bytes(level));
	assert(byte == state->byte + level->state_size);
}

void gems_pack(const struct level *level, const struct gems *gems, struct state *state)
{
	const int cells = level_cells(level), taken = taken_bytes(level);
	uint8_t *byte = state->byte + cell_bytes(level);
	if ((level->rules & RULE_WIDE) != 0)
		pack_wide(level, gems, state->byte);
	else
		for (int cell = 0; cell < cells; cell += 2) {
			const unsigned upper =
				cell + 1 < cells ? to_nibble(gems->cell[cell + 1]) : 0;
			state->byte[cell / 2] = (uint8_t)(to_nibble(gems->cell[cell]) | upper << 4);
		}
	for (int column = 0; column < level->columns; column++)
		put_number(&byte, taken, gems->taken[column]);
	put_number(&byte, score_bytes(level), (uint32_t)gems->score);
	assert(byte == state->byte + level->state_size);
}

void gems_set_start(struct level *level, const struct gems *start)
{
	bool narrow = stream_colours(level) < NIBBLE_DEAD && (level->rules & RULE_SPECIALS) == 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		narrow = narrow && fits_nibble(start->cell[cell]);
	for (int column = 0; column < level->columns; column++)
		for (int i = 0; i < CELLS_MAX && level->table[column][i] != EMPTY; i++)
			narrow = narrow && fits_nibble(level->table[column][i]);
	level->rules &= ~(uint32_t)RULE_WIDE;
	level->rules |= narrow ? 0 : RULE_WIDE;
	const int taken = taken_bytes(level) * level->columns;
	level->state_size = (size_t)cell_bytes(level) + (size_t)taken + (size_t)score_bytes(level);
	assert(level->state_size <= sizeof level->start.byte);
	level->start = (struct state){{0}};
	gems_pack(level, start, &level->start);
}

/* ---- swaps ---- */

int gems_partner(const struct level *level, int swap)
{
	const int cell = swap / 2, columns = level->columns;
	if (cell >= level_cells(level))
		return -1;
	if (swap % 2 != 0)
		return cell >= columns ? cell - columns : -1;
	return cell % columns + 1 < columns ? cell + 1 : -1;
}

void gems_swap(struct gems *gems, int a, int b)
{
	const uint8_t held = gems->cell[a], kind = gems->kind[a];
	gems->cell[a] = gems->cell[b];
	gems->kind[a] = gems->kind[b];
	gems->cell[b] = held;
	gems->kind[b] = kind;
}

/* How many cells from `cell` on, in steps of `step`, equal it: up to two, and not beyond the `room`
 * cells to the edge. */
static int equals(const uint8_t *cell, int step, int room)
{
	if (room < 1 || cell[step] != *cell)
		return 0;
	return room > 1 && cell[2 * step] == *cell ? 2 : 1;
}

static bool is_in_run(const struct level *level, const struct gems *gems, int at)
{
	const uint8_t *cell = &gems->cell[at];
	const int columns = level->columns, row = at / columns, column = at % columns;
	return is_gem(*cell) &&
	       (equals(cell, -1, column) + equals(cell, 1, columns - 1 - column) >= 2 ||
	        equals(cell, -columns, row) + equals(cell, columns, level->rows - 1 - row) >= 2);
}

/* Whether one of two neighbours is a colour gem, and the other a gem. */
static bool has_colour_gem(const struct gems *gems, int a, int b)
{
	return is_gem(gems->cell[a]) && is_gem(gems->cell[b]) &&
	       (gems->kind[a] == GEM_COLOUR || gems->kind[b] == GEM_COLOUR);
}

/* Swaps two neighbours. False, and no change, if that makes no run, and neither is a colour gem. */
static bool swap_neighbours(const struct level *level, struct gems *gems, int a, int b)
{
	const uint8_t one = gems->cell[a], other = gems->cell[b];
	const bool holes = (level->rules & RULE_HOLES) != 0;
	const bool certain = has_colour_gem(gems, a, b);
	if ((one == other && !certain) || one == DEAD_GEM || other == DEAD_GEM ||
	    ((one == EMPTY || other == EMPTY) && !holes))
		return false;
	gems_swap(gems, a, b);
	if (certain || is_in_run(level, gems, a) || is_in_run(level, gems, b))
		return true;
	gems_swap(gems, a, b);
	return false;
}

bool gems_make_swap(const struct level *level, struct gems *gems, int swap)
{
	const int partner = gems_partner(level, swap);
	return partner >= 0 && swap_neighbours(level, gems, swap / 2, partner);
}

int gems_next_swap(const struct level *level, struct gems *gems, int swap)
{
	for (; swap < 2 * level_cells(level); swap++) {
		const int partner = gems_partner(level, swap);
		if (partner >= 0 && swap_neighbours(level, gems, swap / 2, partner)) {
			gems_swap(gems, swap / 2, partner);
			return swap;
		}
	}
	return -1;
}

/* ---- steps ---- */

uint8_t gems_letter(const struct level *level, int column, uint32_t taken)
{
	if ((level->rules & RULE_RANDOM) == 0)
		return taken < CELLS_MAX ? level->table[column][taken] : EMPTY;
	struct random key = {level->seed};
	struct random random = {random_next(&key) ^ ((uint64_t)column << 32 | taken)};
	return (uint8_t)(1 + random_below(&random, (uint32_t)stream_colours(level)));
}

int gems_count_column(const struct level *level, const struct gems *gems, int column,
                      int count[COLOURS_MAX + 1])
{
	int all = 0;
	uint8_t letter;
	for (int cell = column; cell < level_cells(level); cell += level->columns)
		if (is_gem(gems->cell[cell])) {
			count[gems->cell[cell]]++;
			all++;
		}
	if ((level->rules & RULE_RANDOM) != 0)
		return all;
	for (uint32_t i = gems->taken[column];
	     (letter = gems_letter(level, column, i)) != EMPTY; i++) {
		count[letter]++;
		all++;
	}
	return all;
}

int gems_count_wanted(const struct level *level, const struct gems *gems)
{
	int count[COLOURS_MAX + 1] = {0}, wanted = 0;
	for (int column = 0; column < level->columns; column++)
		gems_count_column(level, gems, column, count);
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		wanted += is_wanted(level, colour) ? count[colour] : 0;
	return wanted;
}

int gems_find_runs(const struct level *level, const struct gems *gems, bool in_run[CELLS_MAX])
{
	const int rows = level->rows, columns = level->columns;
	const uint8_t *cell = gems->cell;
	int windows = 0;
	memset(in_run, 0, (size_t)level_cells(level) * sizeof *in_run);
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++, cell++, in_run++) {
			if (!is_gem(*cell))
				continue;
			if (column + 2 < columns && equals(cell, 1, 2) == 2) {
				in_run[0] = in_run[1] = in_run[2] = true;
				windows++;
			}
			if (row + 2 < rows && equals(cell, columns, 2) == 2) {
				in_run[0] = in_run[columns] = in_run[2 * columns] = true;
				windows++;
			}
		}
	return windows;
}

bool gems_find_step(const struct level *level, const struct gems *gems, int number, int swap,
                    struct gems_step *step)
{
	const int runs = gems_find_runs(level, gems, step->cleared);
	step->points = POINTS * number * runs;
	step->left_count = 0;
	if ((level->rules & RULE_SPECIALS) == 0)
		return runs > 0;
	const bool first = number == 1 && swap >= 0;
	const int cells[2] = {first ? swap / 2 : -1, first ? gems_partner(level, swap) : -1};
	const int others = gems_add_specials(level, gems, cells, step);
	step->points += BLAST_POINTS * number * others;
	step->points *= gems_score_rank(level, gems->score);
	return runs > 0 || others > 0;
}

void gems_clear(const struct level *level, struct gems *gems, const struct gems_step *step)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		if (step->cleared[cell]) {
			gems->cell[cell] = EMPTY;
			gems->kind[cell] = GEM_PLAIN;
		}
	for (int i = 0; i < step->left_count; i++) {
		gems->cell[step->left[i].cell] = step->left[i].colour;
		gems->kind[step->left[i].cell] = step->left[i].kind;
	}
}

/* Lowers everything above a column's lowest hole by one row. False if nothing falls. */
static bool fall_column(const struct level *level, struct gems *gems, int column)
{
	const int columns = level->columns;
	int hole = (level->rows - 1) * columns + column; /* the lowest one */
	while (hole >= 0 && gems->cell[hole] != EMPTY)
		hole -= columns;
	if (hole < 0)
		return false;
	const uint8_t letter = gems_letter(level, column, gems->taken[column]);
	bool fell = letter != EMPTY;
	for (; hole >= columns; hole -= columns) {
		gems->cell[hole] = gems->cell[hole - columns];
		gems->kind[hole] = gems->kind[hole - columns];
		fell = fell || gems->cell[hole] != EMPTY;
	}
	gems->cell[hole] = letter;
	gems->kind[hole] = GEM_PLAIN;
	if (letter != EMPTY)
		gems->taken[column] = (gems->taken[column] + 1) & 0xFFFFFF;
	return fell;
}

bool gems_fall(const struct level *level, struct gems *gems)
{
	bool fell = false;
	for (int column = 0; column < level->columns; column++)
		fell = fall_column(level, gems, column) || fell;
	return fell;
}

/* Random numbers that depend on the level and the position alone. */
static struct random random_of(const struct level *level, const struct gems *gems)
{
	uint64_t hash = HASH_BEGIN;
	for (int cell = 0; cell < level_cells(level); cell++)
		hash = hash_more(hash, gems->cell[cell]);
	for (int column = 0; column < level->columns; column++)
		hash = hash_more(hash, gems->taken[column]);
	return (struct random){level->seed ^ hash};
}

bool gems_cascade_ends(const struct level *level, int step)
{
	return (level->rules & RULE_RANDOM) != 0 && step > CASCADE_MAX;
}

/* A new board, instead of a cascade that does not end. */
static void deal_anew(const struct level *level, struct gems *gems)
{
	struct random random = random_of(level, gems);
	gems_deal(level, gems, stream_colours(level), &random);
	memset(gems->kind, GEM_PLAIN, sizeof gems->kind);
}

int gems_cascade(const struct level *level, struct gems *gems, int swap)
{
	struct gems_step step;
	int points = 0;
	for (int number = 1; gems_find_step(level, gems, number, swap, &step); number++) {
		if (gems_cascade_ends(level, number)) {
			deal_anew(level, gems);
			break;
		}
		points = score_add(points, step.points);
		gems_clear(level, gems, &step);
		for (int column = 0; column < level->columns; column++)
			while (fall_column(level, gems, column))
				;
	}
	return points;
}

/* ---- levels of the endless game ---- */

int gems_rank_end(const struct level *level, int rank)
{
	const int oblong = rank * (rank + 1);
	return (level->rules & RULE_SPECIALS) != 0 ? oblong * (2 * rank + 1) / 6 * 500
	                                           : 250 * oblong;
}

int gems_score_rank(const struct level *level, int score)
{
	int rank = 1;
	while (score >= gems_rank_end(level, rank))
		rank++;
	return rank;
}

/* ---- random boards ---- */

/* Draws a gem from the bag, each equally likely, that makes no run with the cells dealt before it.
 * EMPTY if there is none. */
static uint8_t draw(const struct level *level, const struct gems *gems, int at,
                    const int bag[COLOURS_MAX + 1], struct random *random)
{
	const int columns = level->columns;
	const uint8_t *cell = &gems->cell[at];
	const uint8_t beside = at % columns >= 2 && cell[-1] == cell[-2] ? cell[-1] : EMPTY;
	const uint8_t above =
		at >= 2 * columns && cell[-columns] == cell[-2 * columns] ? cell[-columns] : EMPTY;
	uint32_t all = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		all += colour == beside || colour == above ? 0 : (uint32_t)bag[colour];
	if (all == 0)
		return EMPTY;
	uint32_t pick = random_below(random, all);
	for (uint8_t colour = 1;; colour++)
		if (colour != beside && colour != above) {
			if (pick < (uint32_t)bag[colour])
				return colour;
			pick -= (uint32_t)bag[colour];
		}
}

/* Fills every cell from `first` on, but those of dead gems, from a bag. */
static bool deal(const struct level *level, struct gems *gems, int first, int bag[COLOURS_MAX + 1],
                 struct random *random)
{
	for (int cell = first; cell < level_cells(level); cell++) {
		if (gems->cell[cell] == DEAD_GEM)
			continue;
		const uint8_t colour = draw(level, gems, cell, bag, random);
		if (colour == EMPTY)
			return false;
		gems->cell[cell] = colour;
		bag[colour] -= bag[colour] < UNLIMITED;
	}
	return true;
}

/* A bag of the first `colours` colours that does not run out. */
static void fill_bag(int colours, int bag[COLOURS_MAX + 1])
{
	memset(bag, 0, (COLOURS_MAX + 1) * sizeof *bag);
	for (int colour = 1; colour <= colours && colour <= COLOURS_MAX; colour++)
		bag[colour] = UNLIMITED;
}

bool gems_deal(const struct level *level, struct gems *gems, int colours, struct random *random)
{
	int bag[COLOURS_MAX + 1];
	fill_bag(colours, bag);
	return deal(level, gems, 0, bag, random);
}

/* Deals from the bag until there is a valid swap; false after SHUFFLES_MAX attempts. */
static bool try_bag(const struct level *level, struct gems *gems,
                    const int bag[COLOURS_MAX + 1], struct random *random)
{
	for (int i = 0; i < SHUFFLES_MAX; i++) {
		int left[COLOURS_MAX + 1];
		memcpy(left, bag, sizeof left);
		if (deal(level, gems, 0, left, random) && gems_next_swap(level, gems, 0) >= 0)
			return true;
	}
	return false;
}

/* The last resort: drops dead gems, and begins with cells that have a valid swap. Every board with
 * room for a swap has room for them. */
static void deal_certain(const struct level *level, struct gems *gems, int bag[COLOURS_MAX + 1],
                         struct random *random)
{
	static const char *const begins[] = {"aaba", "abacba", "aabbca", "aaba"};
	const char *begin = begins[level->columns < 4 ? level->columns - 1 : 3];
	int first = 0;
	memset(gems->cell, EMPTY, sizeof gems->cell);
	for (; begin[first] != '\0'; first++)
		gems->cell[first] = (uint8_t)(begin[first] - 'a' + 1);
	deal(level, gems, first, bag, random);
}

/* Makes gems special as they were in the position before a reshuffle: each one a gem of its colour
 * if there is one, else any. */
static void deal_kinds(const struct level *level, const struct gems *before, struct gems *gems,
                       struct random *random)
{
	const int cells = level_cells(level);
	memset(gems->kind, GEM_PLAIN, sizeof gems->kind);
	for (int cell = 0; cell < cells; cell++) {
		if (before->kind[cell] == GEM_PLAIN)
			continue;
		const int from = (int)random_below(random, (uint32_t)cells);
		for (int i = 0; i < 2 * cells; i++) {
			const int to = (from + i) % cells;
			if (!is_gem(gems->cell[to]) || gems->kind[to] != GEM_PLAIN ||
			    (i < cells && gems->cell[to] != before->cell[cell]))
				continue;
			gems->kind[to] = before->kind[cell];
			break;
		}
	}
}

static void deal_swap(const struct level *level, struct gems *gems, struct random *random)
{
	int bag[COLOURS_MAX + 1] = {0};
	for (int cell = 0; cell < level_cells(level); cell++)
		bag[is_gem(gems->cell[cell]) ? gems->cell[cell] : 0]++;
	if (try_bag(level, gems, bag, random))
		return;
	fill_bag(stream_colours(level), bag);
	if (!try_bag(level, gems, bag, random))
		deal_certain(level, gems, bag, random);
}

void gems_reshuffle(const struct level *level, struct gems *gems)
{
	struct random random = random_of(level, gems);
	const struct gems before = *gems;
	memset(gems->kind, GEM_PLAIN, sizeof gems->kind); /* a valid swap makes a run */
	deal_swap(level, gems, &random);
	if ((level->rules & RULE_SPECIALS) != 0)
		deal_kinds(level, &before, gems, &random);
}
