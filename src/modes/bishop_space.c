#include "modes/bishop_space.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t POSITIONS_MOST = ((uint64_t)1 << RANK_BITS) - 1;

/* ---- cells ---- */

static void number_cells(struct space *space, const struct level *level)
{
	uint8_t grid[CELLS_MAX];
	int part[CELLS_MAX];
	bishop_unpack(level, &level->start, grid);
	for (int cell = 0; cell < CELLS_MAX; cell++)
		part[cell] = -1;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (part[cell] < 0 && (is_piece(grid[cell]) || level->goal[cell] != 0))
			bishop_fill_part(level, cell, 0, part);
	for (int cell = 0; cell < CELLS_MAX; cell++) {
		space->number[cell] = CELLS_MAX;
		if (part[cell] == 0) {
			space->number[cell] = (uint16_t)space->cells;
			space->board[space->cells++] = (uint16_t)cell;
		}
	}
}

static void link_cells(struct space *space, const struct level *level)
{
	const struct kind *kind = bishop_kind(level);
	space->directions = kind->directions;
	for (int d = 0; d < kind->directions; d++) {
		for (int other = 0; other < kind->directions; other++)
			if (kind->direction[other].down == -kind->direction[d].down &&
			    kind->direction[other].right == -kind->direction[d].right)
				space->opposite[d] = (uint8_t)other;
		for (int cell = 0; cell < space->cells; cell++) {
			const int from = space->board[cell];
			const struct ray ray = bishop_ray(level, from, d);
			const bool open = ray.length > 0 && level->map[from + ray.step] != WALL;
			space->next[d][cell] = open ? space->number[from + ray.step]
			                            : (uint16_t)space->cells;
		}
	}
}

/* ---- numbers ---- */

static uint64_t sum_or_most(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Pascal's triangle; what is too large for a number is its largest. */
static bool make_binomials(struct space *space, int most)
{
	const size_t row = (size_t)space->cells + 1;
	space->binomial = malloc(row * ((size_t)most + 1) * sizeof *space->binomial);
	if (space->binomial == NULL)
		return false;
	for (size_t cell = 0; cell < row; cell++)
		space->binomial[cell] = 1;
	for (int size = 1; size <= most; size++) {
		uint64_t *of = space->binomial + row * (size_t)size;
		of[0] = 0;
		for (size_t cell = 1; cell < row; cell++)
			of[cell] = sum_or_most(of[cell - 1], of[cell - 1 - row]);
	}
	return true;
}

static inline const uint64_t *binomials(const struct space *space, int size)
{
	return space->binomial + (size_t)size * ((size_t)space->cells + 1);
}

/* Makes room for one more digit with so many values; false if a number does not hold it. */
static bool place_digit(uint64_t values, uint64_t *unit, uint64_t *positions)
{
	*unit = *positions;
	if (values > POSITIONS_MOST / *positions)
		return false;
	*positions *= values;
	return true;
}

static bool place_digits(struct space *space)
{
	uint64_t positions = 1;
	for (int t = 0; t < space->troops; t++) {
		struct troop *troop = &space->troop[t];
		troop->sets = binomials(space, troop->count)[space->cells];
		if (!place_digit(troop->sets, &troop->unit, &positions))
			return false;
	}
	const uint64_t turns = space->alternate ? (uint64_t)space->troops + 1 : 1;
	return place_digit(turns, &space->turn_unit, &positions);
}

/* The most pieces of a colour; 0 if there are too many in all. */
static int number_troops(struct space *space, const struct level *level)
{
	int first = 0, most = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		const int count = level->pieces[colour];
		if (count == 0)
			continue;
		if (first + count > PIECES_MAX)
			return 0;
		space->troop[space->troops++] = (struct troop){
			.colour = (uint8_t)colour,
			.first = (uint8_t)first,
			.count = (uint8_t)count,
		};
		first += count;
		most = count > most ? count : most;
	}
	return most;
}

size_t space_bytes(const struct space *space)
{
	int most = 0;
	for (int t = 0; t < space->troops; t++)
		most = space->troop[t].count > most ? space->troop[t].count : most;
	return ((size_t)space->cells + 1) * ((size_t)most + 1) * sizeof *space->binomial;
}

bool space_init(struct space *space, const struct level *level, size_t bytes)
{
	*space = (struct space){
		.far = bishop_kind(level)->far,
		.slide = bishop_kind(level)->far && (level->rules & SLIDE) != 0,
		.no_attack = (level->rules & NO_ATTACK) != 0,
		.alternate = (level->rules & ALTERNATE) != 0,
	};
	const int most = number_troops(space, level);
	number_cells(space, level);
	link_cells(space, level);
	if (most == 0 || space_bytes(space) > bytes || !make_binomials(space, most))
		return false;
	if (!place_digits(space)) {
		space_free(space);
		return false;
	}
	return true;
}

