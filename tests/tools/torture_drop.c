/* Drops lines. Each session plays on its own line: a pseudo-terminal or, if a server is given, an
 * ssh connection. With SIGHUP, or with SIGHUP ignored,
 *
 * - the line drops while keys are typed or while the game is idle: the terminal disappears, the ssh
 *   client is killed, or its server process is, so that nobody tells the other side; or
 * - the terminal stops reading, because nobody reads it or it was stopped (Ctrl-S): the game plays
 *   on until its writes block, must not spin then, and is dropped.
 *
 * Two seconds later the process must have ended, with next to no processor time used since, and the
 * file must have every move that was drawn. The level takes the solver long: while writes block, no
 * search may go on.
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
	DEAF_MS = 1000,    /* how long blocked sessions are watched */
	LOOK_MS = 5,       /* between two checks whether it has ended */
	MOVES = 3,
	PAINTS = 200,      /* repaints requested, more than a line buffers */
	PAINT_MS = 5,      /* between two of them: requests at once make one repaint */
};
#define BUSY_SECONDS 0.3 /* of processor time: of one after the drop, of all in DEAF_MS */

/* The state of the terminal before the drop. */
enum reader { LISTENS, UNREAD, STOPPED, FROZEN };

struct scenario {
	const char *name;
	enum reader reader;
	bool ignored; /* SIGHUP is ignored */
	bool typing;  /* keys are being typed */
};

static const struct scenario local_scenarios[] = {
	{.name = "hang-up"},
	{.name = "hang-up, SIGHUP ignored", .ignored = true},
	{.name = "unread", .reader = UNREAD},
	{.name = "unread, SIGHUP ignored", .reader = UNREAD, .ignored = true},
	{.name = "stopped", .reader = STOPPED},
	{.name = "stopped, SIGHUP ignored", .reader = STOPPED, .ignored = true},
	{.name = "typing", .typing = true},
};

/* A frozen client says nothing when its server process is killed. */
static const struct scenario ssh_scenarios[] = {
	{.name = "ssh killed"},
	{.name = "ssh killed, SIGHUP ignored", .ignored = true},
	{.name = "ssh cut off", .reader = FROZEN},
	{.name = "ssh cut off, SIGHUP ignored", .reader = FROZEN, .ignored = true},
	{.name = "ssh killed, typing", .typing = true},
};

struct client {
	struct player player;
	struct term *term;
	struct scenario scenario;
	pid_t game;
	double used; /* seconds of processor time at the drop */
};

static struct scenario scenario_of(const struct torture *torture, int number)
{
	const size_t locals = sizeof local_scenarios / sizeof local_scenarios[0];
	const size_t remotes = sizeof ssh_scenarios / sizeof ssh_scenarios[0];
	return torture->extra[0] == NULL ? local_scenarios[(size_t)number % locals]
	                                 : ssh_scenarios[(size_t)number % remotes];
}

/* Whether its writes block. */
static bool is_blocked(const struct client *client)
{
	return client->scenario.reader == UNREAD || client->scenario.reader == STOPPED;
}

/* ---- the game ---- */

/* Right and left always move something on it, and neither solves it. */
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
	*client = (struct client){.player = player_new(), .scenario = scenario_of(torture, number)};
	const char *home = client->player.home;
	write_hard_level(&client->player);
	snprintf(command, sizeof command,
	         "cd '%s'; echo $$ >process; %sXDG_STATE_HOME='%s/state' LANG=C.UTF-8 exec '%s' "
	         "--memory-limit 64 room-1.level",
	         home, client->scenario.ignored ? "trap '' HUP; " : "", home, torture->program);
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

/* Plays up to the point where the line drops. */
static void play(struct client *client)
{
	char text[32];
	term_wait_text(client->term, "moves 0 ");
	client->game = read_process(&client->player);
	for (int i = 0; i < MOVES - 1; i++)
		term_send(client->term, i % 2 == 0 ? TERM_RIGHT : TERM_LEFT);
	snprintf(text, sizeof text, "moves %d ", MOVES - 1);
	term_wait_text(client->term, text);
	term_set_deaf(client->term, client->scenario.reader == UNREAD);
	if (client->scenario.reader == STOPPED)
		term_stop(client->term);
	if (is_blocked(client))
		return;
	term_send(client->term, TERM_RIGHT);
	if (!client->scenario.typing) {
		snprintf(text, sizeof text, "moves %d ", MOVES);
		term_wait_text(client->term, text);
	}
}

/* Makes the sessions whose terminals do not read write until they block. */
static void fill_lines(const struct client *clients, int count)
{
	for (int paint = 0; paint < PAINTS; paint++) {
		for (int i = 0; i < count; i++)
			if (is_blocked(&clients[i]))
				term_send(clients[i].term,
				          paint < PAINTS - 1 ? "\014" : TERM_RIGHT);
		usleep(PAINT_MS * 1000);
	}
}

static double seconds_of_blocked(const struct client *clients, int count)
{
	double used = 0;
	for (int i = 0; i < count; i++)
		if (is_blocked(&clients[i]))
			used += seconds_of(clients[i].game);
	return used;
}

/* A blocked session uses no processor time. */
static int watch_blocked(const struct client *clients, int count)
{
	const double before = seconds_of_blocked(clients, count);
	usleep(DEAF_MS * 1000);
	const double used = seconds_of_blocked(clients, count) - before;
	return used <= BUSY_SECONDS
	               ? 0
	               : fault("those whose writes wait used %.2f s before the drop", used);
}

/* ---- the drop ---- */

static void cut(const struct torture *torture, struct client *client)
{
	if (client->scenario.typing)
		term_send(client->term, TERM_LEFT "u");
	if (torture->extra[0] == NULL) {
		term_hangup(client->term);
	} else if (client->scenario.reader == FROZEN) {
		term_signal(client->term, SIGSTOP);
		kill(parent_of(client->game), SIGKILL);
	} else {
		term_signal(client->term, SIGKILL);
	}
}

/* Waits until it has ended, up to the deadline. */
static int check_gone(struct client *client, double deadline)
{
	double used = client->used;
	for (double now; (now = seconds_of(client->game)) >= 0; usleep(LOOK_MS * 1000)) {
		used = now;
		if (term_now() > deadline)
			return fault("%s: it is still there after %d ms", client->scenario.name,
			             GONE_MS);
	}
	if (used - client->used <= BUSY_SECONDS)
		return 0;
	return fault("%s: it used %.2f s after the drop", client->scenario.name,
	             used - client->used);
}

/* A move that was typed but not drawn when the line dropped may be saved or not. */
static int check_kept(const struct client *client)
{
	char words[TEXT_MAX];
	const bool drawn = !is_blocked(client) && !client->scenario.typing;
	const int faults = kept_game(&client->player, 1, words);
	const int kept = moves_of_words(words);
	return kept > MOVES || kept < MOVES - !drawn
	               ? faults + fault("%s: %d moves are kept", client->scenario.name, kept)
	               : faults;
}

/* Some of each scenario at once. */
static int drop(const struct torture *torture, int first, int count)
{
	struct client clients[AT_ONCE];
	for (int i = 0; i < count; i++)
		start(torture, &clients[i], first + i);
	for (int i = 0; i < count; i++)
		play(&clients[i]);
	fill_lines(clients, count);
	int faults = watch_blocked(clients, count);
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
