/* The file is a head, a ring of slots, and room for the text. The head is written after its text,
 * with a checksum of both. The words after a text are numbered from 1; word N is in slot N modulo
 * the size of the ring. A slot holds its number and a checksum, of the text too, so that a reader
 * knows whether the word it waits for is there yet, and takes none of an earlier text or session
 * for it. A reader compares the head with the one it knows, then reads the slots from its next word
 * on; one that fell behind finds another head.
 *
 * The lock is one of fcntl(2), because that can be looked at without being taken, and only who
 * may write the file can hold it for writing. Numbers are in the machine's order of bytes: all
 * sessions run on the same one. */
#include "store/live.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algo/hash.h"
#include "os/clock.h"
#include "os/file.h"
#include "store/data_file.h"

#define MAGIC "parlive1" /* the version of the format is its last character */

enum { FAILURES_MAX = 20 /* to read a text; until then it may be half written */ };

struct head {
	char magic[8];
	uint32_t serial, size; /* of the text; its bytes */
	int64_t time;
	uint64_t sum;
};

struct slot {
	uint32_t number, sum;
	struct live_word word;
};

enum {
	SLOT_BYTES = sizeof(struct slot),
	RING_AT = sizeof(struct head),
	TEXT_AT = RING_AT + LIVE_WORDS * SLOT_BYTES,
	FILE_BYTES = TEXT_AT + LIVE_TEXT_MAX,
};
_Static_assert(sizeof(struct head) == 32 && SLOT_BYTES == 40, "no gaps, on any machine");

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
	for (const unsigned char *byte = bytes; size > 0; size--)
		hash = hash_more(hash, *byte++);
	return hash;
}

/* Of a head and its text. */
static uint64_t sum_of_text(const struct head *head, const char *text)
{
	const uint64_t hash = hash_bytes(HASH_BEGIN, head, offsetof(struct head, sum));
	return hash_bytes(hash, text, head->size);
}

static uint32_t sum_of_slot(const struct slot *slot, uint64_t text)
{
	const uint64_t hash = hash_more(hash_bytes(HASH_BEGIN, &text, sizeof text), slot->number);
	return (uint32_t)(hash_bytes(hash, &slot->word, sizeof slot->word) >> 32);
}

static off_t place_of(uint32_t number)
{
	return RING_AT + (off_t)(number % LIVE_WORDS) * SLOT_BYTES;
}

/* ---- the files ---- */

static void name_file(const char *player, char name[DATA_FILE_NAME_MAX])
{
	snprintf(name, DATA_FILE_NAME_MAX, "live/%s", player);
}

char *live_make_file(const char *player)
{
	char name[DATA_FILE_NAME_MAX];
	name_file(player, name);
	return data_file_make_folder(name);
}

char *live_make_folder(void)
{
	return data_file_make_folder("live/");
}

static bool has_size(int file, off_t size)
{
	struct stat status;
	return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= size;
}

static bool read_head(int file, struct head *head)
{
	return pread(file, head, sizeof *head, 0) == sizeof *head &&
	       memcmp(head->magic, MAGIC, sizeof head->magic) == 0 && head->size <= LIVE_TEXT_MAX;
}

/* ---- telling ---- */

static bool write_at(int file, const void *bytes, size_t size, off_t at)
{
	return pwrite(file, bytes, size, at) == (ssize_t)size;
}

static bool write_word(struct live *live, const char *word)
{
	struct slot slot = {.number = live->count + 1, .word.time = wall_milliseconds()};
	snprintf(slot.word.text, sizeof slot.word.text, "%s", word);
	slot.sum = sum_of_slot(&slot, live->sum);
	if (!write_at(live->file, &slot, sizeof slot, place_of(slot.number)))
		return false;
	live->count++;
	return true;
}

/* Whoever reads meanwhile sees a wrong sum. */
static bool write_text(struct live *live, const char *text)
{
	struct head head = {.magic = MAGIC,
	                    .serial = ++live->serial,
	                    .size = (uint32_t)strlen(text),
	                    .time = wall_milliseconds()};
	head.sum = sum_of_text(&head, text);
	live->sum = head.sum;
	live->time = head.time;
	live->count = 0;
	return write_at(live->file, text, head.size, TEXT_AT) &&
	       write_at(live->file, &head, sizeof head, 0);
}

bool live_begin(struct live *live, const char *text)
{
	assert(live->file >= 0);
	if (strlen(text) <= LIVE_TEXT_MAX && write_text(live, text))
		return true;
	write_text(live, "");
	return false;
}

bool live_add(struct live *live, const char *word)
{
	assert(live->file >= 0 && word[0] != '\0' && strlen(word) < LIVE_WORD_MAX);
	return live->count < LIVE_WORDS && write_word(live, word);
}

static bool take(int file)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	return has_size(file, 0) && fcntl(file, F_SETLK, &lock) == 0 &&
	       (has_size(file, FILE_BYTES) || ftruncate(file, FILE_BYTES) == 0);
}

