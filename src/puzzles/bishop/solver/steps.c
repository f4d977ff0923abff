#include "puzzles/bishop/solver/space.h"

#include <string.h>

/* ---- what pieces see ---- */

/* Adds the free cells ahead of one, up to the first piece. */
static inline void add_free(const struct space *space, const uint64_t *taken, int cell,
                            int direction, uint64_t *out)
{
	const uint64_t *ray = bishop_space_ray(space, direction, cell);
	if (space->rising[direction])
		for (int w = cell / 64; w < space->words; w++) {
			const uint64_t met = ray[w] & taken[w];
			out[w] |= ray[w] & ((met & (~met + 1)) - 1);
			if (met != 0)
				return;
		}
	else
		for (int w = cell / 64; w >= 0; w--) {
			const uint64_t met = ray[w] & taken[w];
			if (met != 0) {
				out[w] |= ray[w] & ~(uint64_t)1 << (63 - __builtin_clzll(met));
				return;
			}
			out[w] |= ray[w];
		}
}

static void put_free(const struct space *space, const uint64_t *taken, int cell, uint64_t *out)
{
	for (int d = 0; d < space->directions; d++)
		add_free(space, taken, cell, d, out);
}

bool bishop_space_is_valid(const struct space *space, const struct position *position)
{
	uint64_t all[WORDS_MAX] = {0};
	for (int t = 0; t < space->groups; t++) {
		const uint16_t *cell = position->cell + space->group[t].first;
		uint64_t own[WORDS_MAX] = {0}, seen[WORDS_MAX] = {0};
		for (int i = 0; i < space->group[t].count; i++) {
			if (has_bit(all, cell[i]))
				return false;
			put_bit(own, cell[i]);
		}
		/* Pieces of the same colour block the view. */
		for (int i = 0; space->no_attack && i < space->group[t].count; i++)
			put_free(space, own, cell[i], seen);
		for (int w = 0; w < space->words; w++) {
			if ((seen[w] & position->taken[w] & ~own[w]) != 0)
				return false;
			all[w] |= own[w];
		}
	}
	return true;
}

/* ---- steps ---- */

/* What one position's steps share: sets of bits, `words` each. */
struct sight {
	uint64_t seen[COLOURS_MAX * WORDS_MAX]; /* free cells in sight of each colour, */
	uint64_t reach[PIECES_MAX * WORDS_MAX]; /* and those where each piece can go */
};

static inline void put_last_free(const struct space *space, const uint64_t *taken, int cell,
                                 int direction, uint64_t *out)
{
	const uint16_t *ahead = space->ahead[direction];
	int last = ahead[cell];
	if (last == space->cells || has_bit(taken, last))
		return;
	for (int to = ahead[last]; to < space->cells && !has_bit(taken, to); to = ahead[to])
		last = to;
	put_bit(out, last);
}

/* Where a piece can go, or have come from. */
static void put_reach(const struct space *space, const uint64_t *taken, int cell, bool back,
                      uint64_t *out)
{
	if (!space->slide) {
		put_free(space, taken, cell, out);
		return;
	}
	for (int d = 0; d < space->directions; d++) {
		if (!back) {
			put_last_free(space, taken, cell, d, out);
			continue;
		}
		const int behind = space->ahead[d ^ 3][cell]; /* opposite, see rules.c */
		if (behind == space->cells || has_bit(taken, behind))
			add_free(space, taken, cell, d, out);
	}
}

/* The free cells that a colour sees. */
static void look_around(const struct space *space, const struct position *position, int t,
                        struct sight *sight)
{
	const struct colour_group *group = &space->group[t];
	uint64_t *seen = sight->seen + t * space->words;
	for (int w = 0; w < space->words; w++)
		seen[w] = 0;
	for (int i = group->first; i < group->first + group->count; i++)
		if (space->slide)
			put_free(space, position->taken, position->cell[i], seen);
		else
			for (int w = 0; w < space->words; w++)
				seen[w] |= sight->reach[i * space->words + w];
}

static void find_reach(const struct space *space, const struct position *position, bool back,
                       struct sight *sight)
{
	const struct colour_group *last = &space->group[space->groups - 1];
	const int pieces = last->first + last->count, words = space->words;
	memset(sight->reach, 0, (size_t)(pieces * words) * sizeof *sight->reach);
	for (int i = 0; i < pieces; i++)
		put_reach(space, position->taken, position->cell[i], back,
		          sight->reach + i * words);
	for (int t = 0; space->no_attack && t < space->groups; t++)
		look_around(space, position, t, sight);
}

