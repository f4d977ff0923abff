#include "bounds.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Components with so many pairs of class and word get a bound from cosets first. */
enum { COSETS_LEAST = 1 << 18 };

#define NOWHERE UINT32_MAX

static uint32_t classes_count(const struct bounds *bounds)
{
	return bounds->classes->first[AXES];
}

void bounds_init(struct bounds *bounds, const struct grid *grid, const struct classes *classes,
                 struct walk *walk)
{
	*bounds = (struct bounds){.grid = grid, .classes = classes, .walk = walk};
	if (!classes->alike)
		cosets_init(&bounds->cosets, classes);
}

void bounds_free(struct bounds *bounds)
{
	void *all[] = {
		bounds->component,    bounds->component_first, bounds->in_component,
		bounds->before_first, bounds->before,          bounds->bound,
		bounds->exact,        bounds->within,          bounds->full,
		bounds->into,         bounds->into_after,      bounds->stack,
		bounds->path,         bounds->order,           bounds->low,
		bounds->away,
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
	if (!bounds->classes->alike)
		cosets_free(&bounds->cosets);
}

static void *renew(void *old, size_t count, size_t size)
{
	free(old);
	return chart_alloc(count, size);
}

static uint32_t *renew_list(uint32_t *old, size_t count)
{
	return renew(old, count, sizeof *old);
}

static void make_room(struct bounds *bounds)
{
	const uint32_t count = classes_count(bounds);
	if (count <= bounds->room)
		return;
	bounds->room = 2 * count;
	const size_t room = bounds->room + 1;
	bounds->component = renew_list(bounds->component, room);
	bounds->component_first = renew_list(bounds->component_first, room);
	bounds->in_component = renew_list(bounds->in_component, room);
	bounds->before_first = renew_list(bounds->before_first, room);
	bounds->before = renew_list(bounds->before, 2 * room);
	bounds->stack = renew_list(bounds->stack, room);
	bounds->path = renew_list(bounds->path, room);
	bounds->order = renew_list(bounds->order, room);
	bounds->low = renew_list(bounds->low, room);
	bounds->bound = renew(bounds->bound, room, sizeof *bounds->bound);
	bounds->away = renew(bounds->away, room, sizeof *bounds->away);
	bounds->exact = renew(bounds->exact, room, 1);
	bounds->within = renew(bounds->within, room, 1);
	bounds->full = renew(bounds->full, room, 1);
	bounds->into = renew_list(bounds->into, room);
	bounds->into_after = renew_list(bounds->into_after, room);
}

/* ---- components ---- */

static void list_edges_before(struct bounds *bounds)
{
	const uint32_t count = classes_count(bounds);
	const struct class_node *nodes = bounds->classes->nodes;
	uint32_t *first = bounds->before_first;
	memset(first, 0, (count + 1) * sizeof *first);
	for (uint32_t n = 0; n < count; n++)
		for (int side = 0; side < SIDES; side++)
			first[nodes[n].edge[side].to + 1]++;
	for (uint32_t n = 0; n < count; n++)
		first[n + 1] += first[n];
	for (uint32_t n = count; n-- > 0;)
		for (int side = 0; side < SIDES; side++)
			bounds->before[--first[nodes[n].edge[side].to + 1]] = n;
	/* first[n + 1] now is where the list of n begins. */
	memmove(first, first + 1, count * sizeof *first);
	first[count] = 2 * count;
}

/* Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), with a path instead of
 * recursion. `exact` counts the edges followed from the classes on it. */
static void find_components(struct bounds *bounds)
{
	const uint32_t count = classes_count(bounds);
	const struct class_node *nodes = bounds->classes->nodes;
	uint32_t *order = bounds->order, *low = bounds->low, *path = bounds->path;
	char *followed = bounds->exact;
	uint32_t visited = 0, waiting = 0, listed = 0;
	bounds->components = 0;
	memset(order, 0, count * sizeof *order);
	for (uint32_t root = 0; root < count; root++) {
		if (order[root] != 0)
			continue;
		uint32_t depth = 1;
		path[0] = root;
		order[root] = low[root] = ++visited;
		followed[root] = 0;
		bounds->stack[waiting++] = root;
		bounds->component[root] = UINT32_MAX;
		while (depth > 0) {
			const uint32_t n = path[depth - 1];
			if (followed[n] < SIDES) {
				const uint32_t to = nodes[n].edge[(int)followed[n]++].to;
				if (order[to] == 0) {
					path[depth++] = to;
					order[to] = low[to] = ++visited;
					followed[to] = 0;
					bounds->stack[waiting++] = to;
					bounds->component[to] = UINT32_MAX;
				} else if (bounds->component[to] == UINT32_MAX &&
				           order[to] < low[n]) {
					low[n] = order[to];
				}
				continue;
			}
			depth--;
			if (depth > 0 && low[n] < low[path[depth - 1]])
				low[path[depth - 1]] = low[n];
			if (low[n] != order[n])
				continue;
			bounds->component_first[bounds->components] = listed;
			uint32_t member;
			do {
				member = bounds->stack[--waiting];
				bounds->component[member] = bounds->components;
				bounds->in_component[listed++] = member;
			} while (member != n);
			bounds->components++;
		}
	}
	bounds->component_first[bounds->components] = listed;
}

/* ---- bounds ---- */

/* Sets `away`: from each class of a component to one of them, without regard to colours. */
static void measure_away(struct bounds *bounds, uint32_t to)
{
	const uint32_t component = bounds->component[to];
	uint32_t *queue = bounds->stack, count = 0;
	for (uint32_t i = bounds->component_first[component];
	     i < bounds->component_first[component + 1]; i++)
		bounds->away[bounds->in_component[i]] = -1;
	bounds->away[to] = 0;
	queue[count++] = to;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t b = bounds->before_first[queue[i]];
		     b < bounds->before_first[queue[i] + 1]; b++) {
			const uint32_t n = bounds->before[b];
			if (bounds->component[n] != component || bounds->away[n] >= 0)
				continue;
			bounds->away[n] = bounds->away[queue[i]] + 1;
			queue[count++] = n;
		}
}

