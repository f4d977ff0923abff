/* A breadth-first search lists the positions of a certificate: those at depth d from which the
 * simple bound does not prove that the rest of the moves are needed. Its layers are those of the
 * certificate. Where memory or time ends in the middle of layer d, the layers before it prove that
 * d + 1 moves are needed. */
#include "solve/certificate.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"
#include "algo/state_table.h"
#include "solve/solve.h"

enum {
	NO_END = INT_MAX,    /* as a bound: there is no solution */
	REPORT_EVERY = 1024, /* positions */
};

bool certificate_covers(const struct puzzle *puzzle, const struct level *level)
{
	const struct puzzle_certificate *certificate = &puzzle->certificate;
	return !level->endless && certificate->write != NULL &&
	       (certificate->covers == NULL || certificate->covers(level));
}

/* ---- the list ---- */

struct list {
	const struct puzzle *puzzle;
	const struct level *level;
	void *context; /* of the puzzle's bound; NULL: it has none here */
	int bound;     /* what the list proves: a number of moves, or NO_END */
	int layers;    /* those whose positions have been expanded, */
	uint32_t *end; /* and where each of them ends */
	struct state_table table;
};

/* Whether a position needs that many moves without being listed. */
static bool is_bounded(const struct list *list, const struct state *state, int moves)
{
	if (moves <= 1)
		return moves <= 0 || !list->puzzle->rules.solved(list->level, state);
	if (list->context == NULL)
		return false;
	const int bound = list->puzzle->certificate.bound(list->context, list->level, state);
	return bound == DEAD_END || bound >= moves;
}

/* Lists a position at a depth, unless it is bounded. False without memory. */
static bool add(struct list *list, const struct state *state, int depth)
{
	bool fresh;
	const int moves = list->bound == NO_END ? NO_END : list->bound - depth;
	return is_bounded(list, state, moves) ||
	       state_table_put(&list->table, state, &fresh) != STATE_NONE;
}

/* Lists what can be reached in one move. */
static bool expand(struct list *list, uint32_t number)
{
	const struct level *level = list->level;
	move_code moves[MOVES_MAX];
	struct state state = {{0}}, next = {{0}};
	memcpy(state.byte, state_table_state(&list->table, number), level->state_size);
	const int count = list->puzzle->rules.moves(level, &state, moves);
	for (int i = 0; i < count; i++) {
		memcpy(next.byte, state.byte, level->state_size);
		if (list->puzzle->rules.apply(level, &next, moves[i]) &&
		    !add(list, &next, list->layers + 1))
			return false;
	}
	return true;
}

static bool expand_layers(struct list *list, struct monitor *monitor, struct answer *answer)
{
	uint32_t at = 0;
	if (!add(list, &list->level->start, 0))
		return false;
	while (at < list->table.count) {
		const uint32_t end = list->table.count;
		uint32_t *more = realloc(list->end, ((size_t)list->layers + 1) * sizeof *more);
		if (more == NULL)
			return false;
		list->end = more;
		for (; at < end; at++) {
			answer->states = at;
			if ((at % REPORT_EVERY == 0 && !monitor_report(monitor, answer)) ||
			    !expand(list, at))
				return false;
		}
		list->end[list->layers++] = end;
	}
	return true;
}

/* Fills a list that shall prove its bound, and lowers that if it can't. False, without any memory:
 * then the list is not to be used. */
static bool fill(struct list *list, const struct limits *limits)
{
	const struct puzzle_certificate *certificate = &list->puzzle->certificate;
	struct monitor monitor = monitor_begin(limits, NULL, NULL);
	struct answer *answer = calloc(1, sizeof *answer);
	const bool good = answer != NULL &&
	                  state_table_init(&list->table, list->level->state_size, 0, limits->bytes);
	if (good) {
		answer->upper = -1;
		list->context = certificate->open == NULL ? NULL : certificate->open(list->level);
		if (!expand_layers(list, &monitor, answer))
			list->bound = list->layers + 1;
		if (list->context != NULL && certificate->close != NULL)
			certificate->close(list->context);
	}
	free(answer);
	return good;
}

/* ---- the file ---- */

struct output {
	FILE *file;
	uint64_t hash;
};

