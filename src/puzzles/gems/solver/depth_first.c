#include "puzzles/gems/solver/depth_first.h"

#include <stdlib.h>

/* The way of the depth-first search, and one more move. */
static void fill_frames(struct hunt *hunt, move_code move)
{
	for (int i = 0; i < hunt->depth - 1; i++)
		hunt->answer->plan[i] = hunt->frame[i].choice[hunt->frame[i].tried - 1].move;
	hunt->answer->plan[hunt->depth - 1] = move;
}

static bool push_frame(struct hunt *hunt, uint32_t number)
{
	if (hunt->depth == hunt->frames) {
		const int frames = hunt->frames == 0 ? 32 : 2 * hunt->frames;
		struct frame *frame = realloc(hunt->frame, (size_t)frames * sizeof *frame);
		if (frame == NULL)
			return false;
		hunt->frame = frame;
		hunt->frames = frames;
	}
	struct frame *frame = &hunt->frame[hunt->depth++];
	frame->node = number;
	frame->count = frame->tried = 0;
	return true;
}

/* Keeps the choices in order as they come. */
static void add_choice(struct frame *frame, struct choice choice)
{
	int i = frame->count++;
	for (; i > 0 && frame->choice[i - 1].rank > choice.rank; i--)
		frame->choice[i] = frame->choice[i - 1];
	frame->choice[i] = choice;
}

/* A successor of the position at the end of the way: solved, worth a try, or dead. */
static enum outcome list_choice(struct hunt *hunt, struct frame *frame, int i)
{
	const struct successor *next = &hunt->next[i];
	uint32_t number = gems_nodes_find(&hunt->nodes, &next->position, hunt->hash[i]);
	if (number != NODES_NONE && gems_hunt_status(hunt, number) == NODE_DEAD)
		return FURTHER;
	const int bound = number != NODES_NONE
	                          ? (int)node_at(&hunt->nodes, number)->bound
	                          : gems_field_bound(&hunt->field, &hunt->spread, &next->position);
	if (bound == 0 && gems_hunt_note_way(hunt, hunt->depth))
		fill_frames(hunt, next->move);
	if (bound <= 0)
		return FURTHER;
	if (number == NODES_NONE)
		number = gems_hunt_add(hunt, &next->position, hunt->hash[i], bound);
	if (number == NODES_NONE)
		return NO_MEMORY;
	const int rank = gems_field_rank(&hunt->field, &next->position, bound);
	add_choice(frame, (struct choice){.node = number, .rank = rank, .move = next->move});
	return FURTHER;
}

static enum outcome open_frame(struct hunt *hunt, uint32_t number)
{
	enum outcome outcome = push_frame(hunt, number) ? FURTHER : NO_MEMORY;
	if (outcome != FURTHER)
		return outcome;
	hunt->nexts = 0;
	gems_hunt_expand(hunt, number);
	struct frame *frame = &hunt->frame[hunt->depth - 1];
	for (int i = 0; i < hunt->nexts && outcome == FURTHER; i++)
		outcome = list_choice(hunt, frame, i);
	return outcome;
}

/* Goes on to a position whose distance is known. */
static void take_known(struct hunt *hunt, const struct choice *choice)
{
	struct position position;
	const int rest = (int)node_at(&hunt->nodes, choice->node)->depth;
	if (!gems_hunt_note_way(hunt, hunt->depth + rest))
		return;
	fill_frames(hunt, choice->move);
	gems_nodes_position(&hunt->nodes, choice->node, &position);
	gems_hunt_fill_end(hunt, position, hunt->depth);
}

/* One node further, or back from a dead end. */
static enum outcome step_down(struct hunt *hunt)
{
	struct frame *frame = &hunt->frame[hunt->depth - 1];
	if (frame->tried == frame->count) {
		node_set(&hunt->nodes, node_at(&hunt->nodes, frame->node), NODE_DEAD);
		return --hunt->depth == 0 ? PROVEN : FURTHER;
	}
	const struct choice *choice = &frame->choice[frame->tried++];
	switch (gems_hunt_status(hunt, choice->node)) {
	case NODE_DEAD:
		return FURTHER;
	case NODE_SOLVED:
		take_known(hunt, choice);
		return FURTHER;
	default:
		break;
	}
	const enum outcome outcome = open_frame(hunt, choice->node);
	return outcome == FURTHER ? gems_hunt_count(hunt) : outcome;
}

enum outcome gems_deep_go(struct hunt *hunt, unsigned nodes)
{
	const unsigned end = hunt->expanded + nodes;
	enum outcome outcome = FURTHER;
	if (hunt->depth == 0)
		outcome = open_frame(hunt, hunt->start);
	while (outcome == FURTHER && hunt->answer->upper < 0 && hunt->expanded < end)
		outcome = step_down(hunt);
	return outcome;
}
