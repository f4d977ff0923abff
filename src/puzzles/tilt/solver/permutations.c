#include "puzzles/tilt/solver/permutations.h"

#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"

enum {
	FIRST_SLOTS = 128,
	TURN_CHUNKS = 64, /* more in the list at once */
};

static uint32_t hash_turn(const struct tilt_graph *graph, const uint8_t *turn)
{
	uint64_t hash = HASH_BEGIN;
	for (int i = 0; i < graph->blocks; i += 8) {
		uint64_t some = 0;
		for (int j = i; j < i + 8 && j < graph->blocks; j++)
			some = some << 8 | turn[j];
		hash = hash_more(hash, some) ^ hash >> 31;
	}
	return (uint32_t)(hash ^ hash >> 32);
}

/* Files all permutations in a table twice as large. */
static enum tilt_growth refile(struct tilt_graph *graph, struct monitor *monitor,
                               struct answer *answer)
{
	const size_t before = (size_t)graph->turn_mask + 1, after = 2 * before;
	if (after * sizeof *graph->turn_slot > tilt_graph_room(graph))
		return TILT_NO_NODES;
	uint32_t *slot = malloc(after * sizeof *slot);
	if (slot == NULL)
		return TILT_NO_NODES;
	bool going = tilt_clear(slot, after * sizeof *slot, monitor, answer);
	for (uint32_t turn = 0; going && turn < graph->turns; turn++) {
		size_t i = hash_turn(graph, tilt_turn(graph, turn)) & (after - 1);
		while (slot[i] != 0)
			i = (i + 1) & (after - 1);
		slot[i] = turn + 1;
		going = tilt_goes_on(turn, monitor, answer);
	}
	if (!going) {
		free(slot);
		return TILT_STOPPED;
	}
	free(graph->turn_slot);
	graph->turn_slot = slot;
	graph->turn_mask = (uint32_t)after - 1;
	graph->bytes += (after - before) * sizeof *slot;
	return TILT_GROWN;
}

/* More permutations, in chunks that stay where they are. */
static bool add_turns(struct tilt_graph *graph)
{
	const uint32_t chunk = graph->turn_room / TILT_CHUNK_TURNS;
	const size_t bytes = TILT_CHUNK_TURNS * (size_t)graph->blocks;
	if (chunk % TURN_CHUNKS == 0)
		TILT_RESIZE(graph, graph->turn, chunk, chunk + TURN_CHUNKS, 1);
	graph->turn[chunk] = tilt_resize(graph, NULL, 0, bytes, 1);
	if (graph->turn[chunk] == NULL)
		return false;
	graph->turn_room += TILT_CHUNK_TURNS;
	return true;
}

static uint8_t part_of(const struct tilt_graph *graph, uint8_t label)
{
	while (graph->part[label] != label)
		label = graph->part[label];
	return label;
}

bool tilt_is_odd(const uint8_t *turn, int blocks)
{
	bool odd = false;
	for (int i = 0; i < blocks; i++)
		for (int j = 0; j < i; j++)
			odd ^= turn[j] > turn[i];
	return odd;
}

/* Notes what a new permutation mixes. */
static void note_turn(struct tilt_graph *graph, const uint8_t *turn)
{
	for (int i = 0; graph->parts > 1 && i < graph->blocks; i++) {
		const uint8_t one = part_of(graph, (uint8_t)i), two = part_of(graph, turn[i]);
		graph->parts -= one != two;
		graph->part[one > two ? one : two] = one < two ? one : two;
	}
	graph->odd = graph->odd || tilt_is_odd(turn, graph->blocks);
}

uint32_t tilt_turn_number(struct tilt_graph *graph, const uint8_t *turn)
{
	const size_t blocks = (size_t)graph->blocks;
	if (graph->turns == graph->turn_room && !add_turns(graph))
		return TILT_NONE;
	uint32_t i = hash_turn(graph, turn) & graph->turn_mask;
	for (; graph->turn_slot[i] != 0; i = (i + 1) & graph->turn_mask)
		if (memcmp(tilt_turn(graph, graph->turn_slot[i] - 1), turn, blocks) == 0)
			return graph->turn_slot[i] - 1;
	memcpy(graph->turn[graph->turns / TILT_CHUNK_TURNS] +
	               graph->turns % TILT_CHUNK_TURNS * blocks,
	       turn, blocks);
	graph->turn_slot[i] = ++graph->turns;
	note_turn(graph, turn);
	return graph->turns - 1;
}

enum tilt_growth tilt_turns_room(struct tilt_graph *graph, uint32_t more, struct monitor *monitor,
                                 struct answer *answer)
{
	if (graph->turns + more <= graph->turn_mask / 2)
		return TILT_GROWN;
	return refile(graph, monitor, answer);
}

bool tilt_turns_init(struct tilt_graph *graph)
{
	uint8_t same[TILT_BLOCKS_MAX];
	for (int i = 0; i < graph->blocks; i++)
		same[i] = graph->part[i] = (uint8_t)i;
	graph->parts = graph->blocks;
	TILT_RESIZE(graph, graph->turn_slot, 0, FIRST_SLOTS, 1);
	memset(graph->turn_slot, 0, FIRST_SLOTS * sizeof *graph->turn_slot);
	graph->turn_mask = FIRST_SLOTS - 1;
	return tilt_turn_number(graph, same) == TILT_SAME;
}

void tilt_turns_free(struct tilt_graph *graph)
{
	for (uint32_t i = 0; i < graph->turn_room / TILT_CHUNK_TURNS; i++)
		free(graph->turn[i]);
	free(graph->turn);
	free(graph->turn_slot);
}
