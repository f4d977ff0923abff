/* Contrast: WCAG 2, "relative luminance" and "contrast ratio".
 * Distance: G. Sharma, W. Wu, E. N. Dalal: The CIEDE2000 color-difference formula. Color Research
 * and Application 30 (2005), 21-30; the numbers of equations are theirs.
 * Colour-blindness: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A physiologically-based
 * model for simulation of color vision deficiency. IEEE TVCG 15 (2009), 1291-1298; the matrices for
 * severity 1.0, which apply to linear light. */
#include "support/sight.h"

#include <math.h>

const char *const sight_names[SIGHTS] = {"full sight", "protanopia", "deuteranopia", "tritanopia"};

static double linear(uint32_t value)
{
	const double v = value / 255.0;
	return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static void linear_rgb(uint32_t rgb, double out[3])
{
	for (int i = 0; i < 3; i++)
		out[i] = linear(rgb >> (16 - 8 * i) & 255);
}

/* ---- contrast ---- */

double sight_luminance(uint32_t rgb)
{
	double light[3];
	linear_rgb(rgb, light);
	return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
}

double sight_contrast(uint32_t a, uint32_t b)
{
	const double x = sight_luminance(a) + 0.05, y = sight_luminance(b) + 0.05;
	return x > y ? x / y : y / x;
}

/* ---- distance ---- */

static double lab_curve(double t)
{
	return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

struct lab sight_lab(uint32_t rgb)
{
	double light[3];
	linear_rgb(rgb, light);
	const double x = 0.4124564 * light[0] + 0.3575761 * light[1] + 0.1804375 * light[2];
	const double y = 0.2126729 * light[0] + 0.7151522 * light[1] + 0.0721750 * light[2];
	const double z = 0.0193339 * light[0] + 0.1191920 * light[1] + 0.9503041 * light[2];
	const double fx = lab_curve(x / 0.95047), fy = lab_curve(y), fz = lab_curve(z / 1.08883);
	return (struct lab){116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)};
}

static const double degree = 3.14159265358979323846 / 180;

/* Degrees from 0 to 360 (7). */
static double hue_of(double a, double b)
{
	if (a == 0 && b == 0)
		return 0;
	const double hue = atan2(b, a) / degree;
	return hue < 0 ? hue + 360 : hue;
}

static double power7(double x)
{
	return pow(x, 7);
}

/* The mean of two hues, of colours that are both no greys (14). */
static double mean_hue(double x, double y)
{
	if (fabs(x - y) <= 180)
		return (x + y) / 2;
	return x + y < 360 ? (x + y + 360) / 2 : (x + y - 360) / 2;
}

/* Lightness, chroma and hue after the correction of a* (2 to 7). */
struct lch {
	double l, c, h;
};

static struct lch corrected(struct lab x, double g)
{
	const double a = (1 + g) * x.a;
	return (struct lch){x.l, hypot(a, x.b), hue_of(a, x.b)};
}

static double hue_difference(struct lch x, struct lch y)
{
	double turn = y.h - x.h;
	if (x.c * y.c == 0)
		return 0;
	turn += turn > 180 ? -360 : turn < -180 ? 360 : 0;
	return 2 * sqrt(x.c * y.c) * sin(turn / 2 * degree);
}

/* (15) to (22). */
static double weigh(struct lch x, struct lch y)
{
	const double l = (x.l + y.l) / 2 - 50, c = (x.c + y.c) / 2;
	const double h = x.c * y.c == 0 ? x.h + y.h : mean_hue(x.h, y.h);
	const double t = 1 - 0.17 * cos((h - 30) * degree) + 0.24 * cos(2 * h * degree) +
	                 0.32 * cos((3 * h + 6) * degree) - 0.20 * cos((4 * h - 63) * degree);
	const double turn = 30 * exp(-pow((h - 275) / 25, 2));
	const double rotation =
		-sin(2 * turn * degree) * 2 * sqrt(power7(c) / (power7(c) + power7(25)));
	const double light = (y.l - x.l) / (1 + 0.015 * l * l / sqrt(20 + l * l));
	const double chroma = (y.c - x.c) / (1 + 0.045 * c);
	const double hue = hue_difference(x, y) / (1 + 0.015 * c * t);
	return sqrt(light * light + chroma * chroma + hue * hue + rotation * chroma * hue);
}

double sight_difference(struct lab x, struct lab y)
{
	const double c = power7((hypot(x.a, x.b) + hypot(y.a, y.b)) / 2);
	const double g = 0.5 * (1 - sqrt(c / (c + power7(25))));
	return weigh(corrected(x, g), corrected(y, g));
}

/* ---- colour-blindness ---- */

static uint32_t encoded(double light)
{
	const double in = light < 0 ? 0 : light > 1 ? 1 : light;
	const double v = in <= 0.0031308 ? 12.92 * in : 1.055 * pow(in, 1 / 2.4) - 0.055;
	return (uint32_t)lround(255 * v);
}

uint32_t sight_simulate(enum sight sight, uint32_t rgb)
{
	static const double matrix[SIGHTS][3][3] = {
		[SIGHT_FULL] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		[SIGHT_PROTANOPIA] = {{0.152286, 1.052583, -0.204868},
	                              {0.114503, 0.786281, 0.099216},
	                              {-0.003882, -0.048116, 1.051998}},
		[SIGHT_DEUTERANOPIA] = {{0.367322, 0.860646, -0.227968},
	                                {0.280085, 0.672501, 0.047413},
	                                {-0.011820, 0.042940, 0.968881}},
		[SIGHT_TRITANOPIA] = {{1.255528, -0.076749, -0.178779},
	                              {-0.078411, 0.930809, 0.147602},
	                              {0.004733, 0.691367, 0.303900}},
	};
	double light[3];
	uint32_t seen = 0;
	linear_rgb(rgb, light);
	for (int i = 0; i < 3; i++) {
		const double *row = matrix[sight][i];
		seen = seen << 8 |
		       encoded(row[0] * light[0] + row[1] * light[1] + row[2] * light[2]);
	}
	return seen;
}