void space_free(struct space *space)
{
	free(space->binomial);
	space->binomial = NULL;
}

uint64_t space_sets(const struct space *space, int cells, int count)
{
	return binomials(space, count)[cells];
}

uint64_t space_set(const struct space *space, const uint16_t *cell, int count)
{
	uint64_t set = 0;
	for (int i = 0; i < count; i++)
		set += binomials(space, i + 1)[cell[i]];
	return set;
}

void space_cells_of(const struct space *space, uint64_t set, int count, uint16_t *cell)
{
	int at = space->cells;
	for (int i = count; i > 0; i--) {
		const uint64_t *of = binomials(space, i);
		do
			at--;
		while (of[at] > set);
		set -= of[at];
		cell[i - 1] = (uint16_t)at;
	}
}

/* The troop that moved last, from 1; 0: nobody yet. */
static int last_troop(const struct space *space, const struct level *level,
                      const struct state *state)
{
	const int last = bishop_last_mover(level, state);
	for (int t = 0; t < space->troops; t++)
		if (space->troop[t].colour == last)
			return t + 1;
	return 0;
}

bool space_rank(const struct space *space, const struct level *level, const struct state *state,
                uint64_t *rank)
{
	uint16_t cell[CELLS_MAX];
	const int count = bishop_list(level, state, cell);
	for (int i = 0; i < count; i++) {
		cell[i] = space->number[cell[i]];
		if (cell[i] == CELLS_MAX)
			return false;
	}
	*rank = (uint64_t)last_troop(space, level, state) * space->turn_unit;
	for (int t = 0; t < space->troops; t++) {
		const struct troop *troop = &space->troop[t];
		*rank += space_set(space, cell + troop->first, troop->count) * troop->unit;
	}
	return true;
}

/* ---- positions ---- */

void space_begin(const struct space *space, struct position *position)
{
	memset(position, 0, sizeof *position);
	position->grid[space->cells] = WALL;
}

void space_enter(const struct space *space, uint64_t rank, struct position *position)
{
	position->rank = rank;
	for (int t = 0; t < space->troops; t++) {
		const struct troop *troop = &space->troop[t];
		const uint64_t set = rank % troop->sets;
		rank /= troop->sets;
		position->set[t] = set;
		space_cells_of(space, set, troop->count, position->cell + troop->first);
		for (int i = 0; i < troop->count; i++)
			position->grid[position->cell[troop->first + i]] = (uint8_t)(t + 1);
	}
	position->last = (int)rank;
}

void space_leave(const struct space *space, struct position *position)
{
	const struct troop *last = &space->troop[space->troops - 1];
	for (int i = 0; i < last->first + last->count; i++)
		position->grid[position->cell[i]] = 0;
}

/* ---- steps ---- */

void mover_begin(struct mover *mover, const struct space *space, int troop)
{
	mover->count = space->troop[troop].count;
	mover->row = (size_t)space->cells + 1;
	mover->first = binomials(space, 1);
}

void mover_take(struct mover *mover, const uint16_t *cell, int index)
{
	const uint64_t *of = mover->first;
	uint64_t set = 0;
	int others = 0;
	mover->from = cell[index];
	mover->below = index;
	for (int i = 0; i < mover->count; i++)
		if (i != index) {
			mover->other[others++] = cell[i];
			set += mover->first[(size_t)others * mover->row + cell[i]];
		}
	mover->other[others] = UINT16_MAX;
	for (int i = 0; i < others; i++, of += mover->row) {
		mover->set[i] = set;
		set -= of[mover->row + mover->other[i]] - of[mover->other[i]];
	}
	mover->set[others] = set;
}

/* The troop whose pieces go, and what its steps share. */
struct turn {
	const struct space *space;
	const uint8_t *grid;
	const uint32_t *seen;
	struct mover mover;
	int troop;
	uint64_t unit;
	uint64_t rank;         /* of the position after a step, but for the troop's digit */
	struct step *out;
};

/* Whether there is peace with the piece on that cell. Where there has been, no other colour sees
 * the piece, so that its going opens no line to them: what they see now is what they will. */
static inline bool may_stand(const struct turn *turn, int cell)
{
	return !turn->space->no_attack || (turn->seen[cell] & ~((uint32_t)1 << turn->troop)) == 0;
}

