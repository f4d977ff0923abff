/* What a session tells others while it goes on: a text, then short words. Any number of sessions
 * read along; nobody waits for anybody.
 *
 * Each player of a shared account has a file live/NAME below our folder. It keeps its size, and
 * stays when its player leaves: a sandboxed session can write its own player's file only, and could
 * not write one that was made or replaced later. So a file's name says whose it is; everything in
 * it may be forged, and its words mean what the two sides agree on. A file counts while a session
 * holds its lock.
 *
 * One write tells a word, without a sync. A text holds what a newcomer must know. The words are
 * in a ring of LIVE_WORDS; then a new text is due, so that who comes in late has lost none
 * since. */
#ifndef PARLOUR_STORE_LIVE_H
#define PARLOUR_STORE_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "os/text.h"

enum {
	LIVE_TEXT_MAX = 48 << 10, /* bytes of a text, without its NUL */
	LIVE_WORD_MAX = 24,       /* bytes of a word with its NUL; of '!' to '~', not "" */
	LIVE_WORDS = 1024,        /* then a new text is due */
	LIVE_BATCH = 32,          /* words that are read at once */
	LIVE_PLAYERS_MAX = 1000,
};

/* ---- telling ---- */

struct live {
	int file;        /* -1: closed */
	uint32_t serial; /* of the text, among all in this file */
	uint64_t sum;    /* of the text */
	int64_t time;    /* when that began: wall_milliseconds() */
	uint32_t count;  /* words after it */
};

#define LIVE_CLOSED        \
	{                  \
		.file = -1 \
	}

/* Makes a player's file, if it is missing, before the sandbox starts. The caller frees its path;
 * NULL without a home or memory. The same for the folder of all files. */
char *live_make_file(const char *player);
char *live_make_folder(void);

/* Takes the player's file, with an empty text; false, with it closed, if another session of this
 * process's player has it, or it can't be used. Closing gives it back; a closed one may be closed.
 * While one is open, this process must not read its own file: that would release the lock. */
bool live_open(struct live *live, const char *player);
void live_close(struct live *live);

/* Replaces the text; "": there is nothing to tell. False, with nothing or "" told, if it is too
 * long or was not written. */
bool live_begin(struct live *live, const char *text);

/* Adds a word to the text. False if a new text is due instead, or it was not written. */
bool live_add(struct live *live, const char *word);

/* ---- reading ---- */

enum live_news {
	LIVE_NONE,
	LIVE_TEXT,    /* there is a new text, `text`; the words after it come next */
	LIVE_ADDED,   /* `count` new `words` */
	LIVE_FOREIGN, /* the file holds something else, or that of another version */
};

struct live_word {
	int64_t time; /* wall_milliseconds() */
	char text[LIVE_WORD_MAX];
};

struct live_reader {
	int file; /* -1: closed */
	char player[PLAYER_NAME_MAX + 1];
	char *text;   /* since joined; else NULL */
	int64_t time; /* when that began: wall_milliseconds() */
	bool joined;
	uint64_t sum;   /* of that text */
	uint32_t taken; /* words read since */
	int failures;   /* to read a text, one after another */
	struct live_word words[LIVE_BATCH];
	int count;
};

/* Opens another player's file; false if there is none. */
bool live_reader_open(struct live_reader *reader, const char *player);
void live_reader_close(struct live_reader *reader);

/* Whether a session tells something there. */
bool live_is_on(const struct live_reader *reader);

/* Reads on. A reader that fell behind gets the text again. A word or text that is half written is
 * not there yet. */
enum live_news live_read(struct live_reader *reader);

/* Calls `callback` with each player who has a file, in no order, at most LIVE_PLAYERS_MAX. */
typedef void live_callback(void *context, const char *player);
void live_list(live_callback *callback, void *context);

#endif
