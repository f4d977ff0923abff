/* Kills sessions of one player, each playing its own level, while they write: at a random moment
 * in their first hundred milliseconds. After each kill
 *
 * - the file has every move that was drawn without NOT SAVED, and none that was not typed;
 * - SQLite finds the file intact, and the lock is free;
 * - the next start resumes the game at that move.
 *
 * NOT SAVED itself is no fault: on a slow disk the file may stay locked by the others for longer
 * than a session waits. The last session of each writer must save in the end.
 *
 *	endure kill COUNT PARLOUR */
#include "tools/torture.h"

#include <signal.h>
#include <stdio.h>

enum {
	WRITERS = 4,
	LIFE_MS = 100,    /* at most */
	KILLS_A_LEVEL = 20,
	BURST = 3,        /* keys typed at once, at most */
};

struct writer {
	struct term *term;
	double end;        /* time of the kill */
	int number, kills; /* of the level; kills so far in that level */
	int kept;          /* moves saved by the session before */
	int drawn;         /* moves that this one has shown as saved; -1: none yet */
	int typed;         /* moves typed */
	int seen;          /* sessions that showed their board */
};

static void start(const struct torture *torture, const struct player *player,
                  struct writer *writer, uint64_t *seed)
{
	char name[32];
	snprintf(name, sizeof name, "room-%d.level", writer->number);
	writer->term = player_start(player, (const char *[]){torture->program, name, NULL}, NULL);
	writer->drawn = -1;
	writer->typed = writer->kept;
	writer->end = term_now() + chance(seed, LIFE_MS * 1000) / 1000.0;
}

/* Reads the number of moves on the screen. */
static int look(struct writer *writer)
{
	const int moves = moves_shown(writer->term);
	if (moves < 0)
		return 0;
	if (is_shown(writer->term, "NOT SAVED"))
		return 0;
	if (writer->drawn < 0 && moves < writer->kept)
		return fault("level %d: taken up at move %d of %d", writer->number, moves,
		             writer->kept);
	writer->seen += writer->drawn < 0;
	writer->drawn = moves;
	return 0;
}

/* Left and right in turn, so that each is a move. */
static void type_more(struct writer *writer, uint64_t *seed)
{
	for (int more = 1 + (int)chance(seed, BURST); more > 0; more--)
		term_send(writer->term, writer->typed++ % 2 == 0 ? TERM_RIGHT : TERM_LEFT);
}

static int check_kept(const struct player *player, struct writer *writer)
{
	char words[TEXT_MAX];
	int faults = kept_game(player, writer->number, words);
	const int kept = moves_of_words(words);
	if (kept < writer->drawn || kept < writer->kept)
		faults += fault("level %d: %d moves were drawn, %d are kept: %s", writer->number,
		                writer->drawn, kept, words);
	if (kept > writer->typed)
		faults += fault("level %d: %d moves were typed, %d are kept: %s", writer->number,
		                writer->typed, kept, words);
	writer->kept = kept;
	return faults;
}

/* Reads first the output from before the kill. */
static int end_life(const struct player *player, struct writer *writer)
{
	term_signal(writer->term, SIGKILL);
	term_wait_end(writer->term, term_timeout());
	const int faults = look(writer) + check_kept(player, writer);
	term_free(writer->term);
	if (++writer->kills == KILLS_A_LEVEL) {
		writer->number += WRITERS;
		writer->kills = writer->kept = 0;
		player_write_level(player, writer->number);
	}
	return faults;
}

static int live(struct writer *writer, uint64_t *seed)
{
	if (term_read(writer->term, 1) <= 0)
		return 0;
	const int faults = look(writer);
	if (writer->drawn == writer->typed)
		type_more(writer, seed);
	return faults;
}

static int wait_until_saved(struct writer *writer)
{
	const double end = term_now() + term_timeout();
	do {
		if (moves_shown(writer->term) >= 0 && !is_shown(writer->term, "NOT SAVED"))
			return 0;
	} while (term_read(writer->term, 50) >= 0 && term_now() < end);
	return fault("level %d: NOT SAVED", writer->number);
}

int torture_kill(const struct torture *torture)
{
	struct player player = player_new();
	struct writer writers[WRITERS] = {{0}};
	uint64_t seed = 1;
	int faults = 0, kills = 0, seen = 0;
	for (int i = 0; i < WRITERS; i++) {
		writers[i].number = i + 1;
		player_write_level(&player, i + 1);
		start(torture, &player, &writers[i], &seed);
	}
	while (kills < torture->count)
		for (int i = 0; i < WRITERS; i++) {
			faults += live(&writers[i], &seed);
			if (term_now() < writers[i].end)
				continue;
			faults += end_life(&player, &writers[i]);
			kills++;
			start(torture, &player, &writers[i], &seed);
		}
	for (int i = 0; i < WRITERS; i++) {
		faults += wait_until_saved(&writers[i]);
		faults += end_life(&player, &writers[i]);
		seen += writers[i].seen;
	}
	printf("kill: %d kills, %d of sessions that had drawn their board\n", kills + WRITERS,
	       seen);
	player_free(&player);
	return faults;
}
