/* Best first: few wrong cells count more than a short way. */
#include "puzzles/bishop/patch.h"

#include "algo/bucket_queue.h"
#include "algo/state_table.h"

enum {
	ANYTHING = 0,
	FREE = CROWD_FREE,
	WRONG_STEPS = 8,      /* a wrong cell counts as so many steps */
	BYTES_MOST = 1 << 22, /* of the table, and of the queue */
};

struct node {
	uint32_t before; /* the state, and the step from it */
	uint8_t from, to;
	uint16_t steps;
};

struct search {
	const struct patch *patch;
	struct state_table table;
	struct bucket_queue queue;
	int left;
};

static int count_wrong(const struct patch *patch, const uint8_t *piece)
{
	int wrong = 0;
	for (int i = 0; i < patch->cells; i++)
		wrong += patch->wanted[i] != ANYTHING && piece[i] != patch->wanted[i];
	return wrong;
}

/* Adds a state if it is new. */
static void reach(struct search *search, const uint8_t *piece, struct node node)
{
	bool fresh;
	const uint32_t number = state_table_put(&search->table, piece, &fresh);
	if (number == STATE_NONE || !fresh)
		return;
	const int priority = WRONG_STEPS * count_wrong(search->patch, piece) + node.steps;
	*(struct node *)state_table_payload(&search->table, number) = node;
	search->left--;
	bucket_queue_push(&search->queue, priority, number);
}

static void step_from(struct search *search, uint32_t number)
{
	const struct patch *patch = search->patch;
	const struct node *at = state_table_payload(&search->table, number);
	uint8_t piece[PATCH_CELLS];
	memcpy(piece, state_table_state(&search->table, number), sizeof piece);
	for (int to = 0; to < patch->cells; to++) {
		if (piece[to] != FREE)
			continue;
		for (int from = 0; from < patch->cells; from++) {
			if (piece[from] == FREE || (patch->beside[to] >> from & 1) == 0)
				continue;
			piece[to] = piece[from];
			piece[from] = FREE;
			reach(search, piece,
			      (struct node){number, (uint8_t)from, (uint8_t)to,
			                    (uint16_t)(at->steps + 1)});
			piece[from] = piece[to];
			piece[to] = FREE;
		}
	}
}

static int write_steps(const struct search *search, uint32_t number, struct hop *step, int most)
{
	const struct node *node = state_table_payload(&search->table, number);
	const int count = node->steps;
	if (count > most)
		return -1;
	for (int i = count - 1; i >= 0; i--) {
		step[i] = (struct hop){search->patch->cell[node->from],
		                       search->patch->cell[node->to]};
		node = state_table_payload(&search->table, node->before);
	}
	return count;
}

int patch_search(const struct patch *patch, struct hop *step, int most, int *states_left)
{
	struct search search = {.patch = patch, .left = *states_left};
	int steps = -1;
	uint64_t number;
	if (!state_table_init(&search.table, PATCH_CELLS, sizeof(struct node), BYTES_MOST))
		return -1;
	bucket_queue_init(&search.queue, BYTES_MOST);
	reach(&search, patch->piece, (struct node){.before = STATE_NONE});
	while (search.left > 0 && bucket_queue_settle(&search.queue) &&
	       bucket_queue_take(&search.queue, search.queue.lowest, &number)) {
		const uint8_t *piece = state_table_state(&search.table, (uint32_t)number);
		if (count_wrong(patch, piece) == 0) {
			steps = write_steps(&search, (uint32_t)number, step, most);
			break;
		}
		step_from(&search, (uint32_t)number);
	}
	bucket_queue_free(&search.queue);
	state_table_free(&search.table);
	*states_left = search.left;
	return steps;
}
