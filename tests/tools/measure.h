/* Shared by the parts of `measure`: measure.c has the figures of one terminal, measure_prices.c the
 * bytes that have a price, measure_line.c the bytes on all terminals, measure_room.c the room that
 * boards take, measure_sessions.c the memory of many sessions. */
#ifndef PARLOUR_TESTS_TOOLS_MEASURE_H
#define PARLOUR_TESTS_TOOLS_MEASURE_H

#include <math.h>

#include "support/term.h"

enum { RUNS = 11 };

/* Which terminal, and how large; NULL and 0 are the defaults of tests/support/term.h. */
struct setting {
	const char *terminal;
	int rows, columns;
	const char *variable; /* of the environment, "NAME=VALUE"; NULL: none */
};

/* One run of the program in a fresh home. */
struct play {
	struct term *term;
	char *home;
	char state[512], config[512], terminal[64];
};

/* A level's screen, or the menu where level is NULL. */
struct play play_start_on(const char *level, const struct setting *setting);
void play_quit(struct play *play);
void play_end(struct play *play);

/* Waits for text, then until the program is idle. */
void settle(struct term *term, const char *text);

/* The output that some keys caused. */
struct reply {
	double bytes;
	int draws;
	double ms; /* to the first byte; NAN if none came */
};

struct reply send_keys(struct term *term, const char *keys, int quiet_ms);

void heading(const char *text);
/* Prints a line of the table. INFINITY as a bar: there is none; NAN: could not be measured. */
void figure(const char *name, const char *unit, double bar, double measured);

/* The number after `name` in a file of the program's folder in /proc, or NAN. */
double process_number(const struct term *term, const char *file, const char *name);

double median(double *values, int count);

/* The table of bytes on every terminal; false if a bar is missed. */
bool measure_line(void);

/* What support/prices.h bounds. */
void measure_prices(void);

/* How much of the screen boards take. */
void measure_room(void);

/* The memory of two hundred sessions. */
void measure_sessions(void);

#endif
