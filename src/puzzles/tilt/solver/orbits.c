/* Positions from which no moves bring the colours to the goal's places: no product of the edges'
 * permutations moves a block out of its orbit, nor is it odd if all edges are even. */
#include "puzzles/tilt/solver/labels.h"
#include "puzzles/tilt/solver/search.h"

enum { TICK_NODES = 1 << 13 };

/* Whether a permutation has an odd number of inversions. */
static bool is_odd(const uint8_t *permutation, int blocks)
{
	bool odd = false;
	for (int i = 0; i < blocks; i++)
		for (int j = 0; j < i; j++)
			odd ^= permutation[j] > permutation[i];
	return odd;
}

static void merge(struct tilt_orbits *orbits, const uint8_t *permutation, int blocks)
{
	for (int i = 0; orbits->count > 1 && i < blocks; i++) {
		const uint8_t one = orbits->of[i], other = orbits->of[permutation[i]];
		orbits->count -= one != other;
		for (int j = 0; one != other && j < blocks; j++)
			if (orbits->of[j] == other)
				orbits->of[j] = one;
	}
}

/* Whether nothing is out of reach. */
static bool are_free(const struct tilt_orbits *orbits)
{
	return orbits->count == 1 && (orbits->odd || orbits->alike);
}

static void begin(struct tilt_orbits *orbits, const struct tilt_task *task)
{
	orbits->count = orbits->labels.graph->blocks;
	for (int i = 0; i < orbits->count; i++)
		orbits->of[i] = (uint8_t)i;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		orbits->alike = orbits->alike || task->level->pieces[colour] > 1;
}

/* Looks through all edges, or as many as it takes. False: stopped. */
static bool look_through(struct tilt_orbits *orbits, const struct tilt_task *task)
{
	const struct tilt_graph *graph = orbits->labels.graph;
	uint8_t permutation[TILT_BLOCKS_MAX];
	for (uint32_t node = 0; !are_free(orbits) && node < graph->nodes.count; node++) {
		for (int side = 0; side < 2; side++) {
			tilt_labels_permutation(&orbits->labels, node, side, permutation);
			merge(orbits, permutation, graph->blocks);
			orbits->odd = orbits->odd || is_odd(permutation, graph->blocks);
		}
		if (!tilt_report_step(task, node, TICK_NODES))
			return false;
	}
	return true;
}

/* False: too little memory, or stopped. */
static bool find(struct tilt_orbits *orbits, const struct tilt_graph *graph,
                 const struct tilt_task *task, size_t bytes)
{
	tilt_orbits_free(orbits);
	if (tilt_labels_bytes(graph) > bytes || !tilt_labels_init(&orbits->labels, graph, task))
		return false;
	begin(orbits, task);
	if (!look_through(orbits, task)) {
		tilt_orbits_free(orbits);
		return false;
	}
	orbits->nodes = graph->nodes.count;
	if (are_free(orbits))
		tilt_labels_free(&orbits->labels);
	return true;
}

/* Whether both colourings have the same colours in each orbit, and no odd permutation is needed to
 * make one of the other. */
static bool may_become(const struct tilt_orbits *orbits, const struct tilt_class *from,
                       const struct tilt_class *goal)
{
	const int blocks = orbits->labels.graph->blocks;
	int count[TILT_BLOCKS_MAX][COLOURS_MAX + 1] = {{0}};
	uint8_t before[TILT_BLOCKS_MAX] = {0}, after[TILT_BLOCKS_MAX] = {0};
	if (goal->node == TILT_NONE)
		return false;
	tilt_labels_sort(&orbits->labels, from, before);
	tilt_labels_sort(&orbits->labels, goal, after);
	for (int i = 0; i < blocks; i++) {
		count[orbits->of[i]][before[i]]++;
		count[orbits->of[i]][after[i]]--;
	}
	for (int i = 0; i < blocks; i++)
		for (int colour = 1; colour <= COLOURS_MAX; colour++)
			if (count[i][colour] != 0)
				return false;
	return orbits->odd || orbits->alike || is_odd(before, blocks) == is_odd(after, blocks);
}

bool tilt_may_solve(struct tilt_orbits *orbits, const struct tilt_graph *graph,
                    const struct tilt_task *task, size_t bytes)
{
	if ((orbits->nodes != graph->nodes.count && !find(orbits, graph, task, bytes)) ||
	    are_free(orbits))
		return true;
	for (int i = 0; i < TILT_AXES * TILT_AXES; i++)
		if (may_become(orbits, &task->from[i % TILT_AXES], &task->goal[i / TILT_AXES]))
			return true;
	return false;
}

size_t tilt_orbits_bytes(const struct tilt_orbits *orbits)
{
	return orbits->labels.label == NULL ? 0 : tilt_labels_bytes(orbits->labels.graph);
}

void tilt_orbits_free(struct tilt_orbits *orbits)
{
	tilt_labels_free(&orbits->labels);
	*orbits = (struct tilt_orbits){0};
}
