#include "store/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/measured.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"

static int by_day(const void *a, const void *b)
{
	const struct outcome *one = a, *other = b;
	if (one->day != other->day)
		return one->day < other->day ? -1 : 1;
	return one->order - other->order;
}

/* Copies the first outcome of each level, if it was unaided; sorted by day. Returns how many. */
static int copy_first(const struct outcomes *outcomes, const char *puzzle, struct outcome *first)
{
	int count = 0;
	for (int i = 0; i < outcomes->count; i++) {
		const struct outcome *outcome = &outcomes->outcome[i];
		if ((i == 0 || outcome->level != outcome[-1].level) && outcome->unaided &&
		    (puzzle == NULL || strcmp(outcome->puzzle, puzzle) == 0))
			first[count++] = *outcome;
	}
	qsort(first, (size_t)count, sizeof *first, by_day);
	return count;
}

/* ---- rating ---- */

static double expect(const struct puzzle *puzzle, int par)
{
	static const struct expected_rating of_all = {.of_one = 980, .per_doubling = 310};
	const bool own = puzzle != NULL && puzzle->expected.of_one > 0;
	const struct expected_rating *expected = own ? &puzzle->expected : &of_all;
	return expected->of_one + expected->per_doubling * log2(par < 1 ? 1 : par);
}

struct glicko rating_of_level(uint64_t level, const char *puzzle, int par)
{
	const int measured = measured_rating(level);
	return (struct glicko){measured >= 0 ? measured : expect(puzzle_named(puzzle), par), 200,
	                       0.06};
}

struct glicko rating_on(const struct player_rating *rating, int64_t day)
{
	int i = rating->count;
	while (i > 0 && rating->days[i - 1].day > day)
		i--;
	if (i == 0)
		return glicko_new;
	struct glicko then = rating->days[i - 1].rating;
	for (int64_t idle = rating->days[i - 1].day; idle < day; idle++) {
		if (then.deviation >= glicko_new.deviation)
			break;
		then = glicko_update(then, NULL, 0);
	}
	return then;
}

/* Adds the day of the first outcomes; returns how many they are. */
static int rate_day(struct player_rating *rating, const struct outcome *outcomes, int count,
                    struct glicko_game *games)
{
	int played = 0;
	for (; played < count && outcomes[played].day == outcomes[0].day; played++) {
		const struct outcome *outcome = &outcomes[played];
		const struct glicko level =
			rating_of_level(outcome->level, outcome->puzzle, outcome->par);
		games[played] =
			(struct glicko_game){level.rating, level.deviation, outcome->won ? 1 : 0};
	}
	/* The update itself lets the day played pass. */
	const struct glicko before = rating_on(rating, outcomes[0].day - 1);
	rating->days[rating->count++] =
		(struct rating_day){outcomes[0].day, glicko_update(before, games, played)};
	rating->games += played;
	return played;
}

bool rating_of(const struct outcomes *outcomes, const char *puzzle, struct player_rating *rating)
{
	const size_t room = (size_t)outcomes->count + 1;
	struct outcome *first = calloc(room, sizeof *first);
	struct glicko_game *games = calloc(room, sizeof *games);
	*rating = (struct player_rating){.days = calloc(room, sizeof *rating->days)};
	const bool good = first != NULL && games != NULL && rating->days != NULL;
	const int count = good ? copy_first(outcomes, puzzle, first) : 0;
	for (int i = 0; i < count;)
		i += rate_day(rating, first + i, count - i, games);
	free(first);
	free(games);
	if (!good)
		rating_free(rating);
	return good;
}

void rating_free(struct player_rating *rating)
{
	free(rating->days);
	*rating = (struct player_rating){.count = 0};
}