static inline void add_step(struct turn *turn, int to, int *below)
{
	const uint64_t set = mover_set(&turn->mover, to, below);
	*turn->out++ = (struct step){
		.rank = turn->rank + set * turn->unit,
		.set = set,
		.from = turn->mover.from,
		.to = (uint16_t)to,
		.troop = (uint16_t)turn->troop,
	};
}

/* Where the piece can go in one direction. */
static void add_steps_on(struct turn *turn, int direction)
{
	const struct space *space = turn->space;
	const uint16_t *next = space->next[direction];
	int below = turn->mover.below, to = next[turn->mover.from];
	if (turn->grid[to] != 0)
		return;
	if (space->slide)
		while (turn->grid[next[to]] == 0)
			to = next[to];
	do {
		if (may_stand(turn, to))
			add_step(turn, to, &below);
		to = next[to];
	} while (space->far && turn->grid[to] == 0);
}

/* Where the piece can have come from, going in one direction. */
static void add_steps_back(struct turn *turn, int direction)
{
	const struct space *space = turn->space;
	const uint16_t *next = space->next[space->opposite[direction]];
	int below = turn->mover.below, to = next[turn->mover.from];
	if (turn->grid[to] != 0 ||
	    (space->slide && turn->grid[space->next[direction][turn->mover.from]] == 0))
		return;
	do {
		if (may_stand(turn, to))
			add_step(turn, to, &below);
		to = next[to];
	} while (space->far && turn->grid[to] == 0);
}

/* A position's number with another digit of who moved last, and none of the troop. */
static uint64_t rank_without(const struct space *space, const struct position *position, int troop,
                             int last)
{
	const uint64_t digit = position->set[troop] * space->troop[troop].unit;
	return position->rank - digit - (uint64_t)position->last * space->turn_unit +
	       (uint64_t)last * space->turn_unit;
}

static struct step *steps_of_troop(const struct space *space, struct position *position, int t,
                                   bool back, struct step *out)
{
	const struct troop *troop = &space->troop[t];
	const uint16_t *cell = position->cell + troop->first;
	const int last = !space->alternate ? 0 : !back ? t + 1 : t == 0 ? space->troops : t;
	struct turn turn;
	turn.space = space;
	turn.grid = position->grid;
	turn.seen = position->seen;
	turn.troop = t;
	turn.unit = troop->unit;
	turn.rank = rank_without(space, position, t, last);
	turn.out = out;
	mover_begin(&turn.mover, space, t);
	for (int i = 0; i < troop->count; i++) {
		mover_take(&turn.mover, cell, i);
		position->grid[cell[i]] = 0;
		for (int d = 0; d < space->directions; d++)
			if (back)
				add_steps_back(&turn, d);
			else
				add_steps_on(&turn, d);
		position->grid[cell[i]] = (uint8_t)(t + 1);
	}
	return turn.out;
}

/* Marks the cells that each troop's pieces see. */
static void look_around(const struct space *space, struct position *position)
{
	memset(position->seen, 0, (size_t)space->cells * sizeof *position->seen);
	for (int t = 0; t < space->troops; t++) {
		const uint16_t *cell = position->cell + space->troop[t].first;
		for (int i = 0; i < space->troop[t].count; i++)
			for (int d = 0; d < space->directions; d++) {
				const uint16_t *next = space->next[d];
				int at = next[cell[i]];
				position->seen[at] |= (uint32_t)1 << t;
				while (space->far && position->grid[at] == 0) {
					at = next[at];
					position->seen[at] |= (uint32_t)1 << t;
				}
			}
	}
}

bool space_is_peaceful(const struct space *space, struct position *position)
{
	look_around(space, position);
	for (int t = 0; t < space->troops; t++) {
		const uint16_t *cell = position->cell + space->troop[t].first;
		for (int i = 0; i < space->troop[t].count; i++)
			if ((position->seen[cell[i]] & ~((uint32_t)1 << t)) != 0)
				return false;
	}
	return true;
}

/* Whether a troop's pieces may go, or have gone last. */
static bool has_turn(const struct space *space, const struct position *position, int t, bool back)
{
	if (!space->alternate)
		return true;
	return back ? position->last == t + 1
	            : position->last == 0 || position->last % space->troops == t;
}

int space_steps(const struct space *space, struct position *position, bool back,
                struct step *out)
{
	struct step *end = out;
	if (space->no_attack)
		look_around(space, position);
	for (int t = 0; t < space->troops; t++)
		if (has_turn(space, position, t, back))
			end = steps_of_troop(space, position, t, back, end);
	return (int)(end - out);
}
