/* A priority queue for small priorities: a stack of items for each.
 *
 * The last item that came in with the lowest priority goes out first, so that a search runs
 * straight down to a solution once it has come to the priority of one. An item is 64 bits of the
 * caller's. Items are removed only from the top: a caller that finds a better priority for an item
 * pushes it again, and ignores the old copy when it comes out. Stacks are chains of small blocks,
 * so none is ever moved, and all together stay within a limit. */
#ifndef PARLOUR_ALGO_BUCKET_QUEUE_H
#define PARLOUR_ALGO_BUCKET_QUEUE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUCKET_ITEMS = 126 }; /* items of a block, which takes 1 kB */

struct bucket_block {
	struct bucket_block *below; /* which is full */
	uint64_t count;             /* 1..BUCKET_ITEMS while it is in a stack */
	uint64_t item[BUCKET_ITEMS];
};

struct bucket_queue {
	struct bucket_block **top; /* top of each priority's stack, NULL where that is empty */
	int priorities;
	int lowest; /* no item has a lower priority */
	struct bucket_block *spare;
	size_t bytes; /* memory in use, never above limit */
	size_t limit;
};

/* Moves the top block of one chain to another. */
static inline void bucket_block_move(struct bucket_block **from, struct bucket_block **to)
{
	struct bucket_block *block = *from;
	*from = block->below;
	block->below = *to;
	*to = block;
}

/* Makes an empty queue, which has no memory yet. */
void bucket_queue_init(struct bucket_queue *queue, size_t limit);
void bucket_queue_free(struct bucket_queue *queue);

/* For bucket_queue_push: makes room on a stack whose top block is full. */
bool bucket_queue_grow(struct bucket_queue *queue, int priority);

/* False: no memory, or the limit is met. */
static inline bool bucket_queue_push(struct bucket_queue *queue, int priority, uint64_t item)
{
	assert(priority >= 0);
	if ((priority >= queue->priorities || queue->top[priority] == NULL ||
	     queue->top[priority]->count == BUCKET_ITEMS) &&
	    !bucket_queue_grow(queue, priority))
		return false;
	struct bucket_block *top = queue->top[priority];
	top->item[top->count++] = item;
	if (priority < queue->lowest)
		queue->lowest = priority;
	return true;
}

/* Makes `lowest` the priority of an item; false if there is none. */
static inline bool bucket_queue_settle(struct bucket_queue *queue)
{
	while (queue->lowest < queue->priorities && queue->top[queue->lowest] == NULL)
		queue->lowest++;
	return queue->lowest < queue->priorities;
}

/* Takes the last item in of a priority; false if there is none. */
static inline bool bucket_queue_take(struct bucket_queue *queue, int priority, uint64_t *item)
{
	struct bucket_block *top = priority < queue->priorities ? queue->top[priority] : NULL;
	if (top == NULL)
		return false;
	*item = top->item[--top->count];
	if (top->count == 0)
		bucket_block_move(&queue->top[priority], &queue->spare);
	return true;
}

/* Visits all items in the order in which they would be taken, and takes none. Begin with zeroes;
 * false: that was all. */
struct bucket_visit {
	const struct bucket_block *block;
	uint64_t left;
	int next; /* the next priority, after the block's */
};
bool bucket_queue_visit(const struct bucket_queue *queue, struct bucket_visit *visit,
                        uint64_t *item);

/* Drops all items, and keeps the memory. */
void bucket_queue_clear(struct bucket_queue *queue);

#endif
