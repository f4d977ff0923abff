/* A pattern database (Culberson and Schaeffer, 1998) of the tiles with a mark: breadth-first search
 * from all their arrangements that can be part of a solved board, over slides, as if all other
 * tiles were alike.
 *
 * An arrangement can be part of one if no side of a star looks over the edge, and where two stars
 * meet their sides agree. Stars with the same sides are alike, so an arrangement is written with
 * their cells rising; its number has a digit for each star, the cell. Kinds of stars are taken,
 * those with the most sides first, as long as there are few enough numbers. */
#include "puzzles/lines/solver/stars.h"

#include <stdlib.h>
#include <string.h>

enum {
	STARS_MAX = 8,
	KINDS = 16, /* of tiles, by their sides */
	CELLS = BOARD_SIDE_MAX * BOARD_SIDE_MAX,
	NUMBERS_MAX = 1 << 20,
	UNSEEN = 255,
	STEP_STATES = 4, /* slides of an arrangement that cost as much as a state of a walk */
	CHUNK = 1 << 10, /* arrangements between two looks at the watch */
};

struct stars {
	const struct field *field;
	int cells;
	int count;              /* stars that are taken */
	int kind[STARS_MAX];    /* of each; those of one kind side by side */
	uint32_t place[STARS_MAX]; /* value of each digit */
	uint32_t value[STARS_MAX][CELLS]; /* of a star on a cell, by its bit */
	uint32_t size;                    /* numbers */
	uint8_t to[AXES][BOARD_SIDE_MAX][WAYS][CELLS]; /* where a slide takes a cell */
	/* NULL until it is prepared. */
	uint8_t *least; /* by number; UNSEEN: there is no way, or none yet */
	uint32_t *queue;
	uint32_t queued, done;
	uint32_t looked; /* numbers, whether they can be part of a solved board */
};

/* ---- numbers ---- */

struct arrangement {
	uint8_t cell[STARS_MAX]; /* of each star */
};

static struct arrangement read_number(const struct stars *stars, uint32_t number)
{
	struct arrangement at = {{0}};
	for (int i = 0; i < stars->count; i++) {
		at.cell[i] = (uint8_t)(number % (uint32_t)stars->cells);
		number /= (uint32_t)stars->cells;
	}
	return at;
}

/* Puts stars of one kind into their order, by insertion. */
static uint32_t number_of(const struct stars *stars, struct arrangement *at)
{
	uint32_t number = 0;
	for (int i = 1; i < stars->count; i++)
		for (int j = i; j > 0 && stars->kind[j] == stars->kind[j - 1] &&
		                at->cell[j] < at->cell[j - 1]; j--) {
			const uint8_t cell = at->cell[j];
			at->cell[j] = at->cell[j - 1];
			at->cell[j - 1] = cell;
		}
	for (int i = 0; i < stars->count; i++)
		number += at->cell[i] * stars->place[i];
	return number;
}

/* The marked tiles with these sides. */
static inline uint64_t stars_of_kind(const struct board *board, int kind)
{
	uint64_t stars = board->plane[MARKS];
	for (int d = 0; d < DIRECTIONS; d++)
		stars &= kind >> d & 1 ? board->plane[d] : ~board->plane[d];
	return stars;
}

int lines_stars_lower_bound(const struct stars *stars, const struct board *board)
{
	uint32_t number = 0;
	uint64_t left = 0;
	for (int i = 0; i < stars->count; i++) {
		if (left == 0)
			left = stars_of_kind(board, stars->kind[i]);
		number += stars->value[i][__builtin_ctzll(left)];
		left &= left - 1;
	}
	return stars->least[number] == UNSEEN ? 0 : stars->least[number];
}

/* ---- what does not change ---- */

/* Takes all stars of a kind, unless there are too many. */
static void take_kind(struct stars *stars, int kind, int count)
{
	const int columns = stars->field->lines[COLUMNS];
	uint64_t size = stars->size;
	for (int i = 0; i < count && size <= NUMBERS_MAX; i++)
		size *= (uint64_t)stars->cells;
	if (count == 0 || size > NUMBERS_MAX || stars->count + count > STARS_MAX)
		return;
	for (int i = 0; i < count; i++) {
		stars->kind[stars->count] = kind;
		stars->place[stars->count] = stars->size;
		for (int bit = 0; bit < CELLS; bit++)
			stars->value[stars->count][bit] =
				stars->size * (uint32_t)(bit / BOARD_SIDE_MAX * columns +
			                                 bit % BOARD_SIDE_MAX);
		stars->size *= (uint32_t)stars->cells;
		stars->count++;
	}
}

static void take_kinds(struct stars *stars, const struct board *board)
{
	for (int sides = DIRECTIONS; sides > 0; sides--)
		for (int kind = 0; kind < KINDS; kind++)
			if (bits_count((uint64_t)kind) == sides)
				take_kind(stars, kind, bits_count(stars_of_kind(board, kind)));
}

