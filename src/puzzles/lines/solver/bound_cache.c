/* A direct-mapped cache: a position that needs the slot of another one replaces it. A plan is
 * stored as the first move of each of its positions, so it is lost with any of them. */
#include "puzzles/lines/solver/bound_cache.h"

#include <assert.h>
#include <stdlib.h>

enum { SLOTS = 2048 };

struct entry {
	struct board board;
	int lower;
	int upper;      /* -1: none */
	move_code move; /* the first of a plan of `upper` moves */
	bool used;
};

struct bound_cache {
	const struct geometry *geometry;
	struct entry entry[SLOTS];
};

struct bound_cache *lines_bound_cache_new(const struct geometry *geometry, size_t bytes)
{
	struct bound_cache *cache = bytes >= sizeof *cache ? calloc(1, sizeof *cache) : NULL;
	if (cache != NULL)
		cache->geometry = geometry;
	return cache;
}

size_t lines_bound_cache_bytes(void)
{
	return sizeof(struct bound_cache);
}

void lines_bound_cache_free(struct bound_cache *cache)
{
	free(cache);
}

/* The entry of a board; NULL: none. */
static const struct entry *find(const struct bound_cache *cache, const struct board *board)
{
	const struct entry *entry = &cache->entry[lines_board_hash(board) % SLOTS];
	return entry->used && lines_board_equal(&entry->board, board) ? entry : NULL;
}

static void add(struct bound_cache *cache, const struct board *board, int lower, int upper,
                move_code move)
{
	struct entry *entry = &cache->entry[lines_board_hash(board) % SLOTS];
	if (!entry->used || !lines_board_equal(&entry->board, board))
		*entry = (struct entry){.board = *board, .upper = -1, .used = true};
	if (lower > entry->lower)
		entry->lower = lower;
	if (upper >= 0 && (entry->upper < 0 || upper < entry->upper)) {
		entry->upper = upper;
		entry->move = move;
	}
	assert(entry->upper < 0 || entry->lower <= entry->upper);
}

static void apply(const struct bound_cache *cache, struct board *board, move_code move)
{
	lines_board_slide(cache->geometry, board, lines_slide_of_move(cache->geometry, move));
}

static void undo(const struct bound_cache *cache, struct board *board, move_code move)
{
	struct slide slide = lines_slide_of_move(cache->geometry, move);
	slide.heading = slide.heading == FORWARD ? BACKWARD : FORWARD;
	lines_board_slide(cache->geometry, board, slide);
}

/* From the end of the plan to its start, which is needed most. */
void lines_bound_cache_add(struct bound_cache *cache, const struct board *start,
                           const struct answer *answer)
{
	struct board board = *start;
	for (int i = 0; i < answer->length; i++)
		apply(cache, &board, answer->plan[i]);
	for (int i = answer->length - 1; i >= 0; i--) {
		undo(cache, &board, answer->plan[i]);
		add(cache, &board, answer->lower - i, answer->upper - i, answer->plan[i]);
	}
	add(cache, start, answer->lower, -1, 0);
}

/* Adds the cached plan of a board to the answer's; false if part of it was replaced. */
static bool follow(const struct bound_cache *cache, struct board board, struct answer *answer)
{
	const struct entry *entry = find(cache, &board);
	for (int left = PLAN_MAX - answer->length; left > 0; left--) {
		if (entry == NULL || entry->upper <= 0 || entry->upper > left)
			return false;
		left = entry->upper;
		answer->plan[answer->length++] = entry->move;
		apply(cache, &board, entry->move);
		entry = find(cache, &board);
	}
	return true;
}

/* Uses the entry of a position 0 or 1 slides away; then the slide is `move`. */
static void use_entry(const struct bound_cache *cache, const struct entry *entry, int away,
                      move_code move, struct answer *answer)
{
	if (entry->lower - away > answer->lower)
		answer->lower = entry->lower - away;
	if (entry->upper < 0 || (answer->upper >= 0 && entry->upper + away >= answer->upper))
		return;
	struct answer *found = malloc(sizeof *found);
	if (found == NULL)
		return;
	found->length = 0;
	if (away == 1)
		found->plan[found->length++] = move;
	if (follow(cache, entry->board, found)) {
		answer->upper = answer->length = found->length;
		for (int i = 0; i < found->length; i++)
			answer->plan[i] = found->plan[i];
	}
	free(found);
}

void lines_bound_cache_find(const struct bound_cache *cache, const struct board *start,
                            struct answer *answer)
{
	struct slide slide[SLIDES_MAX];
	const int count = lines_slides_after(cache->geometry, no_slide, slide);
	const struct entry *entry = find(cache, start);
	if (entry != NULL)
		use_entry(cache, entry, 0, 0, answer);
	for (int i = 0; i < count; i++) {
		struct board next = *start;
		lines_board_slide(cache->geometry, &next, slide[i]);
		entry = find(cache, &next);
		if (entry != NULL)
			use_entry(cache, entry, 1, lines_slide_to_move(cache->geometry, slide[i]),
			          answer);
	}
}