/* Under no-attack, leaves out cells where a colour's pieces would be seen. In a valid position no
 * other colour sees a piece, so a move opens no line to them: they see the same cells after it. */
static void keep_out_of_sight(const struct space *space, int t, struct sight *sight)
{
	const struct colour_group *group = &space->group[t];
	for (int w = 0; w < space->words; w++) {
		uint64_t others = 0;
		for (int other = 0; other < space->groups; other++)
			others |= other == t ? 0 : sight->seen[other * space->words + w];
		for (int i = group->first; i < group->first + group->count; i++)
			sight->reach[i * space->words + w] &= ~others;
	}
}

/* One piece that is about to move, prepared so that the set with it elsewhere takes two
 * additions. */
struct mover {
	const uint64_t *first;            /* binomials of size 1, */
	size_t row;                       /* and how far it is to those of the next size */
	uint16_t other[PIECES_MAX];       /* cells of the others, rising, and a larger number */
	uint64_t set[PIECES_MAX];         /* sets of the others, by how many of them lie below it */
};

/* Takes up the piece of that index among the colour's cells. */
static void mover_take(struct mover *mover, const struct space *space, const uint16_t *cell,
                       int count, int index)
{
	uint64_t set = 0;
	int others = 0;
	mover->row = (size_t)space->cells + 1;
	mover->first = bishop_space_binomials(space, 1);
	for (int i = 0; i < count; i++)
		if (i != index) {
			mover->other[others++] = cell[i];
			set += mover->first[(size_t)others * mover->row + cell[i]];
		}
	mover->other[others] = UINT16_MAX;
	const uint64_t *of = mover->first;
	for (int i = 0; i < others; i++, of += mover->row) {
		mover->set[i] = set;
		set -= of[mover->row + mover->other[i]] - of[mover->other[i]];
	}
	mover->set[others] = set;
}

/* The steps of one of a colour's pieces. */
static struct step *steps_of_piece(const struct space *space, const struct position *position,
                                   int t, int index, uint64_t rank, const struct sight *sight,
                                   struct step *out)
{
	const struct colour_group *group = &space->group[t];
	const uint16_t *cell = position->cell + group->first;
	const uint64_t *reach = sight->reach + (group->first + index) * space->words;
	struct mover mover;
	uint64_t any = 0;
	for (int w = 0; w < space->words; w++)
		any |= reach[w];
	if (any == 0)
		return out;
	mover_take(&mover, space, cell, group->count, index);
	for (int w = 0, below = 0; w < space->words; w++)
		for (uint64_t left = reach[w]; left != 0; left &= left - 1) {
			const int to = 64 * w + __builtin_ctzll(left);
			while (mover.other[below] < to)
				below++;
			const uint64_t set = mover.set[below] +
			                     mover.first[(size_t)below * mover.row + (size_t)to];
			*out++ = (struct step){
				.rank = rank + set * group->unit,
				.set = set,
				.from = cell[index],
				.to = (uint16_t)to,
				.group = (uint16_t)t,
			};
		}
	return out;
}

/* Whether a colour's pieces may move, or moved last. */
static bool has_turn(const struct space *space, const struct position *position, int t, bool back)
{
	if (!space->alternate)
		return true;
	return back ? position->last == t + 1
	            : position->last == 0 || position->last % space->groups == t;
}

int bishop_space_steps(const struct space *space, const struct position *position, bool back,
                       struct step *out)
{
	struct step *end = out;
	struct sight sight;
	find_reach(space, position, back, &sight);
	for (int t = 0; t < space->groups; t++) {
		const struct colour_group *group = &space->group[t];
		const int last = !space->alternate ? 0 : !back ? t + 1 : t == 0 ? space->groups : t;
		/* The position's number with that last mover, and without the colour's digit. */
		const uint64_t rank = position->rank - position->set[t] * group->unit +
		                      (uint64_t)(last - position->last) * space->turn_unit;
		if (!has_turn(space, position, t, back))
			continue;
		if (space->no_attack)
			keep_out_of_sight(space, t, &sight);
		for (int i = 0; i < group->count; i++)
			end = steps_of_piece(space, position, t, i, rank, &sight, end);
	}
	return (int)(end - out);
}
