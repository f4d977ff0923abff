/* Lines that drop. Each session plays on a line of its own: a pseudo-terminal, or, where a server
 * is given, one at the end of an ssh. With SIGHUP or with it ignored,
 *
 * - the line drops, in the middle of keys or at rest: the terminal goes, the ssh is killed, or what
 *   serves it is, with nobody left to say so to the other side; or
 * - the terminal stops taking what is written, as nobody reads or it was stopped (Ctrl-S): the game
 *   plays on until its writes wait; must not spin, and is then dropped.
 *
 * Two seconds later it must be gone, having used next to no processor time meanwhile, with every
 * move that was drawn in the file. The level is one that takes the solver long: while its writes
 * wait, no search goes on.
 *
 *	endure drop COUNT PARLOUR [CONFIGURATION OF SSH] */
#include "tools/torture.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "support/boards.h"

enum {
	AT_ONCE = 20,
	GONE_MS = 2000,
	DEAF_MS = 1000,    /* how long a terminal that takes nothing is watched */
	LOOK_MS = 5,       /* between two looks whether it is gone */
	MOVES = 3,
	PAINTS = 200,      /* pictures asked for, more than a line takes up */
	PAINT_MS = 5,      /* between two: what is asked for at once is one picture */
};
#define BUSY_SECONDS 0.3 /* of processor time: one after the drop, all together in DEAF_MS */

/* What becomes of the terminal before the drop. */
enum ear { LISTENS, UNREAD, STOPPED, FROZEN };

struct way {
	const char *name;
	enum ear ear;
	bool ignored; /* SIGHUP is */
	bool typing;  /* keys are under way */
};

static const struct way local_ways[] = {
	{.name = "hang-up"},
	{.name = "hang-up, SIGHUP ignored", .ignored = true},
	{.name = "unread", .ear = UNREAD},
	{.name = "unread, SIGHUP ignored", .ear = UNREAD, .ignored = true},
	{.name = "stopped", .ear = STOPPED},
	{.name = "stopped, SIGHUP ignored", .ear = STOPPED, .ignored = true},
	{.name = "typing", .typing = true},
};

/* A client that is frozen says nothing when what serves it is killed. */
static const struct way ssh_ways[] = {
	{.name = "ssh killed"},
	{.name = "ssh killed, SIGHUP ignored", .ignored = true},
	{.name = "ssh cut off", .ear = FROZEN},
	{.name = "ssh cut off, SIGHUP ignored", .ear = FROZEN, .ignored = true},
	{.name = "ssh killed, typing", .typing = true},
};

struct client {
	struct player player;
	struct term *term;
	struct way way;
	pid_t game;
	double used; /* seconds of processor time at the drop */
};

static struct way way_of(const struct torture *torture, int number)
{
	const size_t locals = sizeof local_ways / sizeof local_ways[0];
	const size_t remotes = sizeof ssh_ways / sizeof ssh_ways[0];
	return torture->extra[0] == NULL ? local_ways[(size_t)number % locals]
	                                 : ssh_ways[(size_t)number % remotes];
}

/* Its writes wait. */
static bool is_deaf(const struct client *client)
{
	return client->way.ear == UNREAD || client->way.ear == STOPPED;
}

/* ---- the game ---- */

/* On it right and left always move something, and neither solves it. */
static void write_hard_level(const struct player *player)
{
	FILE *file = fopen(at_player(player, "room-1.level"), "w");
	if (file == NULL || fputs("level: Hard\nmode: tilt\n\n" HARD_BOARD, file) < 0 ||
	    fclose(file) != 0)
		give_up("no level can be written");
}

static void start(const struct torture *torture, struct client *client, int number)
{
	char command[1000];
	*client = (struct client){.player = player_new(), .way = way_of(torture, number)};
	const char *home = client->player.home;
	write_hard_level(&client->player);
	snprintf(command, sizeof command,
	         "cd '%s'; echo $$ >process; %sXDG_STATE_HOME='%s/state' LANG=C.UTF-8 exec '%s' "
	         "--memory-limit 64 room-1.level",
	         home, client->way.ignored ? "trap '' HUP; " : "", home, torture->program);
	const char *const here[] = {"sh", "-c", command, NULL};
	const char *const there[] = {"ssh", "-F", torture->extra[0], "-tt", "server", command,
	                             NULL};
	client->term = player_start(&client->player, torture->extra[0] == NULL ? here : there,
	                            NULL);
}

