/* --rate: how difficult each level is. */
#include "play/rate.h"

#include "cli/print.h"
#include "os/language.h"
#include "os/text.h"

/* Numbers of JSON with as many digits as are measured. */
static double rounded(double share)
{
	return (double)(long)(share * 10000 + 0.5) / 10000;
}

static json_t *json_of_rating(uint64_t identity, const struct rating *rating)
{
	return json_pack("{s:o, s:i, s:i, s:f, s:f, s:f, s:i, s:f, s:f, s:i, s:b, s:i, s:i, s:b}",
	                 "identity", json_of_identity(identity), "rating", rating->rating, "par",
	                 rating->par, "random", rounded(rating->success[RATE_RANDOM]), "greedy",
	                 rounded(rating->success[RATE_GREEDY]), "ahead",
	                 rounded(rating->success[RATE_AHEAD]), "move_limit", rating->move_limit,
	                 "branching", rounded(rating->branching), "dead_ends",
	                 rounded(rating->dead_ends), "solutions", rating->ways, "more_solutions",
	                 rating->more_ways, "trap", rating->trap, "away", rating->away, "limited",
	                 rating->limited);
}

static bool print_rating_json(const struct shown_level *shown, const struct rating *rating)
{
	const uint64_t identity = level_identity(shown->puzzle, &shown->level);
	return print_json(json_of_level(shown->request->library, shown->ref,
	                                json_of_rating(identity, rating)));
}

static int percent(double share)
{
	return (int)(share * 100 + 0.5);
}

/* Prints how many shortest ones there are, with a comma behind. */
static void print_solutions(const struct rating *rating)
{
	char number[TEXT_NUMBER_MAX];
	text_write_number((uint64_t)rating->ways, number);
	if (rating->more_ways)
		/* TRANSLATORS: %s is a number. */
		printf(text_plural("at least %s shortest solution",
		                   "at least %s shortest solutions", rating->ways),
		       number);
	else
		/* TRANSLATORS: %s is a number. */
		printf(text_plural("%s shortest solution", "%s shortest solutions", rating->ways),
		       number);
	/* TRANSLATORS: Between the items of a list: "3 results, 2 games", "a, b, c". */
	fputs(C_("list", ", "), stdout);
}

static bool print_rating(const struct shown_level *shown, const struct rating *rating)
{
	char heading[HEADING_MAX], summary[HEADING_MAX];
	char branching[TEXT_NUMBER_MAX], dead_ends[TEXT_NUMBER_MAX];
	level_heading(shown->request->library, shown->ref, heading);
	snprintf(summary, sizeof summary,
	         rating->limited ? _("rating %d, par %d (limit reached)") : _("rating %d, par %d"),
	         rating->rating, rating->par);
	print_headed(heading, summary);
	printf("  ");
	printf(text_plural("solved within %d move: at random %d%%, greedily %d%%, two moves ahead "
	                   "%d%%",
	                   "solved within %d moves: at random %d%%, greedily %d%%, two moves "
	                   "ahead %d%%",
	                   rating->move_limit),
	       rating->move_limit, percent(rating->success[RATE_RANDOM]),
	       percent(rating->success[RATE_GREEDY]), percent(rating->success[RATE_AHEAD]));
	printf("\n  ");
	print_solutions(rating);
	text_write_decimal(rating->branching, 1, branching);
	text_write_decimal(rating->dead_ends * 100, 1, dead_ends);
	/* TRANSLATORS: The first two have one decimal, the last two are numbers of moves. */
	printf(_("%s valid moves, dead ends %s%%, deepest trap %d, moves away %d"), branching,
	       dead_ends, rating->trap, rating->away);
	return putchar('\n') != EOF;
}

/* A level without a rating: why, in a line or as a member. */
static bool print_unrated(const struct shown_level *shown, const struct error *error)
{
	char heading[HEADING_MAX];
	if (shown->request->options->json)
		return print_json(
			json_of_level(shown->request->library, shown->ref,
		                      json_pack("{s:n, s:s}", "rating", "reason", error->text)));
	level_heading(shown->request->library, shown->ref, heading);
	return print_headed(heading, error->text);
}

static int show_rating(struct shown_level *shown)
{
	struct rating rating;
	struct error error;
	const struct options *options = shown->request->options;
	puzzle_prepare(shown->puzzle, &shown->level);
	const bool rated =
		rate_level(shown->puzzle, &shown->level, &options->limits, &rating, &error);
	const bool printed = !rated          ? print_unrated(shown, &error)
	                     : options->json ? print_rating_json(shown, &rating)
	                                     : print_rating(shown, &rating);
	fflush(stdout);
	return printed && (rated || shown->level.endless) ? STATUS_OK : STATUS_NO;
}

int cli_rate(struct request *request)
{
	return show_levels(request, show_rating, NULL);
}