/* The class to walk from next: one that many edges lead to, then one of the highest bound. */
static uint32_t pick(const struct bounds *bounds, uint32_t component, bool first)
{
	uint32_t best = UINT32_MAX;
	int64_t most = -1;
	for (uint32_t i = bounds->component_first[component];
	     i < bounds->component_first[component + 1]; i++) {
		const uint32_t n = bounds->in_component[i];
		if (bounds->exact[n])
			continue;
		const int64_t value = first ? (int64_t)bounds->before_first[n + 1] -
		                                      (int64_t)bounds->before_first[n]
		                            : bounds->bound[n];
		if (value > most) {
			most = value;
			best = n;
		}
	}
	return !first && most < bounds->want ? UINT32_MAX : best;
}

/* The highest bound of the classes that edges out of a component lead to; -1: there are none. */
static int bound_after(const struct bounds *bounds, uint32_t component)
{
	int after = -1;
	for (uint32_t i = bounds->component_first[component];
	     i < bounds->component_first[component + 1]; i++)
		for (int side = 0; side < SIDES; side++) {
			const uint32_t n = bounds->in_component[i];
			const uint32_t to = bounds->classes->nodes[n].edge[side].to;
			if (bounds->component[to] != component && bounds->bound[to] > after)
				after = bounds->bound[to];
		}
	return after;
}

/* Lowers the bounds of a component's classes by what one of them was found to reach. */
static int lower_bounds(struct bounds *bounds, uint32_t from, int farthest)
{
	const uint32_t component = bounds->component[from];
	int most = 0;
	measure_away(bounds, from);
	for (uint32_t i = bounds->component_first[component];
	     i < bounds->component_first[component + 1]; i++) {
		const uint32_t n = bounds->in_component[i];
		if (bounds->away[n] + farthest < bounds->bound[n])
			bounds->bound[n] = bounds->away[n] + farthest;
		if (bounds->bound[n] > most)
			most = bounds->bound[n];
	}
	return most;
}

/* Bounds the eccentricities of a component's classes by that of one of them within it, and the
 * longest way out of it. Returns the highest. */
static int bound_within(struct bounds *bounds, uint32_t component, uint32_t from, int out)
{
	for (uint32_t n = 0; n < classes_count(bounds); n++)
		bounds->within[n] = bounds->component[n] == component;
	const uint32_t size =
		bounds->component_first[component + 1] - bounds->component_first[component];
	if (!bounds->classes->alike && size * bounds->walk->words.count > COSETS_LEAST) {
		const int farthest = cosets_bound(&bounds->cosets, from, bounds->within);
		if (farthest < INT_MAX) {
			const int most = lower_bounds(bounds, from, farthest + out);
			if (most < bounds->want)
				return most;
		}
	}
	return lower_bounds(bounds, from,
	                    walk_eccentricity(bounds->walk, from, bounds->within) + out);
}

/* The class of a class's positions under a symmetry of the layout. */
static uint32_t class_image(const struct bounds *bounds, uint32_t node, int symmetry)
{
	const struct classes *classes = bounds->classes;
	const int axis = node < classes->first[VERTICAL] ? HORIZONTAL : VERTICAL;
	cell_set set = classes->nodes[node].packed[LOW];
	if (axis == VERTICAL)
		set = axis_turn(&classes->axis[VERTICAL], set);
	return class_at(classes, grid_transposes(symmetry) ? !axis : axis,
	                grid_image(bounds->grid, symmetry, set));
}

