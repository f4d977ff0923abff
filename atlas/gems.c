/* The gems atlas: of all boards of a size and a number of colours, how many can be cleared, and in
 * how few swaps.
 *
 * Boards have no run, every gem lies on the floor or on another one, and each colour is there. They
 * are filled cell by cell, from the top left, with letters in the order in which colours first
 * appear; a board stands for its mirror image too, if that does not come first. A position is a
 * set of cells for each colour, column by column from the bottom, with a bit between columns that
 * is never set. Its minimum follows from those of all positions a swap away, which are looked up in
 * a table of limited size, where a new entry takes the place of another. */
#include <stdlib.h>
#include <string.h>

#include "chart.h"

enum {
	COLOUR_LIMIT = GEM_COLOURS_MOST + 1,
	KNOWN_BITS = 18,
	NEVER = 100, /* the minimum of a position that can't be cleared */
	MINIMA = GEM_CELLS_MOST / 3 + 1,
};

struct position {
	uint32_t gems[GEM_COLOURS_MOST];
};

struct known {
	uint32_t gems[GEM_COLOURS_MOST];
	uint32_t minimum;
};

struct gems {
	const struct grid *grid;
	int colours, full;
	int height;                              /* bits of a column */
	uint32_t upper_partners, right_partners; /* cells that have such a neighbour */
	/* Gems of a column after a fall: of these cells, only those stay, and fall. */
	uint8_t fallen[1 << SIDE_LONGEST][1 << SIDE_LONGEST];
	struct known *known;

	int begin; /* cells that a shard's boards begin with */
	uint64_t begins, from, to;
	char text[BOARD_TEXT];
	uint64_t positions, cleared, minimum[MINIMA];
	struct record record;
};

/* ---- positions ---- */

static uint32_t bit_of(const struct gems *gems, int cell)
{
	const int row = cell / gems->grid->columns, column = cell % gems->grid->columns;
	return UINT32_C(1) << (column * gems->height + gems->grid->rows - 1 - row);
}

static uint32_t runs_of(const struct gems *gems, uint32_t set)
{
	const int right = gems->height;
	const uint32_t up = set & set >> 1 & set >> 2;
	const uint32_t along = set & set >> right & set >> 2 * right;
	return up | up << 1 | up << 2 | along | along << right | along << 2 * right;
}

static void fall(const struct gems *gems, struct position *position, uint32_t stay)
{
	const uint32_t column = (UINT32_C(1) << gems->grid->rows) - 1;
	for (int colour = 0; colour < gems->colours; colour++) {
		uint32_t fallen = 0;
		for (int c = 0; c < gems->grid->columns; c++) {
			const int shift = c * gems->height;
			fallen |= (uint32_t)gems->fallen[stay >> shift & column]
			                                [position->gems[colour] >> shift & column]
			          << shift;
		}
		position->gems[colour] = fallen;
	}
}

/* Clears runs, lets gems fall, and so on. */
static void cascade(const struct gems *gems, struct position *position)
{
	for (;;) {
		uint32_t runs = 0, all = 0;
		for (int colour = 0; colour < gems->colours; colour++) {
			runs |= runs_of(gems, position->gems[colour]);
			all |= position->gems[colour];
		}
		if (runs == 0)
			return;
		fall(gems, position, all & ~runs);
	}
}

static uint32_t minimum_of(struct gems *gems, const struct position *position);

/* The minimum after the swaps of two colours' gems in cells `far` bits apart. */
static uint32_t after_swaps(struct gems *gems, const struct position *position, int one, int other,
                            int far, uint32_t partners)
{
	uint32_t least = NEVER;
	uint32_t cells = position->gems[one] & position->gems[other] >> far & partners;
	for (; cells != 0; cells &= cells - 1) {
		const uint32_t low = cells & (0 - cells), both = low | low << far;
		struct position next = *position;
		next.gems[one] ^= both;
		next.gems[other] ^= both;
		if ((runs_of(gems, next.gems[one]) | runs_of(gems, next.gems[other])) == 0)
			continue;
		cascade(gems, &next);
		const uint32_t minimum = minimum_of(gems, &next) + 1;
		if (minimum < least)
			least = minimum;
	}
	return least;
}

static uint32_t search(struct gems *gems, const struct position *position)
{
	uint32_t least = NEVER, all = 0;
	for (int colour = 0; colour < gems->colours; colour++) {
		const int count = count_cells(position->gems[colour]);
		if (count == 1 || count == 2)
			return NEVER;
		all |= position->gems[colour];
	}
	if (all == 0)
		return 0;
	for (int one = 0; one < gems->colours; one++)
		for (int other = 0; other < gems->colours; other++) {
			if (one == other)
				continue;
			const uint32_t up =
				after_swaps(gems, position, one, other, 1, gems->upper_partners);
			const uint32_t right = after_swaps(gems, position, one, other, gems->height,
			                                   gems->right_partners);
			const uint32_t either = up < right ? up : right;
			if (either < least)
				least = either;
		}
	return least;
}

