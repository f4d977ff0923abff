/* The exchanges of bishops, proven by the game's solver.
 *
 * Two sides of bishops face each other at the top and the bottom of a board without walls, and are
 * to change places. A side of k fills its k first cells, row by row from its edge, each row from
 * the left; so the sides are mirror images. */
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "puzzle/pack.h"
#include "puzzle/registry.h"
#include "puzzles/list.h"
#include "solve/solve.h"

enum { TEXT_MOST = 100 + 2 * (EXCHANGE_LONGEST + 1) * EXCHANGE_LONGEST };

static void give_up(const struct error *error)
{
	fprintf(stderr, "chart: %s\n", error->text);
	exit(EXIT_FAILURE);
}

/* What is in a cell where the side at the top is `first`, the other one `second`. */
static char content(int cell, int rows, int columns, int pieces, char first, char second)
{
	const int mirrored = (rows - 1 - cell / columns) * columns + cell % columns;
	if (cell < pieces)
		return first;
	return mirrored < pieces ? second : '.';
}

/* Writes the board as a level file. */
static void write_level(int rows, int columns, int pieces, int no_attack, char text[TEXT_MOST])
{
	char *to = text + sprintf(text,
	                          "pack: x\nauthor: x\nlicence: CC0-1.0\nmode: bishop\n\n"
	                          "level: x\n%s\n",
	                          no_attack ? "rules: no-attack\n" : "");
	for (int row = 0; row < rows * columns; row += columns) {
		for (int c = 0; c < columns; c++)
			*to++ = content(row + c, rows, columns, pieces, 'a', 'b');
		*to++ = ' ';
		for (int c = 0; c < columns; c++)
			*to++ = content(row + c, rows, columns, pieces, 'b', 'a');
		*to++ = '\n';
	}
	*to = '\0';
}

/* Prints the line of an exchange. None if the sides attack each other from the beginning, which is
 * the one reason for which the board is refused. */
static void prove(const char *text, const char *key, int pieces, int states)
{
	static struct answer answer;
	static struct level level;
	struct pack pack;
	struct error error;
	struct limits limits = limits_default;
	limits.states = (uint64_t)states;
	if (!pack_read_text(&pack, "exchange", text, strlen(text), &error))
		return;
	if (!pack_level(&pack, 0, &level, &error))
		give_up(&error);
	struct level_solver *solver = level_solver_new(pack_puzzle(&pack, 0), &level, &limits);
	level_solver_run(solver, &level.start, NULL, NULL, &answer);
	level_solver_free(solver);
	pack_free(&pack);
	printf("%s, \"pieces\": %d, ", key, pieces);
	if (answer.verdict == OPTIMAL)
		printf("\"moves\": %d}\n", answer.upper);
	else if (answer.verdict == UNSOLVABLE)
		printf("\"moves\": null}\n");
	else
		printf("\"moves\": \"open\"}\n");
}

void chart_exchange(int rows, int columns, int no_attack, int states, const struct shard *shard)
{
	char text[TEXT_MOST], key[128];
	struct error error;
	if (!registry_install(all_puzzles, &error))
		give_up(&error);
	snprintf(key, sizeof key,
	         "{\"atlas\": \"exchange\", \"rows\": %d, \"columns\": %d, \"rules\": \"%s\"", rows,
	         columns, no_attack ? "no-attack" : "free");
	shard_print(shard, key);
	printf("\"bound\": %d}\n", states);
	for (uint64_t i = shard->from; i < shard->to; i++) {
		write_level(rows, columns, (int)i + 1, no_attack, text);
		prove(text, key, (int)i + 1, states);
	}
}
