/* The memory that each of many sessions adds to a machine that they share.
 *
 * On a board a key is pressed first, so that everything loaded on demand is there. These boards are
 * proven at once, so the solver keeps nothing about them. */
#include "tools/measure.h"

#include <stdlib.h>

enum {
	SESSIONS = 200,
	QUIET_MS = 20,
	SHARE_BAR = 1536, /* KiB */
};

static const struct {
	const char *name, *level, *text;
} pages[] = {
	{"menu", NULL, "Parlour"},
	{"tilt", "tilt/classic:10", "✓"},
	{"gems", "gems/motherlode:4", "✓"},
	{"bishop", "bishop/pillars:14", "✓"},
	{"lines", "lines/three-by-three:4", "✓"},
};

static void measure_page(int page, struct play play[SESSIONS])
{
	char line[64];
	double share = 0, resident = 0;
	for (int i = 0; i < SESSIONS; i++)
		play[i] = play_start_on(pages[page].level, &(struct setting){NULL, 0, 0, NULL});
	for (int i = 0; i < SESSIONS; i++) {
		term_wait_text(play[i].term, pages[page].text);
		if (pages[page].level != NULL)
			term_send(play[i].term, TERM_RIGHT);
	}
	for (int i = 0; i < SESSIONS; i++) {
		term_drain(play[i].term, QUIET_MS);
		share += process_number(play[i].term, "smaps_rollup", "Pss:") / SESSIONS;
		resident += process_number(play[i].term, "status", "VmRSS:") / SESSIONS;
	}
	for (int i = 0; i < SESSIONS; i++)
		play_quit(&play[i]);
	snprintf(line, sizeof line, "%s, its share of pages (Pss)", pages[page].name);
	figure(line, "KiB", SHARE_BAR, share);
	figure("  resident", "KiB", (double)INFINITY, resident);
}

void measure_sessions(void)
{
	struct play *play = calloc(SESSIONS, sizeof *play);
	heading("200 sessions at once, each on average");
	for (size_t page = 0; play != NULL && page < sizeof pages / sizeof pages[0]; page++)
		measure_page((int)page, play);
	free(play);
}
