/* The bot of match three with special gems: an expectimax search of two swaps by the rules
 * themselves.
 *
 * Each first swap is tried with several streams of random gems, the same ones for every swap, never
 * with the level's own. The board it leads to is worth the points of the best second swap, and
 * something for each valid swap and special gem that is left. */
#include <string.h>

#include "algo/hash.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/rules.h"

enum {
	SAMPLES = 6,         /* streams that are tried */
	SWAP_VALUE = 6,      /* points for each valid swap that is left, */
	SWAPS_VALUED = 10,   /* at most */
	DEEP_SWAPS_MAX = 24, /* with more valid swaps, there is no second one */
};

/* Points for a special gem that is left. */
static const int kind_value[GEM_KINDS] =
	{[GEM_ROW] = 20, [GEM_COLUMN] = 20, [GEM_BLAST] = 25, [GEM_COLOUR] = 60};

/* A seed that depends only on what the player sees. */
static uint64_t seed_of(const struct level *level, const struct gems *gems)
{
	uint64_t hash = HASH_BEGIN;
	for (int cell = 0; cell < level_cells(level); cell++)
		hash = hash_more(hash_more(hash, gems->cell[cell]), gems->kind[cell]);
	return hash;
}

/* The value of what is left, and the number of valid swaps. */
static int evaluate_rest(const struct level *level, struct gems *gems, int *swaps)
{
	int value = 0;
	*swaps = 0;
	for (int swap = 0; (swap = gems_next_swap(level, gems, swap)) >= 0; swap++)
		++*swaps;
	for (int cell = 0; cell < level_cells(level); cell++)
		value += kind_value[gems->kind[cell]];
	return value + SWAP_VALUE * (*swaps < SWAPS_VALUED ? *swaps : SWAPS_VALUED);
}

/* Makes a valid swap; returns its points at the first level of the game. */
static int make_swap(const struct level *level, struct gems *gems, int swap)
{
	gems->score = 0;
	gems_make_swap(level, gems, swap);
	return gems_cascade(level, gems, swap);
}

/* The value of a board as it is, or after the best swap with its points. */
static int evaluate(const struct level *level, struct gems *gems, bool deep)
{
	int swaps, more;
	int best = evaluate_rest(level, gems, &swaps);
	if (!deep || swaps > DEEP_SWAPS_MAX)
		return best;
	for (int swap = 0; (swap = gems_next_swap(level, gems, swap)) >= 0; swap++) {
		struct gems next = *gems;
		const int points = make_swap(level, &next, swap);
		const int value = points + evaluate_rest(level, &next, &more);
		best = value > best ? value : best;
	}
	return best;
}

int gems_bot_advise_specials(const struct level *level, const struct gems *gems)
{
	struct level sample = *level;
	struct gems here = *gems;
	int swaps, best = -1, best_value = -1;
	const uint64_t seed = seed_of(level, gems);
	memset(here.taken, 0, sizeof here.taken);
	evaluate_rest(level, &here, &swaps);
	for (int swap = 0; (swap = gems_next_swap(level, &here, swap)) >= 0; swap++) {
		int value = 0;
		for (int s = 0; s < SAMPLES; s++) {
			struct gems next = here;
			sample.seed = seed + (uint64_t)s;
			value += make_swap(&sample, &next, swap);
			value += evaluate(&sample, &next, swaps <= DEEP_SWAPS_MAX);
		}
		if (value > best_value) {
			best = swap;
			best_value = value;
		}
	}
	return best;
}
