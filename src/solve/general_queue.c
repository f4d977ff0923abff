/* The queue: every open state hangs in the list of its depth plus weighted bound. */
#include <stdlib.h>

#include "solve/general_private.h"

static bool grow_buckets(struct general *general, int sum)
{
	int count = general->bucket_count == 0 ? 256 : general->bucket_count;
	while (count <= sum)
		count *= 2;
	uint32_t *bucket = realloc(general->bucket, (size_t)count * sizeof *bucket);
	if (bucket == NULL)
		return false;
	for (int i = general->bucket_count; i < count; i++)
		bucket[i] = STATE_NONE;
	general->bucket = bucket;
	general->bucket_count = count;
	return true;
}

static int sum_of(const struct general *general, const struct node *node)
{
	return node->depth + general->weight * node->bound;
}

bool queue_put(struct general *general, uint32_t number)
{
	struct node *node = node_at(general, number);
	const int sum = sum_of(general, node);
	if ((general->bucket == NULL || sum >= general->bucket_count) &&
	    !grow_buckets(general, sum))
		return false;
	node->open = 1;
	node->previous = STATE_NONE;
	node->next = general->bucket[sum];
	if (node->next != STATE_NONE)
		node_at(general, node->next)->previous = number;
	general->bucket[sum] = number;
	if (sum < general->sum)
		general->sum = sum;
	return true;
}

void queue_remove(struct general *general, uint32_t number)
{
	struct node *node = node_at(general, number);
	if (node->next != STATE_NONE)
		node_at(general, node->next)->previous = node->previous;
	if (node->previous != STATE_NONE)
		node_at(general, node->previous)->next = node->next;
	else
		general->bucket[sum_of(general, node)] = node->next;
	node->open = 0;
}

uint32_t queue_take(struct general *general)
{
	while (general->sum < general->bucket_count && general->bucket[general->sum] == STATE_NONE)
		general->sum++;
	if (general->sum >= general->bucket_count)
		return STATE_NONE;
	const uint32_t number = general->bucket[general->sum];
	queue_remove(general, number);
	return number;
}

void queue_empty(struct general *general)
{
	free(general->bucket);
	general->bucket = NULL;
	general->bucket_count = general->sum = 0;
}

bool queue_reorder(struct general *general, int weight)
{
	uint32_t *bucket = general->bucket;
	const int count = general->bucket_count;
	bool good = true;
	general->bucket = NULL;
	general->bucket_count = 0;
	general->sum = 0;
	general->weight = weight;
	for (int sum = 0; good && sum < count; sum++)
		for (uint32_t number = bucket[sum], next; good && number != STATE_NONE;
		     number = next) {
			next = node_at(general, number)->next;
			good = queue_put(general, number);
		}
	free(bucket);
	return good;
}
