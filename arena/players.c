/* Three are those by which levels are rated (play/simulate.h); the fourth takes the plan of the
 * beam search that looks for a first solution during a proof (solve/beam.h). */
#include "players.h"

#include <string.h>

#include "play/simulate.h"
#include "solve/beam.h"
#include "solve/solve.h"

enum {
	VALUE_BYTES = 64 << 20,
	BEAM_BYTES = 64 << 20,
	BEAM_WORK = 10000, /* positions that the beam looks at once it has a plan */
};

static const struct simulated blind = {.sharpness = 0, .look = 1},
			      greedy = {.sharpness = SHARPEST, .look = 1},
			      ahead = {.sharpness = SHARPEST, .look = 2};

static const struct player players[] = {
	{.name = "random", .simulated = &blind},
	{.name = "greedy", .simulated = &greedy},
	{.name = "look-ahead", .simulated = &ahead},
	{.name = "beam", .simulated = NULL},
};

const struct player *player_named(const char *name)
{
	for (size_t i = 0; i < sizeof players / sizeof *players; i++)
		if (strcmp(name, players[i].name) == 0)
			return &players[i];
	return NULL;
}

static int play_beam(const struct puzzle *puzzle, const struct level *level, int limit,
                     move_code *made)
{
	static struct answer answer;
	struct monitor monitor = monitor_begin(&limits_default, NULL, NULL);
	answer = (struct answer){.verdict = SEARCHING, .upper = -1};
	beam_plan(puzzle, level, BEAM_BYTES, BEAM_WORK, &monitor, &answer);
	const int count = answer.length < limit ? answer.length : limit;
	memcpy(made, answer.plan, (size_t)count * sizeof *made);
	return count;
}

int player_play(const struct player *player, const struct puzzle *puzzle, const struct level *level,
                int limit, move_code *made)
{
	struct simulation simulation;
	struct random random = {level_identity(puzzle, level)};
	int count = -1;
	if (player->simulated == NULL)
		return play_beam(puzzle, level, limit, made);
	if (simulation_init(&simulation, puzzle, level, VALUE_BYTES))
		simulation_play(&simulation, player->simulated, limit, &random, made, &count);
	simulation_free(&simulation);
	return count;
}
