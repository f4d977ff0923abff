/* Lines that drop. Each session plays, then
 *
 * - its line drops, with SIGHUP or with it ignored, in the middle of keys or at rest; or
 * - its terminal stops reading: it plays on into a full buffer; must not spin, and is then dropped.
 *
 * Two seconds later it must be gone, having used next to no processor time meanwhile, with every
 * move that was drawn in the file.
 *
 *	endure drop COUNT PARLOUR */
#include "torture.h"

#include <stdio.h>
#include <unistd.h>

enum {
	AT_ONCE = 20,
	GONE_MS = 2000,
	DEAF_MS = 1000,    /* how long a terminal that does not read is watched */
	MOVES = 3,
	PAINTS = 200,      /* pictures asked for, more than a line takes up */
};
#define BUSY_SECONDS 0.3 /* of processor time, after the drop or in DEAF_MS */

enum way {
	HANG_UP,     /* and nothing else */
	IGNORED,     /* SIGHUP is ignored */
	DEAF,        /* nobody reads any more, and the buffer is full */
	DEAF_IGNORED,
	TYPING,      /* keys are under way */
	WAYS
};
static const char *const names[WAYS] = {"hang-up", "SIGHUP ignored", "deaf",
                                        "deaf, SIGHUP ignored", "typing"};

struct client {
	struct player player;
	struct term *term;
	enum way way;
	double used; /* seconds of processor time at the drop */
};

static bool is_deaf(enum way way)
{
	return way == DEAF || way == DEAF_IGNORED;
}

static void start(const struct torture *torture, struct client *client, int number)
{
	char command[600];
	const bool ignored = number % WAYS == IGNORED || number % WAYS == DEAF_IGNORED;
	*client = (struct client){.player = player_new(), .way = (enum way)(number % WAYS)};
	player_write_level(&client->player, 1);
	snprintf(command, sizeof command, "%sexec '%s' room-1.level",
	         ignored ? "trap '' HUP; " : "", torture->program);
	client->term = player_start(&client->player, (const char *[]){"sh", "-c", command, NULL},
	                            NULL);
}

/* Plays, and comes to the point where the line drops. */
static void play(struct client *client)
{
	char text[32];
	term_wait_text(client->term, "moves 0 ");
	for (int i = 0; i < MOVES - 1; i++)
		term_send(client->term, i % 2 == 0 ? TERM_RIGHT : TERM_LEFT);
	snprintf(text, sizeof text, "moves %d ", MOVES - 1);
	term_wait_text(client->term, text);
	term_set_deaf(client->term, is_deaf(client->way));
	for (int i = 0; i < PAINTS && is_deaf(client->way); i++)
		term_send(client->term, "\014");
	term_send(client->term, TERM_RIGHT);
	if (client->way == HANG_UP || client->way == IGNORED) {
		snprintf(text, sizeof text, "moves %d ", MOVES);
		term_wait_text(client->term, text);
	}
}

/* A terminal that does not read costs nothing. */
static int watch_deaf(struct client *clients, int count)
{
	double used[AT_ONCE];
	int faults = 0;
	for (int i = 0; i < count; i++)
		used[i] = seconds_of(term_pid(clients[i].term));
	usleep(DEAF_MS * 1000);
	for (int i = 0; i < count; i++)
		if (seconds_of(term_pid(clients[i].term)) - used[i] > BUSY_SECONDS)
			faults += fault("%s: it spins before the line drops",
			                names[clients[i].way]);
	return faults;
}

static int check_gone(struct client *client, double deadline)
{
	const double left = deadline - term_now();
	const char *name = names[client->way];
	if (!term_wait_end(client->term, left > 0 ? (int)left : 0))
		return fault("%s: it is still there after %d ms", name, GONE_MS);
	const struct rusage usage = term_usage(client->term);
	const double used =
		(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
	if (used - client->used <= BUSY_SECONDS)
		return 0;
	return fault("%s: it used %.2f s after the drop", name, used - client->used);
}

/* A move that was only typed when the line dropped may be made or not. */
static int check_kept(const struct client *client)
{
	char words[TEXT_MAX];
	const bool drawn = client->way == HANG_UP || client->way == IGNORED;
	const int faults = kept_game(&client->player, 1, words);
	const int kept = moves_of_words(words);
	return kept > MOVES || kept < MOVES - !drawn
	               ? faults + fault("%s: %d moves are kept", names[client->way], kept)
	               : faults;
}

/* All at once: some of each way. */
static int drop(const struct torture *torture, int first, int count)
{
	struct client clients[AT_ONCE];
	for (int i = 0; i < count; i++)
		start(torture, &clients[i], first + i);
	for (int i = 0; i < count; i++)
		play(&clients[i]);
	int faults = watch_deaf(clients, count);
	for (int i = 0; i < count; i++) {
		clients[i].used = seconds_of(term_pid(clients[i].term));
		if (clients[i].way == TYPING)
			term_send(clients[i].term, TERM_LEFT "u");
		term_hangup(clients[i].term);
	}
	const double deadline = term_now() + GONE_MS;
	for (int i = 0; i < count; i++) {
		faults += check_gone(&clients[i], deadline);
		faults += check_kept(&clients[i]);
		term_free(clients[i].term);
		player_free(&clients[i].player);
	}
	return faults;
}

int torture_drop(const struct torture *torture)
{
	int faults = 0;
	for (int first = 0; first < torture->count; first += AT_ONCE) {
		const int left = torture->count - first;
		faults += drop(torture, first, left < AT_ONCE ? left : AT_ONCE);
	}
	printf("drop: %d lines\n", torture->count);
	return faults;
}
