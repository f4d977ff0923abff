#include "puzzles/tilt/solver/graph.h"

#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"

enum {
	FIRST_SLOTS = 128,
	TURN_CHUNKS = 64, /* more in the list at once */
};

static uint32_t hash_permutation(const struct tilt_graph *graph, const uint8_t *permutation)
{
	uint64_t hash = HASH_BEGIN;
	for (int i = 0; i < graph->blocks; i += 8) {
		uint64_t some = 0;
		for (int j = i; j < i + 8 && j < graph->blocks; j++)
			some = some << 8 | permutation[j];
		hash = hash_more(hash, some) ^ hash >> 31;
	}
	return (uint32_t)(hash ^ hash >> 32);
}

/* Files all permutations in a table twice as large. */
static enum tilt_status rehash(struct tilt_graph *graph, struct monitor *monitor,
                               struct answer *answer)
{
	const size_t before = (size_t)graph->permutation_mask + 1, after = 2 * before;
	if (after * sizeof *graph->permutation_slot > tilt_graph_room(graph))
		return TILT_NO_MEMORY;
	uint32_t *slot = malloc(after * sizeof *slot);
	if (slot == NULL)
		return TILT_NO_MEMORY;
	bool going = tilt_clear_memory(slot, after * sizeof *slot, monitor, answer);
	for (uint32_t permutation = 0; going && permutation < graph->permutations; permutation++) {
		size_t i =
			hash_permutation(graph, tilt_permutation(graph, permutation)) & (after - 1);
		while (slot[i] != 0)
			i = (i + 1) & (after - 1);
		slot[i] = permutation + 1;
		going = tilt_report_step(permutation, monitor, answer);
	}
	if (!going) {
		free(slot);
		return TILT_STOPPED;
	}
	free(graph->permutation_slot);
	graph->permutation_slot = slot;
	graph->permutation_mask = (uint32_t)after - 1;
	graph->bytes += (after - before) * sizeof *slot;
	return TILT_OK;
}

/* More permutations, in chunks that stay where they are. */
static bool add_permutation_chunk(struct tilt_graph *graph)
{
	const uint32_t chunk = graph->permutation_capacity / TILT_CHUNK_PERMUTATIONS;
	const size_t bytes = TILT_CHUNK_PERMUTATIONS * (size_t)graph->blocks;
	if (chunk % TURN_CHUNKS == 0)
		TILT_RESIZE(graph, graph->permutation, chunk, chunk + TURN_CHUNKS);
	graph->permutation[chunk] = tilt_graph_resize(graph, NULL, 0, bytes, 1);
	if (graph->permutation[chunk] == NULL)
		return false;
	graph->permutation_capacity += TILT_CHUNK_PERMUTATIONS;
	return true;
}

static uint8_t orbit_of(const struct tilt_graph *graph, uint8_t label)
{
	while (graph->orbit[label] != label)
		label = graph->orbit[label];
	return label;
}

bool tilt_permutations_odd(const uint8_t *permutation, int blocks)
{
	bool odd = false;
	for (int i = 0; i < blocks; i++)
		for (int j = 0; j < i; j++)
			odd ^= permutation[j] > permutation[i];
	return odd;
}

/* Notes what a new permutation mixes. */
static void merge_orbits(struct tilt_graph *graph, const uint8_t *permutation)
{
	for (int i = 0; graph->orbits > 1 && i < graph->blocks; i++) {
		const uint8_t one = orbit_of(graph, (uint8_t)i),
			      two = orbit_of(graph, permutation[i]);
		graph->orbits -= one != two;
		graph->orbit[one > two ? one : two] = one < two ? one : two;
	}
	graph->odd = graph->odd || tilt_permutations_odd(permutation, graph->blocks);
}

uint32_t tilt_permutations_add(struct tilt_graph *graph, const uint8_t *permutation)
{
	const size_t blocks = (size_t)graph->blocks;
	if (graph->permutations == graph->permutation_capacity && !add_permutation_chunk(graph))
		return TILT_NONE;
	uint32_t i = hash_permutation(graph, permutation) & graph->permutation_mask;
	for (; graph->permutation_slot[i] != 0; i = (i + 1) & graph->permutation_mask)
		if (memcmp(tilt_permutation(graph, graph->permutation_slot[i] - 1), permutation,
		           blocks) == 0)
			return graph->permutation_slot[i] - 1;
	memcpy(graph->permutation[graph->permutations / TILT_CHUNK_PERMUTATIONS] +
	               graph->permutations % TILT_CHUNK_PERMUTATIONS * blocks,
	       permutation, blocks);
	graph->permutation_slot[i] = ++graph->permutations;
	merge_orbits(graph, permutation);
	return graph->permutations - 1;
}

enum tilt_status tilt_permutations_reserve(struct tilt_graph *graph, uint32_t more,
                                           struct monitor *monitor, struct answer *answer)
{
	if (graph->permutations + more <= graph->permutation_mask / 2)
		return TILT_OK;
	return rehash(graph, monitor, answer);
}

bool tilt_permutations_init(struct tilt_graph *graph)
{
	uint8_t same[TILT_BLOCKS_MAX];
	for (int i = 0; i < graph->blocks; i++)
		same[i] = graph->orbit[i] = (uint8_t)i;
	graph->orbits = graph->blocks;
	TILT_RESIZE(graph, graph->permutation_slot, 0, FIRST_SLOTS);
	memset(graph->permutation_slot, 0, FIRST_SLOTS * sizeof *graph->permutation_slot);
	graph->permutation_mask = FIRST_SLOTS - 1;
	return tilt_permutations_add(graph, same) == TILT_IDENTITY;
}

void tilt_permutations_free(struct tilt_graph *graph)
{
	for (uint32_t i = 0; i < graph->permutation_capacity / TILT_CHUNK_PERMUTATIONS; i++)
		free(graph->permutation[i]);
	free(graph->permutation);
	free(graph->permutation_slot);
}