static void put_bytes(struct output *out, const void *bytes, size_t size)
{
	const uint8_t *byte = bytes;
	for (size_t i = 0; i < size; i++)
		out->hash = hash_more(out->hash, byte[i]);
	fwrite(bytes, 1, size, out->file);
}

static __attribute__((format(printf, 2, 3))) void put_text(struct output *out, const char *format,
                                                           ...)
{
	char text[64];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	put_bytes(out, text, strlen(text));
}

static void put_plan(struct output *out, const struct puzzle *puzzle, const struct level *level,
                     const struct answer *answer)
{
	const bool whole = answer->upper >= 0 && answer->length == answer->upper;
	put_text(out, "\nplan:%s", whole ? "" : " none");
	for (int i = 0; whole && i < answer->length; i++) {
		char name[MOVE_NAME_MAX];
		puzzle->format.name_move(level, answer->plan[i], name);
		put_text(out, " %s", name);
	}
	put_text(out, "\n");
}

static void put_list(struct output *out, const struct list *list)
{
	/* All claim the same. Where the bound alone proves it of the start, there are no layers. */
	const bool joined = list->bound == NO_END;
	const uint32_t count = list->layers == 0 ? 0 : list->end[list->layers - 1];
	put_text(out, joined ? "part: unsolvable\nlayers:" : "part: %d\nlayers:", list->bound);
	if (joined && count > 0)
		put_text(out, " %" PRIu32, count);
	for (int i = 0; !joined && i < list->layers; i++)
		put_text(out, " %" PRIu32, list->end[i] - (i == 0 ? 0 : list->end[i - 1]));
	put_text(out, "\n");
	struct state state = {{0}};
	for (uint32_t i = 0; i < count; i++) {
		struct bit_writer writer = {.bits = 0};
		memcpy(state.byte, state_table_state(&list->table, i), list->level->state_size);
		list->puzzle->certificate.write(list->level, &state, &writer);
		put_bytes(out, writer.byte, (writer.bits + 7) / 8);
	}
}

/* Lists and writes a level that is no more than one part, and adds what that proves. */
static bool put_part(struct output *out, const struct puzzle *puzzle, const struct level *level,
                     const struct answer *answer, const struct limits *limits,
                     struct certificate *certificate)
{
	struct list list = {.puzzle = puzzle, .level = level};
	list.bound = answer->verdict == UNSOLVABLE ? NO_END : answer->lower;
	const bool good = fill(&list, limits);
	if (good) {
		put_list(out, &list);
		certificate->unsolvable = certificate->unsolvable || list.bound == NO_END;
		certificate->bound += list.bound == NO_END ? 0 : list.bound;
	}
	state_table_free(&list.table);
	free(list.end);
	return good;
}

/* Each part of the level, with an answer of its own. */
static bool put_parts(struct output *out, const struct puzzle *puzzle, const struct level *level,
                      const struct limits *limits, int parts, struct certificate *certificate)
{
	struct level *part = malloc(sizeof *part);
	struct answer *answer = malloc(sizeof *answer);
	bool good = part != NULL && answer != NULL;
	for (int i = 0; good && i < parts; i++) {
		puzzle->rules.split(level, &level->start, i, part);
		solve_position(puzzle, part, &part->start, limits, NULL, NULL, answer);
		good = put_part(out, puzzle, part, answer, limits, certificate);
	}
	free(part);
	free(answer);
	return good;
}

struct certificate certificate_write(const struct puzzle *puzzle, const struct level *level,
                                     const char *text, const struct answer *answer,
                                     const struct limits *limits, FILE *file)
{
	struct certificate certificate = {.bound = 0};
	struct output out = {file, HASH_BEGIN};
	const int parts = puzzle->rules.split == NULL
	                          ? 1
	                          : puzzle->rules.split(level, &level->start, 0, NULL);
	assert(certificate_covers(puzzle, level));
	put_text(&out, "; parlour certificate 1\n");
	put_bytes(&out, text, strlen(text));
	put_plan(&out, puzzle, level, answer);
	if (parts == 1)
		certificate.written = put_part(&out, puzzle, level, answer, limits, &certificate);
	else
		certificate.written = put_parts(&out, puzzle, level, limits, parts, &certificate);
	put_text(&out, "checksum: %016" PRIx64 "\n", out.hash);
	certificate.written = fflush(file) == 0 && !ferror(file) && certificate.written;
	return certificate;
}
