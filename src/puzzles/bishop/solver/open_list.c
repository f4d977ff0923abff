#include "puzzles/bishop/solver/open_list.h"

#include <stdlib.h>
#include <string.h>

/* ---- notes ---- */

bool bishop_notes_init(struct notes *notes, int bits)
{
	notes->slot = calloc((size_t)1 << bits, sizeof *notes->slot);
	notes->bits = notes->slot == NULL ? 0 : bits;
	notes->count = 0;
	return notes->slot != NULL;
}

void bishop_notes_free(struct notes *notes)
{
	free(notes->slot);
	*notes = (struct notes){.slot = NULL};
}

void bishop_notes_refile(const struct notes *from, uint64_t begin, uint64_t end, struct notes *to)
{
	for (uint64_t i = begin; i < end; i++)
		if (from->slot[i] != 0) {
			*bishop_notes_find(to, bishop_notes_rank(from->slot[i])) = from->slot[i];
			to->count++;
		}
}

/* ---- the front ---- */

/* A stack is a chain of blocks, of which only the top one may not be full. */
struct block {
	struct block *below;
	uint64_t count;
	uint64_t rank[PILE];
};

static void free_blocks(struct block *block)
{
	while (block != NULL) {
		struct block *below = block->below;
		free(block);
		block = below;
	}
}

void bishop_front_free(struct front *front)
{
	for (int p = 0; p < front->priorities; p++)
		free_blocks(front->top[p]);
	free_blocks(front->spare);
	free_blocks(front->gathered);
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

bool bishop_front_push(struct front *front, int priority, uint64_t rank)
{
	if (priority >= front->priorities && !add_priorities(front, priority))
		return false;
	struct block *top = front->top[priority];
	if ((top == NULL || top->count == PILE) && !add_block(front, priority))
		return false;
	top = front->top[priority];
	top->rank[top->count++] = rank;
	if (priority < front->least)
		front->least = priority;
	return true;
}

bool bishop_front_settle(struct front *front)
{
	while (front->least < front->priorities && front->top[front->least] == NULL)
		front->least++;
	return front->least < front->priorities;
}

static void set_aside(struct front *front, struct block *block)
{
	block->below = front->spare;
	front->spare = block;
}

void bishop_front_gather(struct front *front)
{
	for (int p = front->least; p < front->priorities; p++)
		while (front->top[p] != NULL) {
			struct block *block = front->top[p];
			front->top[p] = block->below;
			block->below = front->gathered;
			front->gathered = block;
		}
	front->least = front->priorities;
}

int bishop_front_next(struct front *front, uint64_t rank[PILE])
{
	struct block *block = front->gathered;
	if (block == NULL)
		return 0;
	const int count = (int)block->count;
	memcpy(rank, block->rank, (size_t)count * sizeof *rank);
	front->gathered = block->below;
	set_aside(front, block);
	return count;
}

int bishop_front_take(struct front *front, uint64_t *rank, int most)
{
	int taken = 0;
	while (taken < most && front->top[front->least] != NULL) {
		struct block *top = front->top[front->least];
		rank[taken++] = top->rank[--top->count];
		if (top->count == 0) {
			front->top[front->least] = top->below;
			set_aside(front, top);
		}
	}
	return taken;
}
