#include "store/rating.h"

#include <math.h>
#include <stdlib.h>

#include "store/outcome.h"

static int by_day(const void *a, const void *b)
{
	const struct outcome *one = a, *other = b;
	if (one->day != other->day)
		return one->day < other->day ? -1 : 1;
	return one->order - other->order;
}

/* Keeps the first result of each level, if it was unaided; sorted by day. */
static int keep_first(struct outcome *outcomes, int count)
{
	int kept = 0;
	uint64_t before = 0;
	for (int i = 0; i < count; i++) {
		const bool first = i == 0 || outcomes[i].level != before;
		before = outcomes[i].level;
		if (first && outcomes[i].unaided)
			outcomes[kept++] = outcomes[i];
	}
	qsort(outcomes, (size_t)kept, sizeof *outcomes, by_day);
	return kept;
}

/* ---- rating ---- */

struct glicko rating_of_par(int par)
{
	return (struct glicko){800 + 350 * log2(par < 1 ? 1 : par), 200, 0.06};
}

struct glicko rating_on(const struct rating *rating, int64_t day)
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
static int rate_day(struct rating *rating, const struct outcome *outcomes, int count,
                    struct glicko_game *games)
{
	int played = 0;
	for (; played < count && outcomes[played].day == outcomes[0].day; played++) {
		const struct glicko level = rating_of_par(outcomes[played].par);
		games[played] = (struct glicko_game){level.rating, level.deviation,
		                                     outcomes[played].won ? 1 : 0};
	}
	const struct glicko before = rating_on(rating, outcomes[0].day);
	rating->days[rating->count++] =
		(struct rating_day){outcomes[0].day, glicko_update(before, games, played)};
	rating->games += played;
	return played;
}

bool rating_of(const struct entries *entries, const char *puzzle, struct rating *rating)
{
	int count;
	struct outcome *outcomes = outcomes_find(entries, puzzle, &count);
	count = outcomes == NULL ? 0 : keep_first(outcomes, count);
	struct glicko_game *games = calloc((size_t)count + 1, sizeof *games);
	*rating = (struct rating){.days = calloc((size_t)count + 1, sizeof *rating->days)};
	const bool good = outcomes != NULL && games != NULL && rating->days != NULL;
	for (int i = 0; good && i < count;)
		i += rate_day(rating, outcomes + i, count - i, games);
	free(outcomes);
	free(games);
	if (!good)
		rating_free(rating);
	return good;
}

void rating_free(struct rating *rating)
{
	free(rating->days);
	*rating = (struct rating){.count = 0};
}