/* Finds the eccentricity of a class, and lowers the bounds of its component by it and by those of
 * its images, which are the same. */
static void measure_class(struct bounds *bounds, uint32_t node)
{
	const struct walk *walk = bounds->walk;
	const uint32_t component = bounds->component[node];
	const int farthest = walk_eccentricity(bounds->walk, node, NULL);
	uint64_t words = 0;
	const uint64_t *reached = walk_set(walk, &walk->reached, node);
	for (size_t i = 0; i < walk->wide; i++)
		words += (uint64_t)count_cells(reached[i]);
	bounds->full[component] = words == walk->words.count;
	for (int s = 0; s < bounds->grid->symmetries; s++) {
		if (!grid_keeps(bounds->grid, s, bounds->classes->walls))
			continue;
		const uint32_t image = class_image(bounds, node, s);
		if (bounds->component[image] != component)
			continue;
		lower_bounds(bounds, image, farthest);
		bounds->exact[image] = 1;
	}
}

/* Bounds the eccentricities of a component's classes, closely where they may be of interest. The
 * components after it come first. */
static void bound_component(struct bounds *bounds, uint32_t component)
{
	const uint32_t first = bounds->component_first[component];
	const uint32_t size = bounds->component_first[component + 1] - first;
	/* A path goes through some of the component's classes and words, and then out of it. */
	const int out = bound_after(bounds, component) + 1;
	const uint64_t states = size == 1 ? 1 : (uint64_t)size * bounds->walk->words.count;
	const int trivial = states > INT16_MAX ? INT16_MAX : (int)states - 1;
	for (uint32_t i = first; i < first + size; i++) {
		bounds->bound[bounds->in_component[i]] = trivial + out;
		bounds->exact[bounds->in_component[i]] = 0;
	}
	bounds->full[component] = 0;
	if (trivial + out < bounds->want ||
	    (bounds->wanted != NULL && !bounds->wanted[bounds->in_component[first]]))
		return;
	uint32_t from = pick(bounds, component, true);
	if (size > 1 && bound_within(bounds, component, from, out) < bounds->want)
		return;
	for (; from != UINT32_MAX; from = pick(bounds, component, false))
		measure_class(bounds, from);
}

/* Sets `into` and `into_after`. The components after a class come before its own. */
static void find_full_components(struct bounds *bounds)
{
	for (uint32_t i = 0; i < classes_count(bounds); i++) {
		const uint32_t n = bounds->in_component[i], component = bounds->component[n];
		const uint32_t low = bounds->classes->nodes[n].edge[LOW].to;
		const uint32_t high = bounds->classes->nodes[n].edge[HIGH].to;
		const bool alone = bounds->component_first[component + 1] -
		                           bounds->component_first[component] ==
		                   1;
		bounds->into[n] = NOWHERE;
		bounds->into_after[n] = 0;
		if (bounds->full[component]) {
			bounds->into[n] = component;
		} else if (alone && bounds->into[low] == bounds->into[high]) {
			const uint32_t after_low = bounds->into_after[low];
			const uint32_t after_high = bounds->into_after[high];
			bounds->into[n] = bounds->into[low];
			bounds->into_after[n] =
				1 + (after_low > after_high ? after_low : after_high);
		}
	}
}

int bounds_find(struct bounds *bounds, int want, const char *wanted)
{
	int most = -1;
	bounds->want = want;
	bounds->wanted = wanted;
	walk_forget(bounds->walk);
	if (!bounds->classes->alike)
		walk_forget(&bounds->cosets.walk);
	make_room(bounds);
	find_components(bounds);
	list_edges_before(bounds);
	for (uint32_t c = 0; c < bounds->components; c++)
		bound_component(bounds, c);
	find_full_components(bounds);
	for (uint32_t n = 0; n < classes_count(bounds); n++)
		if (bounds->bound[n] > most)
			most = bounds->bound[n];
	return most;
}

/* Bounds how far the farthest is that a start can reach, whose classes are given. If both lead into
 * one full component, each reaches all of it and all that comes after it, so the lower bound holds
 * but for the few moves that lead there. */
int bounds_of_start(const struct bounds *bounds, const uint32_t class[AXES])
{
	const uint32_t h = class[HORIZONTAL], v = class[VERTICAL];
	const int low = bounds->bound[h] < bounds->bound[v] ? bounds->bound[h] : bounds->bound[v];
	const int high = bounds->bound[h] + bounds->bound[v] - low;
	if (bounds->into[h] == NOWHERE || bounds->into[h] != bounds->into[v])
		return high;
	const uint32_t after = bounds->into_after[h] > bounds->into_after[v]
	                               ? bounds->into_after[h]
	                               : bounds->into_after[v];
	return low > (int)after ? low : (int)after;
}
