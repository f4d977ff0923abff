#include "algo/glicko.h"

#include <math.h>

/* The steps in the comments are those of Glickman's paper. */

#define SCALE 173.7178 /* between the two scales of the paper */
#define MIDDLE 1500.0
#define TAU 0.5 /* how much the volatility may change */
#define EPSILON 1e-6
#define PI 3.14159265358979323846

enum { ROUNDS_MAX = 1000 /* of the iteration, which needs a few */ };

/* Step 3: how much a result against an opponent with that deviation counts. */
static double weight(double phi)
{
	return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

/* Step 3: the expected score. */
static double expected(double mu, double other, double phi)
{
	return 1 / (1 + exp(-weight(phi) * (mu - other)));
}

/* Step 5: the function whose zero is the logarithm of the new variance. */
struct change {
	double a, delta, phi, variance;
};

static double slope(const struct change *change, double x)
{
	const double e = exp(x), sum = change->phi * change->phi + change->variance + e;
	return e * (change->delta * change->delta - sum) / (2 * sum * sum) -
	       (x - change->a) / (TAU * TAU);
}

/* Step 5: the new volatility, by the Illinois algorithm. */
static double find_volatility(const struct change *change)
{
	double a = change->a, b;
	const double square =
		change->delta * change->delta - change->phi * change->phi - change->variance;
	if (square > 0) {
		b = log(square);
	} else {
		for (b = a - TAU; slope(change, b) < 0;)
			b -= TAU;
	}
	double at_a = slope(change, a), at_b = slope(change, b);
	for (int i = 0; i < ROUNDS_MAX && fabs(b - a) > EPSILON; i++) {
		const double c = a + (a - b) * at_a / (at_b - at_a), at_c = slope(change, c);
		if (at_c * at_b <= 0) {
			a = b;
			at_a = at_b;
		} else {
			at_a /= 2;
		}
		b = c;
		at_b = at_c;
	}
	return exp(a / 2);
}

struct glicko glicko_update(struct glicko before, const struct glicko_game *games, int count)
{
	const double mu = (before.rating - MIDDLE) / SCALE, phi = before.deviation / SCALE;
	double information = 0, surprise = 0;
	for (int i = 0; i < count; i++) {
		const double other = (games[i].rating - MIDDLE) / SCALE;
		const double deviation = games[i].deviation / SCALE, g = weight(deviation);
		const double e = expected(mu, other, deviation);
		information += g * g * e * (1 - e);
		surprise += g * (games[i].score - e);
	}
	struct glicko after = before;
	if (count > 0) {
		const struct change change = {.a = log(before.volatility * before.volatility),
		                              .delta = surprise / information,
		                              .phi = phi,
		                              .variance = 1 / information};
		after.volatility = find_volatility(&change);
	}
	/* steps 6 to 8 */
	const double wider = phi * phi + after.volatility * after.volatility;
	const double narrow = 1 / sqrt(1 / wider + information);
	after.rating = MIDDLE + SCALE * (mu + narrow * narrow * surprise);
	after.deviation = fmin(SCALE * narrow, glicko_new.deviation);
	return after;
}
