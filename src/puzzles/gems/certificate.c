/* Certificates of match three: positions as numbers, and the transport bound alone, which
 * parlour-verify has too. */
#include <stdlib.h>
#include <string.h>

#include "puzzles/gems/gems.h"
#include "puzzles/gems/rules.h"
#include "puzzles/gems/solver/transport.h"

enum {
	COLUMNS_MAX = 8, /* of boards that have the bound */
	SYMBOL_BITS = 4,
	TRANSPORT_BYTES = 64 << 20,
};

bool gems_has_certificate(const struct level *level)
{
	return (level->rules & (RULE_RANDOM | RULE_SPECIALS)) == 0;
}

static unsigned letters_of(const struct level *level, int column)
{
	unsigned count = 0;
	while (count < CELLS_MAX && level->table[column][count] != EMPTY)
		count++;
	return count;
}

/* The largest content that a cell can have. */
static unsigned largest_content(const struct level *level)
{
	struct gems start;
	unsigned largest = 0;
	gems_unpack(level, &level->start, &start);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (start.cell[cell] > largest)
			largest = start.cell[cell];
	for (int column = 0; column < level->columns; column++)
		for (unsigned i = letters_of(level, column); i > 0; i--)
			if (level->table[column][i - 1] > largest)
				largest = level->table[column][i - 1];
	return largest;
}

void gems_put(const struct level *level, const struct state *state, struct bit_writer *out)
{
	const unsigned largest = largest_content(level);
	struct gems gems;
	gems_unpack(level, state, &gems);
	for (int cell = 0; cell < level_cells(level); cell++)
		bits_put(out, largest, gems.cell[cell]);
	for (int column = 0; column < level->columns; column++)
		bits_put(out, letters_of(level, column), gems.taken[column]);
	if ((level->rules & RULE_SCORE) != 0)
		bits_put(out, (unsigned)level->amount, (unsigned)gems.score);
}

/* ---- the bound ---- */

void *gems_open_bound(const struct level *level)
{
	if (level->columns > COLUMNS_MAX || (level->rules & RULE_SCORE) != 0)
		return NULL;
	struct transport *transport = malloc(sizeof *transport);
	if (transport != NULL && !gems_transport_init(transport, TRANSPORT_BYTES)) {
		gems_transport_free(transport);
		free(transport);
		return NULL;
	}
	return transport;
}

void gems_close_bound(void *context)
{
	gems_transport_free(context);
	free(context);
}

int gems_certificate_bound(void *context, const struct level *level, const struct state *state)
{
	const bool holes = (level->rules & RULE_HOLES) != 0;
	uint64_t symbols[COLOURS_MAX + 1] = {0};
	int max = 0, sum = 0, all[COLOURS_MAX + 1] = {0};
	struct gems gems;
	gems_unpack(level, state, &gems);
	for (int column = 0; column < level->columns; column++) {
		int count[COLOURS_MAX + 1] = {0};
		const bool wall = gems_count_column(level, &gems, column, count) == 0 && !holes;
		for (int colour = 1; colour <= COLOURS_MAX; colour++) {
			uint64_t symbol = TRANSPORT_WALL;
			if (!wall && count[colour] < TRANSPORT_GEMS_MAX)
				symbol = (uint64_t)count[colour];
			else if (!wall)
				symbol = TRANSPORT_GEMS_MAX;
			symbols[colour] |= symbol << SYMBOL_BITS * column;
			all[colour] += count[colour];
		}
	}
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		if (all[colour] == 0 || !is_wanted(level, colour))
			continue;
		const int cost =
			gems_transport_cost(context, symbols[colour], level->columns, SYMBOL_BITS);
		if (cost == TRANSPORT_IMPOSSIBLE)
			return DEAD_END;
		sum += cost;
		max = cost > max ? cost : max;
	}
	return max > (sum + 1) / 2 ? max : (sum + 1) / 2;
}