/* Texts are numbered on from those of the session before. */
bool live_open(struct live *live, const char *player)
{
	char *path = live_make_file(player);
	struct head head;
	const int flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;
	*live = (struct live){.file = path == NULL ? -1 : open(path, flags)};
	free(path);
	if (live->file >= 0 && take(live->file)) {
		live->serial = read_head(live->file, &head) ? head.serial : 0;
		if (live_begin(live, ""))
			return true;
	}
	live_close(live);
	return false;
}

void live_close(struct live *live)
{
	if (live->file >= 0)
		close(live->file);
	*live = (struct live)LIVE_CLOSED;
}

/* ---- reading ---- */

bool live_reader_open(struct live_reader *reader, const char *player)
{
	char name[DATA_FILE_NAME_MAX];
	struct data_file file;
	*reader = (struct live_reader){.file = -1};
	if (!text_is_player_name(player))
		return false;
	snprintf(reader->player, sizeof reader->player, "%s", player);
	name_file(player, name);
	data_file_open(&file, name, "");
	if (file.path != NULL)
		reader->file = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	data_file_close(&file);
	if (reader->file >= 0 && !has_size(reader->file, 0))
		live_reader_close(reader);
	return reader->file >= 0;
}

void live_reader_close(struct live_reader *reader)
{
	if (reader->file >= 0)
		close(reader->file);
	free(reader->text);
	reader->text = NULL;
	reader->file = -1;
	reader->joined = false;
}

bool live_is_on(const struct live_reader *reader)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	return reader->file >= 0 && fcntl(reader->file, F_GETLK, &lock) == 0 &&
	       lock.l_type == F_WRLCK;
}

/* The head's text, if it is whole and has no NUL in it; else, or without memory, NULL. */
static char *read_text(int file, const struct head *head)
{
	char *text = malloc(head->size + 1);
	if (text == NULL)
		return NULL;
	text[head->size] = '\0';
	if (pread(file, text, head->size, TEXT_AT) == (ssize_t)head->size &&
	    sum_of_text(head, text) == head->sum && strlen(text) == head->size)
		return text;
	free(text);
	return NULL;
}

static enum live_news fail(struct live_reader *reader)
{
	reader->failures += reader->failures < FAILURES_MAX;
	reader->joined = false;
	return reader->failures < FAILURES_MAX ? LIVE_NONE : LIVE_FOREIGN;
}

static enum live_news join(struct live_reader *reader, const struct head *head)
{
	char *text = read_text(reader->file, head);
	if (text == NULL)
		return fail(reader);
	free(reader->text);
	reader->text = text;
	reader->time = head->time;
	reader->sum = head->sum;
	reader->taken = 0;
	reader->failures = 0;
	reader->joined = true;
	return LIVE_TEXT;
}

/* Whether it holds the word it says. */
static bool is_whole(const struct slot *slot, uint64_t text_sum)
{
	const char *text = slot->word.text;
	size_t length = 0;
	while (length < LIVE_WORD_MAX && text[length] > ' ' && text[length] < '\177')
		length++;
	return length < LIVE_WORD_MAX && text[length] == '\0' &&
	       slot->sum == sum_of_slot(slot, text_sum);
}

/* Reads the slots from the next word on, as far as the end of the ring; returns how many. */
static int read_slots(const struct live_reader *reader, struct slot slots[LIVE_BATCH])
{
	const uint32_t next = reader->taken + 1, left = LIVE_WORDS - next % LIVE_WORDS;
	const size_t count = left < LIVE_BATCH ? left : LIVE_BATCH;
	const ssize_t got = pread(reader->file, slots, count * SLOT_BYTES, place_of(next));
	return got < 0 ? 0 : (int)(got / SLOT_BYTES);
}

/* Takes the words that are there. */
static enum live_news take_words(struct live_reader *reader)
{
	struct slot slots[LIVE_BATCH];
	const int count = read_slots(reader, slots);
	reader->count = 0;
	while (reader->count < count && is_whole(&slots[reader->count], reader->sum) &&
	       slots[reader->count].number == reader->taken + 1) {
		reader->words[reader->count] = slots[reader->count].word;
		reader->count++;
		reader->taken++;
	}
	return reader->count > 0 ? LIVE_ADDED : LIVE_NONE;
}

enum live_news live_read(struct live_reader *reader)
{
	struct head head;
	if (reader->file < 0)
		return LIVE_NONE;
	if (!read_head(reader->file, &head))
		return fail(reader);
	if (!reader->joined || head.sum != reader->sum)
		return join(reader, &head);
	return take_words(reader);
}

void live_list(live_callback *callback, void *context)
{
	struct data_file folder;
	data_file_open(&folder, "live/", "");
	DIR *all = folder.path == NULL ? NULL : opendir(folder.path);
	const struct dirent *entry;
	for (int left = LIVE_PLAYERS_MAX;
	     all != NULL && left > 0 && (entry = readdir(all)) != NULL;)
		if (text_is_player_name(entry->d_name)) {
			callback(context, entry->d_name);
			left--;
		}
	if (all != NULL)
		closedir(all);
	data_file_close(&folder);
}
