/* Glicko-2: a rating with its deviation and volatility, updated after each rating period.
 *
 * The method and its names are those of Mark Glickman, "Example of the Glicko-2 system" (2013). */
#ifndef PARLOUR_ALGO_GLICKO_H
#define PARLOUR_ALGO_GLICKO_H

/* On the scale of Elo's ratings: a rating is within two deviations with 95 % certainty. */
struct glicko {
	double rating, deviation;
	double volatility; /* how much the rating is expected to change from period to period */
};

/* Of a player without a result. */
static const struct glicko glicko_new = {1500, 350, 0.06};

/* A game against an opponent as rated before the period: 1 is a win, 0 a loss, 0.5 a draw. */
struct glicko_game {
	double rating, deviation;
	double score;
};

/* The rating after a period with these games. Without any, only the deviation grows, up to that of
 * a new player. */
struct glicko glicko_update(struct glicko before, const struct glicko_game *games, int count);

#endif
