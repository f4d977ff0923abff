#include "algo/bucket_queue.h"

#include <stdlib.h>

enum { FIRST_PRIORITIES = 64 };

void bucket_queue_init(struct bucket_queue *queue, size_t limit)
{
	*queue = (struct bucket_queue){.limit = limit};
}

static void free_blocks(struct bucket_block *block)
{
	while (block != NULL) {
		struct bucket_block *below = block->below;
		free(block);
		block = below;
	}
}

void bucket_queue_free(struct bucket_queue *queue)
{
	for (int p = 0; p < queue->priorities; p++)
		free_blocks(queue->top[p]);
	free_blocks(queue->spare);
	free(queue->top);
	*queue = (struct bucket_queue){0};
}

static bool add_priorities(struct bucket_queue *queue, int priority)
{
	int count = queue->priorities == 0 ? FIRST_PRIORITIES : queue->priorities;
	while (count <= priority)
		count *= 2;
	const size_t more = (size_t)(count - queue->priorities) * sizeof *queue->top;
	if (queue->bytes + more > queue->limit)
		return false;
	struct bucket_block **top = realloc(queue->top, (size_t)count * sizeof *queue->top);
	if (top == NULL)
		return false;
	for (int p = queue->priorities; p < count; p++)
		top[p] = NULL;
	queue->bytes += more;
	queue->top = top;
	queue->priorities = count;
	return true;
}

bool bucket_queue_grow(struct bucket_queue *queue, int priority)
{
	if (priority >= queue->priorities && !add_priorities(queue, priority))
		return false;
	if (queue->spare == NULL) {
		const size_t bytes = queue->bytes + sizeof *queue->spare;
		queue->spare = bytes > queue->limit ? NULL : malloc(sizeof *queue->spare);
		if (queue->spare == NULL)
			return false;
		queue->spare->below = NULL;
		queue->bytes = bytes;
	}
	queue->spare->count = 0;
	bucket_block_move(&queue->spare, &queue->top[priority]);
	return true;
}

bool bucket_queue_visit(const struct bucket_queue *queue, struct bucket_visit *visit,
                        uint64_t *item)
{
	while (visit->left == 0) {
		if (visit->block != NULL)
			visit->block = visit->block->below;
		else if (visit->next < queue->priorities)
			visit->block = queue->top[visit->next++];
		else
			return false;
		visit->left = visit->block == NULL ? 0 : visit->block->count;
	}
	*item = visit->block->item[--visit->left];
	return true;
}

void bucket_queue_clear(struct bucket_queue *queue)
{
	for (int p = 0; p < queue->priorities; p++)
		while (queue->top[p] != NULL)
			bucket_block_move(&queue->top[p], &queue->spare);
	queue->lowest = queue->priorities;
}
