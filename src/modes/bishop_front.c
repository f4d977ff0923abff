#include "modes/bishop_front.h"

#include <stdlib.h>

/* ---- notes ---- */

bool notes_init(struct notes *notes, int bits)
{
	notes->slot = calloc((size_t)1 << bits, sizeof *notes->slot);
	notes->bits = notes->slot == NULL ? 0 : bits;
	notes->count = 0;
	return notes->slot != NULL;
}

void notes_free(struct notes *notes)
{
	free(notes->slot);
	*notes = (struct notes){.slot = NULL};
}

/* ---- the front ---- */

enum { BLOCK_RANKS = 254 };

/* A stack is a chain of blocks, of which only the top one may not be full. */
struct block {
	struct block *below;
	uint64_t count;
	uint64_t rank[BLOCK_RANKS];
};

static void free_blocks(struct block *block)
{
	while (block != NULL) {
		struct block *below = block->below;
		free(block);
		block = below;
	}
}

void front_free(struct front *front)
{
	for (int p = 0; p < front->priorities; p++)
		free_blocks(front->top[p]);
	free_blocks(front->spare);
	free(front->top);
	*front = (struct front){.top = NULL};
}

static bool add_priorities(struct front *front, int priority)
{
	int count = front->priorities == 0 ? 64 : front->priorities;
	while (count <= priority)
		count *= 2;
	struct block **top = realloc(front->top, (size_t)count * sizeof(struct block *));
	if (top == NULL)
		return false;
	for (int p = front->priorities; p < count; p++)
		top[p] = NULL;
	front->bytes += (size_t)(count - front->priorities) * sizeof(struct block *);
	front->top = top;
	front->priorities = count;
	return true;
}

static bool add_block(struct front *front, int priority)
{
	struct block *block = front->spare;
	if (block != NULL) {
		front->spare = block->below;
	} else {
		block = malloc(sizeof *block);
		if (block == NULL)
			return false;
		front->bytes += sizeof *block;
	}
	block->below = front->top[priority];
	block->count = 0;
	front->top[priority] = block;
	return true;
}

bool front_push(struct front *front, int priority, uint64_t rank)
{
	if (priority >= front->priorities && !add_priorities(front, priority))
		return false;
	struct block *top = front->top[priority];
	if ((top == NULL || top->count == BLOCK_RANKS) && !add_block(front, priority))
		return false;
	top = front->top[priority];
	top->rank[top->count++] = rank;
	if (priority < front->least)
		front->least = priority;
	return true;
}

bool front_settle(struct front *front)
{
	while (front->least < front->priorities && front->top[front->least] == NULL)
		front->least++;
	return front->least < front->priorities;
}

int front_take(struct front *front, uint64_t *rank, int most)
{
	int taken = 0;
	while (taken < most && front->top[front->least] != NULL) {
		struct block *top = front->top[front->least];
		rank[taken++] = top->rank[--top->count];
		if (top->count == 0) {
			front->top[front->least] = top->below;
			top->below = front->spare;
			front->spare = top;
		}
	}
	return taken;
}
