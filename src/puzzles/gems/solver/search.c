#include "puzzles/gems/solver/search.h"

enum {
	TICK_NODES = 128,      /* expanded between two looks at the watch */
};

/* ---- ways ---- */

void gems_hunt_make(struct hunt *hunt, struct position *position, move_code move)
{
	const int count = gems_field_successors(&hunt->field, position, hunt->here);
	for (int i = 0; i < count; i++)
		if (hunt->here[i].move == move) {
			*position = hunt->here[i].position;
			return;
		}
}

bool gems_hunt_note_way(struct hunt *hunt, int length)
{
	struct answer *answer = hunt->answer;
	if (answer->upper >= 0 && length >= answer->upper)
		return false;
	answer->upper = length;
	answer->length = length <= PLAN_MAX ? length : 0;
	hunt->news = true;
	return answer->length > 0;
}

void gems_hunt_fill_end(struct hunt *hunt, struct position position, int from)
{
	for (int i = from; i < hunt->answer->length; i++) {
		const uint64_t hash = nodes_hash(&hunt->nodes, &position);
		const uint32_t number = gems_nodes_find(&hunt->nodes, &position, hash);
		hunt->answer->plan[i] = node_at(&hunt->nodes, number)->move;
		gems_hunt_make(hunt, &position, hunt->answer->plan[i]);
	}
}

/* ---- nodes ---- */

enum node_status gems_hunt_status(const struct hunt *hunt, uint32_t number)
{
	return node_status(&hunt->nodes, node_at(&hunt->nodes, number));
}

enum outcome gems_hunt_look(struct hunt *hunt)
{
	hunt->news = false;
	hunt->answer->states = hunt->nodes.count - hunt->kept;
	return monitor_report(hunt->monitor, hunt->answer) ? FURTHER : STOPPED;
}

enum outcome gems_hunt_count(struct hunt *hunt)
{
	hunt->expanded++;
	return hunt->news || hunt->expanded % TICK_NODES == 0 ? gems_hunt_look(hunt) : FURTHER;
}

void gems_hunt_expand(struct hunt *hunt, uint32_t number)
{
	struct position position;
	gems_nodes_position(&hunt->nodes, number, &position);
	const int from = hunt->nexts;
	hunt->nexts += gems_field_successors(&hunt->field, &position, hunt->next + from);
	for (int i = from; i < hunt->nexts; i++) {
		hunt->next[i].from = number;
		hunt->hash[i] = nodes_hash(&hunt->nodes, &hunt->next[i].position);
		nodes_prefetch(&hunt->nodes, hunt->hash[i]);
	}
}

uint32_t gems_hunt_add(struct hunt *hunt, const struct position *position, uint64_t hash,
                       int bound)
{
	const uint32_t number = gems_nodes_add(&hunt->nodes, position, hash);
	if (number != NODES_NONE)
		node_at(&hunt->nodes, number)->bound =
			(unsigned)(bound < NODE_BOUND_MAX ? bound : NODE_BOUND_MAX) &
			NODE_BOUND_MAX;
	return number;
}