static pid_t read_process(const struct player *player)
{
	long process = 0;
	FILE *file = fopen(at_player(player, "process"), "r");
	if (file == NULL || fscanf(file, "%ld", &process) != 1)
		give_up("the game did not start");
	fclose(file);
	return (pid_t)process;
}

/* Plays, and comes to the point where the line drops. */
static void play(struct client *client)
{
	char text[32];
	term_wait_text(client->term, "moves 0 ");
	client->game = read_process(&client->player);
	for (int i = 0; i < MOVES - 1; i++)
		term_send(client->term, i % 2 == 0 ? TERM_RIGHT : TERM_LEFT);
	snprintf(text, sizeof text, "moves %d ", MOVES - 1);
	term_wait_text(client->term, text);
	term_set_deaf(client->term, client->way.ear == UNREAD);
	if (client->way.ear == STOPPED)
		term_stop(client->term);
	if (is_deaf(client))
		return;
	term_send(client->term, TERM_RIGHT);
	if (!client->way.typing) {
		snprintf(text, sizeof text, "moves %d ", MOVES);
		term_wait_text(client->term, text);
	}
}

/* Whose terminal takes nothing are made to write until they wait. */
static void fill_lines(const struct client *clients, int count)
{
	for (int paint = 0; paint < PAINTS; paint++) {
		for (int i = 0; i < count; i++)
			if (is_deaf(&clients[i]))
				term_send(clients[i].term,
				          paint < PAINTS - 1 ? "\014" : TERM_RIGHT);
		usleep(PAINT_MS * 1000);
	}
}

static double seconds_of_deaf(const struct client *clients, int count)
{
	double used = 0;
	for (int i = 0; i < count; i++)
		if (is_deaf(&clients[i]))
			used += seconds_of(clients[i].game);
	return used;
}

/* A terminal that takes nothing costs nothing. */
static int watch_deaf(const struct client *clients, int count)
{
	const double before = seconds_of_deaf(clients, count);
	usleep(DEAF_MS * 1000);
	const double used = seconds_of_deaf(clients, count) - before;
	return used <= BUSY_SECONDS
	               ? 0
	               : fault("those whose writes wait used %.2f s before the drop", used);
}

/* ---- the drop ---- */

static void cut(const struct torture *torture, struct client *client)
{
	if (client->way.typing)
		term_send(client->term, TERM_LEFT "u");
	if (torture->extra[0] == NULL) {
		term_hangup(client->term);
	} else if (client->way.ear == FROZEN) {
		term_signal(client->term, SIGSTOP);
		kill(parent_of(client->game), SIGKILL);
	} else {
		term_signal(client->term, SIGKILL);
	}
}

/* Looks again and again until it has ended, or is past the deadline. */
static int check_gone(struct client *client, double deadline)
{
	double used = client->used;
	for (double now; (now = seconds_of(client->game)) >= 0; usleep(LOOK_MS * 1000)) {
		used = now;
		if (term_now() > deadline)
			return fault("%s: it is still there after %d ms", client->way.name,
			             GONE_MS);
	}
	if (used - client->used <= BUSY_SECONDS)
		return 0;
	return fault("%s: it used %.2f s after the drop", client->way.name, used - client->used);
}

/* A move that was only typed when the line dropped may be made or not. */
static int check_kept(const struct client *client)
{
	char words[TEXT_MAX];
	const bool drawn = !is_deaf(client) && !client->way.typing;
	const int faults = kept_game(&client->player, 1, words);
	const int kept = moves_of_words(words);
	return kept > MOVES || kept < MOVES - !drawn
	               ? faults + fault("%s: %d moves are kept", client->way.name, kept)
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
	fill_lines(clients, count);
	int faults = watch_deaf(clients, count);
	for (int i = 0; i < count; i++) {
		clients[i].used = seconds_of(clients[i].game);
		cut(torture, &clients[i]);
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
	printf("drop: %d lines%s\n", torture->count, torture->extra[0] == NULL ? "" : " of ssh");
	return faults;
}