static void init_slide(struct stars *stars, int axis, int line, int way)
{
	const struct field *field = stars->field;
	const int length = field->length[axis], columns = field->lines[COLUMNS];
	const int begin = axis == ROWS ? line * columns : line, place = axis == ROWS ? 1 : columns;
	uint8_t *to = stars->to[axis][line][way];
	for (int cell = 0; cell < stars->cells; cell++)
		to[cell] = (uint8_t)cell;
	for (int i = 0; i < length; i++) {
		const int on = (i + (way == ON ? 1 : length - 1)) % length;
		to[begin + i * place] = (uint8_t)(begin + on * place);
	}
}

static void init_slides(struct stars *stars)
{
	for (int axis = 0; axis < AXES; axis++)
		for (int line = 0; line < stars->field->lines[axis]; line++)
			for (int way = 0; way < WAYS; way++)
				init_slide(stars, axis, line, way);
}

struct stars *lines_stars_new(const struct field *field, const struct board *board, size_t bytes,
                              size_t *used)
{
	struct stars *stars = bytes >= sizeof *stars ? calloc(1, sizeof *stars) : NULL;
	if (stars == NULL)
		return NULL;
	stars->field = field;
	stars->cells = field->lines[ROWS] * field->lines[COLUMNS];
	stars->size = 1;
	take_kinds(stars, board);
	*used = sizeof *stars + stars->size * (sizeof *stars->least + sizeof *stars->queue);
	if (stars->count == 0 || *used > bytes) {
		lines_stars_free(stars);
		return NULL;
	}
	init_slides(stars);
	return stars;
}

void lines_stars_free(struct stars *stars)
{
	if (stars == NULL)
		return;
	free(stars->least);
	free(stars->queue);
	free(stars);
}

/* ---- the search ---- */

uint64_t lines_stars_price(const struct stars *stars)
{
	const int slides = WAYS * (stars->field->lines[ROWS] + stars->field->lines[COLUMNS]);
	return (uint64_t)stars->size * (uint64_t)slides / STEP_STATES;
}

/* Whether no side looks over the edge, and those that meet agree. */
static bool is_right(const struct stars *stars, const struct arrangement *at)
{
	const int columns = stars->field->lines[COLUMNS], rows = stars->field->lines[ROWS];
	int sides[CELLS + 1]; /* by cell; -1: another tile */
	memset(sides, -1, sizeof sides);
	for (int i = 0; i < stars->count; i++) {
		if (sides[at->cell[i]] >= 0)
			return false;
		sides[at->cell[i]] = stars->kind[i];
	}
	for (int i = 0; i < stars->count; i++) {
		const int cell = at->cell[i], row = cell / columns, column = cell % columns;
		const int kind = stars->kind[i];
		if ((row == 0 && kind >> UP & 1) || (row == rows - 1 && kind >> DOWN & 1) ||
		    (column == 0 && kind >> LEFT & 1) ||
		    (column == columns - 1 && kind >> RIGHT & 1))
			return false;
		const int right = column < columns - 1 ? sides[cell + 1] : -1;
		const int down = row < rows - 1 ? sides[cell + columns] : -1;
		if ((right >= 0 && (kind >> RIGHT & 1) != (right >> LEFT & 1)) ||
		    (down >= 0 && (kind >> DOWN & 1) != (down >> UP & 1)))
			return false;
	}
	return true;
}

static void see(struct stars *stars, uint32_t number, int least)
{
	if (stars->least[number] != UNSEEN)
		return;
	stars->least[number] = (uint8_t)least;
	stars->queue[stars->queued++] = number;
}

static void look(struct stars *stars, uint32_t number)
{
	struct arrangement at = read_number(stars, number);
	if (is_right(stars, &at) && number_of(stars, &at) == number)
		see(stars, number, 0);
}

static void slide_all(struct stars *stars, uint32_t number)
{
	const struct arrangement at = read_number(stars, number);
	const int least = stars->least[number] + 1;
	for (int axis = 0; axis < AXES; axis++)
		for (int line = 0; line < stars->field->lines[axis]; line++)
			for (int way = 0; way < WAYS; way++) {
				struct arrangement next = at;
				for (int i = 0; i < stars->count; i++)
					next.cell[i] = stars->to[axis][line][way][at.cell[i]];
				see(stars, number_of(stars, &next), least);
			}
}

/* Makes room for all numbers, unless there is. */
static bool make_room(struct stars *stars)
{
	if (stars->least == NULL) {
		stars->least = malloc(stars->size * sizeof *stars->least);
		if (stars->least != NULL)
			memset(stars->least, UNSEEN, stars->size);
	}
	if (stars->queue == NULL)
		stars->queue = malloc(stars->size * sizeof *stars->queue);
	return stars->least != NULL && stars->queue != NULL;
}

bool lines_stars_prepare(struct stars *stars, struct effort *effort)
{
	struct walker walker;
	if (!make_room(stars))
		return false;
	lines_walker_init(&walker, effort, true);
	for (; stars->looked < stars->size; look(stars, stars->looked++))
		if (stars->looked % CHUNK == 0 && !lines_walker_look(&walker))
			return false;
	for (; stars->done < stars->queued; slide_all(stars, stars->queue[stars->done++]))
		if (stars->done % CHUNK == 0 && !lines_walker_look(&walker))
			return false;
	return true;
}
