/* A proof table of boards. */
#include "puzzles/lines/solver/search.h"

/* For the proof table, whose states are boards; the context is their geometry. */
static void make_move(void *context, void *state, uint16_t move)
{
	const struct geometry *geometry = context;
	lines_board_slide(geometry, state, lines_slide_of_move(geometry, move));
}

/* False: the table is full. */
static bool add(struct proof_table *cache, struct geometry *geometry, struct board board,
                const struct answer *answer)
{
	if (answer->length == 0)
		return proof_table_note(cache, &board, answer->lower, -1, 0);
	return proof_table_note_plan(cache, &board, answer->lower, answer->plan, answer->length,
	                             make_move, geometry);
}

void lines_cache_bounds(struct proof_table *cache, struct geometry *geometry,
                        const struct board *start, const struct answer *answer)
{
	if (add(cache, geometry, *start, answer))
		return;
	proof_table_clear(cache);
	add(cache, geometry, *start, answer);
}

/* Uses the proof of a board 0 or 1 slides away; then the slide is `move`. */
static void use_proof(const struct proof_table *cache, struct geometry *geometry,
                      struct board board, int away, move_code move, struct answer *answer)
{
	const struct proof *proof = proof_table_find(cache, &board);
	if (proof == NULL)
		return;
	if (proof->lower - away > answer->lower)
		answer->lower = proof->lower - away;
	if (proof->upper < 0 || (answer->upper >= 0 && proof->upper + away >= answer->upper))
		return;
	answer->plan[0] = move;
	const int length = proof_table_plan(cache, &board, answer->plan + away, PLAN_MAX - away,
	                                    make_move, geometry);
	answer->upper = length < 0 ? -1 : length + away;
	answer->length = length < 0 ? 0 : answer->upper;
}

void lines_find_bounds(const struct proof_table *cache, struct geometry *geometry,
                       const struct board *start, struct answer *answer)
{
	struct slide slide[SLIDES_MAX];
	const int count = lines_slides_after(geometry, no_slide, slide);
	use_proof(cache, geometry, *start, 0, 0, answer);
	for (int i = 0; i < count; i++) {
		struct board next = *start;
		lines_board_slide(geometry, &next, slide[i]);
		use_proof(cache, geometry, next, 1, lines_slide_to_move(geometry, slide[i]),
		          answer);
	}
}
