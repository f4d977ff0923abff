/*
 * Bytes on a line: first screen and cursor keys, for each puzzle on each terminal, at two sizes.
 *
 * The cursor goes round once: right, right, down, left, up. Tilt has no cursor: a key is a move,
 * all blocks slide, and there is no bar.
 */
#include "tools/measure.h"

#include <string.h>

#include "support/prices.h"

enum {
	QUIET_MS = 40,
	ROUND = 5,
};

static const char *const terminals[] = {"xterm-256color", "xterm", "vt100",
                                        "linux",          "screen", "tmux"};
/* The fullest boards; proven at once, or with nothing to prove. */
static const struct {
	const char *puzzle, *level;
	bool cursor;
} boards[] = {
	{"tilt", "tilt/classic:10", false},
	{"gems", "gems/endless:1", true},
	{"bishop", "bishop/classics:13", true},
	{"lines", "lines/pictures:7", true},
};
static const struct {
	int rows, columns;
} sizes[] = {{24, 80}, {60, 200}};

enum {
	TERMINALS = sizeof terminals / sizeof terminals[0],
	BOARDS = sizeof boards / sizeof boards[0],
	SIZES = sizeof sizes / sizeof sizes[0],
};

static bool tell(double bytes, double bar)
{
	const bool well = bar < 0 || bytes <= bar;
	printf(" %6.0f%s", bytes, well ? " " : "!");
	return well;
}

static bool measure_board(int board, const struct setting *setting)
{
	static const char *const keys[ROUND] = {TERM_RIGHT, TERM_RIGHT, TERM_DOWN, TERM_LEFT,
	                                        TERM_UP};
	double bytes[ROUND];
	struct play play = play_start_on(boards[board].level, setting);
	settle(play.term, "moves 0");
	bool well = tell((double)term_bytes(play.term), setting->columns == 80 ? PRICE_PAINT : -1);
	int count = 0;
	for (int i = 0; i < ROUND; i++) {
		bytes[count] =
			send_keys(play.term, keys[i], boards[board].cursor ? QUIET_MS : 400).bytes;
		count += bytes[count] > 0;
	}
	const double bar = boards[board].cursor ? PRICE_CURSOR : -1;
	well = tell(median(bytes, count), bar) && well;
	tell(bytes[count - 1], -1); /* sorted by median() */
	play_quit(&play);
	return well;
}

bool measure_line(void)
{
	bool well = true;
	char title[96];
	snprintf(title, sizeof title,
	         "bytes on the line; first picture <= %d at 80x24, a cursor key <= %d (!: missed)",
	         PRICE_PAINT, PRICE_CURSOR);
	heading(title);
	printf("  %-15s %-7s %23s %24s\n", "", "", "80x24", "200x60");
	printf("  %-15s %-7s %7s %7s %7s %8s %7s %7s\n", "TERM", "", "first", "key", "most",
	       "first", "key", "most");
	for (int t = 0; t < TERMINALS; t++) {
		if (!term_is_known(terminals[t])) {
			printf("  %-15s not installed here\n", terminals[t]);
			continue;
		}
		for (int b = 0; b < BOARDS; b++) {
			printf("  %-15s %-7s", b == 0 ? terminals[t] : "", boards[b].puzzle);
			for (int s = 0; s < SIZES; s++)
				well &= measure_board(
					b, &(struct setting){terminals[t], sizes[s].rows,
				                             sizes[s].columns, NULL});
			printf("\n");
			fflush(stdout);
		}
	}
	return well;
}
