/* The prices of support/prices.h, on boards that are crowded, and proven at once or with nothing to
 * prove. */
#include "tools/measure.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/prices.h"
#include "support/share.h"

enum {
	QUIET_MS = 60,
	MOVE_MS = 400, /* until a move has been shown */
	ROUNDS = 4,
};

#define RGB "COLORTERM=truecolor"
#define SSH "SSH_CONNECTION=192.0.2.1 50000 192.0.2.2 22"

static const char *const boards[] = {"tilt/classic:10",    "gems/endless:1",    "gems/motherlode:4",
                                     "bishop/classics:13", "bishop/pillars:14", "lines/pictures:7",
                                     "lines/pictures:3"};
enum { BOARDS = sizeof boards / sizeof boards[0] };

static struct play start(int board, const char *variable, int rows, int columns)
{
	struct play play = play_start_on(boards[board], &(struct setting){"xterm-256color", rows,
	                                                                  columns, variable});
	settle(play.term, "moves 0");
	return play;
}

static void measure_paint(const char *name, const char *variable, int rows, int columns,
                          double price)
{
	heading(name);
	for (int b = 0; b < BOARDS; b++) {
		struct play play = start(b, variable, rows, columns);
		figure(boards[b], "bytes", price, (double)term_bytes(play.term));
		play_quit(&play);
	}
}

/* Every shipped board: names those above the price. */
static void measure_all_paints(void)
{
	int count = 0, dear = 0;
	struct share *shares = share_all((struct size){24, 80}, &count);
	double *bytes = calloc((size_t)count + 1, sizeof *bytes);
	heading("price: first picture of each shipped board, 80x24, 256 colours");
	for (int i = 0; i < count && bytes != NULL; i++) {
		struct play play = play_start_on(shares[i].name,
		                                 &(struct setting){"xterm-256color", 24, 80, NULL});
		settle(play.term, "moves 0");
		bytes[i] = (double)term_bytes(play.term);
		if (bytes[i] > PRICE_PAINT)
			printf("    %-28s %4.0f bytes\n", shares[i].name, bytes[i]);
		dear += bytes[i] > PRICE_PAINT;
		play_quit(&play);
	}
	if (bytes != NULL) {
		figure("the median", "bytes", PRICE_PAINT, median(bytes, count));
		figure("above the price", "boards", 0, dear);
	}
	free(bytes);
	free(shares);
}

static void measure_cursor(void)
{
	static const char *const keys[] = {TERM_RIGHT, TERM_RIGHT, TERM_DOWN, TERM_LEFT,
	                                   TERM_UP,    TERM_DOWN,  TERM_DOWN, TERM_LEFT};
	enum { KEYS = sizeof keys / sizeof keys[0] };
	heading("price: a cursor key, in the median");
	for (int b = 1; b < BOARDS; b++) { /* tilt has no cursor */
		double bytes[ROUNDS * KEYS];
		int count = 0;
		struct play play = start(b, NULL, 24, 80);
		for (int i = 0; i < ROUNDS * KEYS; i++) {
			bytes[count] = send_keys(play.term, keys[i % KEYS], QUIET_MS).bytes;
			count += bytes[count] > 0;
		}
		figure(boards[b], "bytes", PRICE_CURSOR, median(bytes, count));
		play_quit(&play);
	}
}

/* The median over moves there and back. */
static void measure_move(const char *name, const char *variable, const char *before, double price)
{
	static const char *const keys[] = {TERM_LEFT, TERM_DOWN, TERM_RIGHT, TERM_UP};
	enum { KEYS = sizeof keys / sizeof keys[0] };
	double bytes[ROUNDS * KEYS];
	int count = 0;
	struct play play = start(0, variable, 24, 80);
	send_keys(play.term, before, MOVE_MS);
	for (int i = 0; i < ROUNDS * KEYS; i++) {
		bytes[count] = send_keys(play.term, keys[i % KEYS], MOVE_MS).bytes;
		count += bytes[count] > 0;
	}
	figure(name, "bytes", price, median(bytes, count));
	play_quit(&play);
}

void measure_prices(void)
{
	measure_paint("price: first picture, 80x24, 256 colours", NULL, 24, 80, PRICE_PAINT);
	measure_paint("price: first picture, 80x24, 24-bit", RGB, 24, 80, PRICE_PAINT_RGB);
	measure_paint("price: first picture, 200x60, 24-bit", RGB, 60, 200, PRICE_PAINT_WIDE);
	measure_all_paints();
	measure_cursor();
	heading("price: a move of tilt/classic:10, in the median");
	measure_move("without animation", NULL, "A", PRICE_MOVE);
	measure_move("with animation, over SSH", SSH, " ", PRICE_MOVE_SSH);
}
