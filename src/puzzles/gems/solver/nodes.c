#include "puzzles/gems/solver/nodes.h"

#include <stdlib.h>
#include <string.h>

enum {
	SLOTS_FIRST = 64,  /* of a segment */
};

static const uint8_t *words_of(const struct nodes *nodes, uint32_t number)
{
	return node_entry(nodes, number) + sizeof(struct node);
}

void gems_nodes_position(const struct nodes *nodes, uint32_t number, struct position *position)
{
	*position = (struct position){.word = {0}};
	memcpy(position->word, words_of(nodes, number), (size_t)nodes->words * sizeof(uint64_t));
}

/* ---- the slots ---- */

static void enter(struct segment *segment, uint64_t value)
{
	uint64_t i = value >> 32 & segment->mask;
	while (segment->slot[i] != 0)
		i = (i + 1) & segment->mask;
	segment->slot[i] = value;
}

/* Doubles the slots where there is memory for it. */
static void grow(struct nodes *nodes, struct segment *segment)
{
	const size_t old = (size_t)segment->mask + 1, count = 2 * old;
	uint64_t *slot = segment->slot;
	if (nodes->bytes + count * sizeof *slot > nodes->limit || count > UINT32_MAX / SEGMENTS)
		return;
	uint64_t *larger = calloc(count, sizeof *larger);
	if (larger == NULL)
		return;
	segment->slot = larger;
	segment->mask = (uint32_t)(count - 1);
	for (size_t i = 0; i < old; i++)
		if (slot[i] != 0)
			enter(segment, slot[i]);
	free(slot);
	nodes->bytes += (count - old) * sizeof *slot;
}

static bool add_chunk(struct nodes *nodes)
{
	const size_t size = CHUNK_NODES * nodes->stride;
	if (nodes->chunks == nodes->chunk_room) {
		const size_t room = nodes->chunk_room == 0 ? 64 : 2 * nodes->chunk_room;
		uint8_t **chunk = realloc(nodes->chunk, room * sizeof *chunk);
		if (chunk == NULL)
			return false;
		nodes->chunk = chunk;
		nodes->chunk_room = room;
	}
	if (nodes->bytes + size > nodes->limit)
		return false;
	uint8_t *chunk = malloc(size);
	if (chunk == NULL)
		return false;
	nodes->chunk[nodes->chunks++] = chunk;
	nodes->bytes += size;
	return true;
}

bool gems_nodes_init(struct nodes *nodes, int words, size_t limit)
{
	*nodes = (struct nodes){0};
	nodes->words = words;
	nodes->stride = sizeof(struct node) + (size_t)words * sizeof(uint64_t);
	nodes->limit = limit;
	for (int i = 0; i < SEGMENTS; i++) {
		struct segment *segment = &nodes->segment[i];
		segment->slot = calloc(SLOTS_FIRST, sizeof *segment->slot);
		segment->mask = SLOTS_FIRST - 1;
		if (segment->slot == NULL)
			return false;
	}
	nodes->bytes = (size_t)SEGMENTS * SLOTS_FIRST * sizeof(uint64_t);
	return nodes->bytes <= limit;
}

void gems_nodes_free(struct nodes *nodes)
{
	for (size_t i = 0; i < nodes->chunks; i++)
		free(nodes->chunk[i]);
	for (int i = 0; i < SEGMENTS; i++)
		free(nodes->segment[i].slot);
	free(nodes->chunk);
	*nodes = (struct nodes){0};
}

static bool same_words(const struct nodes *nodes, uint32_t number, const struct position *position)
{
	const uint8_t *words = words_of(nodes, number);
	uint64_t differ = 0;
	for (int i = 0; i < nodes->words; i++) {
		uint64_t word;
		memcpy(&word, words + (size_t)i * sizeof word, sizeof word);
		differ |= word ^ position->word[i];
	}
	return differ == 0;
}

uint32_t gems_nodes_find(const struct nodes *nodes, const struct position *position, uint64_t hash)
{
	const struct segment *segment = &nodes->segment[segment_of(hash)];
	for (uint64_t i = hash & segment->mask; segment->slot[i] != 0;
	     i = (i + 1) & segment->mask) {
		const uint32_t number = (uint32_t)segment->slot[i] - 1;
		if (segment->slot[i] >> 32 == hash && same_words(nodes, number, position))
			return number;
	}
	return NODES_NONE;
}

/* So many slots may be in use, different ones in each segment: they don't all grow at once. */
static uint32_t most_used(const struct segment *segment, unsigned number)
{
	return segment->mask / 16 * 9 + (uint32_t)((uint64_t)segment->mask / 4 * number / SEGMENTS);
}

uint32_t gems_nodes_add(struct nodes *nodes, const struct position *position, uint64_t hash)
{
	const size_t size = (size_t)nodes->words * sizeof(uint64_t);
	const unsigned at = segment_of(hash);
	struct segment *segment = &nodes->segment[at];
	if (segment->count > most_used(segment, at))
		grow(nodes, segment);
	if (segment->count > segment->mask / 8 * 7 || nodes->count == NODES_NONE - 1 ||
	    (nodes->count >> CHUNK_BITS == nodes->chunks && !add_chunk(nodes)))
		return NODES_NONE;
	const uint32_t number = nodes->count++;
	*node_at(nodes, number) = (struct node){.parent = NODES_NONE};
	node_set(nodes, node_at(nodes, number), NODE_SEEN);
	memcpy(node_entry(nodes, number) + sizeof(struct node), position->word, size);
	enter(segment, hash << 32 | (number + 1));
	segment->count++;
	return number;
}

/* ---- from search to search ---- */

bool gems_nodes_begin(struct nodes *nodes)
{
	const size_t one = nodes->stride + 2 * sizeof(uint64_t);
	if (nodes->epoch == EPOCHS - 1 || nodes->count > nodes->limit / one / 2)
		return false;
	nodes->epoch++;
	return true;
}

void gems_nodes_forget(struct nodes *nodes, int number)
{
	struct segment *segment = &nodes->segment[number];
	memset(segment->slot, 0, ((size_t)segment->mask + 1) * sizeof *segment->slot);
	segment->count = 0;
	nodes->count = 0;
	nodes->epoch = 0;
	memset(nodes->dead, 0, sizeof nodes->dead);
}