static uint32_t minimum_of(struct gems *gems, const struct position *position)
{
	uint64_t hash = 0;
	for (int colour = 0; colour < gems->colours; colour++)
		hash = (hash + position->gems[colour] + 1) * UINT64_C(0x9E3779B97F4A7C15);
	struct known *known = &gems->known[hash >> (64 - KNOWN_BITS)];
	if (memcmp(known->gems, position->gems, sizeof known->gems) != 0) {
		const uint32_t minimum = search(gems, position);
		memcpy(known->gems, position->gems, sizeof known->gems);
		known->minimum = minimum;
	}
	return known->minimum;
}

/* ---- boards ---- */

/* Whether the mirror image, its colours named in the order in which they appear, comes first. */
static int is_mirror_first(const struct gems *gems)
{
	const int columns = gems->grid->columns;
	char name[COLOUR_LIMIT] = {0}, next = 'a';
	for (int cell = 0; cell < gems->grid->cells; cell++) {
		const int mirrored = cell / columns * columns + columns - 1 - cell % columns;
		char content = gems->text[mirrored];
		if (content != '.') {
			char *to = &name[content - 'a'];
			if (*to == '\0')
				*to = next++;
			content = *to;
		}
		if (content != gems->text[cell])
			return content < gems->text[cell];
	}
	return 0;
}

static void take_board(struct gems *gems)
{
	struct position position = {{0}};
	if (is_mirror_first(gems))
		return;
	for (int cell = 0; cell < gems->grid->cells; cell++)
		if (gems->text[cell] != '.')
			position.gems[gems->text[cell] - 'a'] |= bit_of(gems, cell);
	const uint32_t minimum = minimum_of(gems, &position);
	gems->positions++;
	if (minimum >= MINIMA)
		return;
	gems->cleared++;
	gems->minimum[minimum]++;
	record_raise(&gems->record, (int)minimum);
	if ((int)minimum == gems->record.most)
		record_add(&gems->record, gems->text);
}

static int is_run(const struct gems *gems, int cell, int step, int before)
{
	return before >= 2 && gems->text[cell - step] == gems->text[cell] &&
	       gems->text[cell - 2 * step] == gems->text[cell];
}

/* Fills the board from a cell on; `used` colours are above and before it. */
static void fill(struct gems *gems, int cell, int used)
{
	const int columns = gems->grid->columns, row = cell / columns;
	if (cell == gems->begin) {
		const uint64_t number = gems->begins++;
		if (number < gems->from || number >= gems->to)
			return;
	}
	if (cell == gems->grid->cells) {
		if (used == gems->colours)
			take_board(gems);
		return;
	}
	if (!gems->full && (row == 0 || gems->text[cell - columns] == '.')) {
		gems->text[cell] = '.';
		fill(gems, cell + 1, used);
	}
	for (int colour = 0; colour <= used && colour < gems->colours; colour++) {
		gems->text[cell] = (char)('a' + colour);
		if (!is_run(gems, cell, 1, cell % columns) && !is_run(gems, cell, columns, row))
			fill(gems, cell + 1, colour == used ? used + 1 : used);
	}
}

/* ---- shards ---- */

static void find_falls(struct gems *gems)
{
	for (int stay = 0; stay < 1 << SIDE_LONGEST; stay++)
		for (int set = 0; set < 1 << SIDE_LONGEST; set++) {
			int to = 0;
			for (int i = 0; i < SIDE_LONGEST; i++)
				if (stay >> i & 1)
					gems->fallen[stay][set] |=
						(uint8_t)((set >> i & 1) << to++);
		}
}

static struct gems *new_gems(const struct grid *grid, int colours, int full)
{
	struct gems *gems = chart_alloc(1, sizeof *gems);
	*gems = (struct gems){.grid = grid,
	                      .colours = colours,
	                      .full = full,
	                      .height = grid->rows + 1,
	                      .begin = grid->cells / 2,
	                      .record.most = -1};
	return gems;
}

uint64_t chart_gems_size(const struct grid *grid, int colours, int full)
{
	struct gems *gems = new_gems(grid, colours, full);
	fill(gems, 0, 0);
	const uint64_t begins = gems->begins;
	free(gems);
	return begins;
}

void chart_gems(const struct grid *grid, int colours, int full, const struct shard *shard)
{
	struct gems *gems = new_gems(grid, colours, full);
	char key[128];
	gems->from = shard->from;
	gems->to = shard->to;
	for (int cell = 0; cell < grid->cells; cell++) {
		gems->upper_partners |= cell >= grid->columns ? bit_of(gems, cell) : 0;
		gems->right_partners |=
			cell % grid->columns + 1 < grid->columns ? bit_of(gems, cell) : 0;
	}
	find_falls(gems);
	/* An entry without gems is right from the beginning: a clear board needs no swap. */
	gems->known = chart_alloc((size_t)1 << KNOWN_BITS, sizeof *gems->known);
	fill(gems, 0, 0);
	snprintf(key, sizeof key,
	         "{\"atlas\": \"gems\", \"rows\": %d, \"columns\": %d, \"colours\": %d, "
	         "\"cells\": \"%s\"",
	         grid->rows, grid->columns, colours, full ? "full" : "any");
	shard_print(shard, key);
	printf("\"positions\": %llu, \"cleared\": %llu, ", (unsigned long long)gems->positions,
	       (unsigned long long)gems->cleared);
	depths_print(gems->minimum, gems->record.most);
	printf(", ");
	record_print(&gems->record, grid, key);
	free(gems->known);
	free(gems);
}
