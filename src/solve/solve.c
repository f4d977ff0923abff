#include "solve/solve.h"

#include <stdlib.h>
#include <string.h>

#include "solve/general.h"

const struct limits limits_default = {.bytes = (size_t)512 << 20, .threads = 1};

/* A level that is searched as one: the whole, or a part of it. */
struct piece {
	struct level level;
	void *own;               /* the kernel's; NULL where the general search answers */
	struct general *general;
};

struct level_solver {
	const struct puzzle *puzzle;
	struct limits limits;
	struct level level;      /* its start is the position asked about */
	struct state start;      /* the level's own */
	int parts;               /* of each position of the level */
	int count;
	struct piece **piece;    /* the parts met so far, or the whole */
};

/* ---- pieces ---- */

static void free_piece(const struct puzzle *puzzle, struct piece *piece)
{
	if (piece->own != NULL)
		puzzle->solver->close(piece->own);
	if (piece->general != NULL)
		general_close(piece->general);
	free(piece);
}

static struct piece *add_piece(struct level_solver *search, const struct level *level, size_t bytes)
{
	const struct puzzle *puzzle = search->puzzle;
	struct piece *piece = calloc(1, sizeof *piece);
	if (piece == NULL)
		return NULL;
	piece->level = *level;
	if (puzzle->solver != NULL)
		piece->own = puzzle->solver->open(&piece->level, bytes);
	if (piece->own == NULL)
		piece->general = general_open(puzzle, &piece->level, bytes);
	if (piece->own == NULL && piece->general == NULL) {
		free(piece);
		return NULL;
	}
	search->piece[search->count++] = piece;
	return piece;
}

/* The same but for where they begin: two positions of one level, if no other level is about. */
static bool same_level(const struct level *a, const struct level *b)
{
	const size_t behind = offsetof(struct level, start) + sizeof a->start;
	return memcmp(a, b, offsetof(struct level, start)) == 0 &&
	       memcmp((const char *)a + behind, (const char *)b + behind, sizeof *a - behind) == 0;
}

/* The piece of that level, made when it is met for the first time. There are no more of them than a
 * position has parts, so that together they keep to the limit of memory. */
static struct piece *piece_of(struct level_solver *search, const struct level *level)
{
	for (int i = 0; i < search->count; i++)
		if (same_level(&search->piece[i]->level, level))
			return search->piece[i];
	if (search->count == search->parts)
		free_piece(search->puzzle, search->piece[--search->count]);
	return add_piece(search, level, search->limits.bytes / (size_t)search->parts);
}

/* ---- one piece ---- */

static void search_piece(struct level_solver *search, const struct level *level,
                         struct monitor *monitor, struct answer *answer)
{
	*answer = (struct answer){.verdict = SEARCHING, .upper = -1};
	if (search->puzzle->rules.solved(level, &level->start)) {
		*answer = (struct answer){.verdict = OPTIMAL, .states = 1};
		return;
	}
	struct piece *piece = piece_of(search, level);
	if (piece == NULL)
		answer->verdict = GAVE_UP;
	else if (piece->own != NULL)
		search->puzzle->solver->search(piece->own, &level->start, monitor, answer);
	else
		general_search(piece->general, &level->start, monitor, answer);
}

/* ---- positions of several parts ---- */

struct whole {
	struct monitor *monitor;
	struct answer done;  /* the sum over the parts that have been searched */
	struct answer told;  /* with the part that is being searched */
	bool last;           /* it is the last one */
};

/* Adds a part's answer; a way through all of them is known while one is known through each. */
static void add_part(struct answer *sum, const struct answer *part)
{
	sum->states += part->states;
	sum->lower += part->lower;
	if (sum->upper < 0 || part->upper < 0) {
		sum->upper = -1;
		sum->length = 0;
		return;
	}
	const bool told = sum->length == sum->upper && part->length == part->upper &&
	                  sum->upper + part->upper <= PLAN_MAX;
	if (told)
		memcpy(sum->plan + sum->length, part->plan,
		       (size_t)part->length * sizeof *sum->plan);
	sum->upper += part->upper;
	sum->length = told ? sum->upper : 0;
}

static bool tick_whole(void *context, const struct answer *part)
{
	struct whole *whole = context;
	whole->told = whole->done;
	add_part(&whole->told, part);
	if (!whole->last) {
		whole->told.upper = -1;
		whole->told.length = 0;
	}
	return monitor_report(whole->monitor, &whole->told);
}

/* Each part on its own. One that can't be solved ends it; one that can't be proven leaves the sums
 * true. */
static void search_parts(struct level_solver *search, const struct state *start,
                         struct monitor *monitor, struct whole *whole, struct answer *answer)
{
	const struct limits alone = {.threads = search->limits.threads};
	struct monitor inner = {.limits = &alone, .tick = tick_whole, .context = whole};
	struct answer *part = malloc(sizeof *part);
	struct level *level = malloc(sizeof *level);
	enum verdict verdict = part == NULL || level == NULL ? GAVE_UP : OPTIMAL;
	whole->monitor = monitor;
	for (int i = 0; part != NULL && level != NULL && i < search->parts; i++) {
		whole->last = i == search->parts - 1;
		search->puzzle->rules.split(&search->level, start, i, level);
		search_piece(search, level, &inner, part);
		add_part(&whole->done, part);
		if (part->verdict != OPTIMAL)
			verdict = part->verdict;
		if (part->verdict == UNSOLVABLE || part->verdict == SEARCHING)
			break;
	}
	*answer = whole->done;
	answer->verdict = verdict == SEARCHING ? whole->told.verdict : verdict;
	if (!whole->last || verdict == UNSOLVABLE) {
		answer->upper = -1;
		answer->length = 0;
	}
	free(part);
	free(level);
}

bool level_solver_run(struct level_solver *search, const struct state *start, progress_fn *tick,
                      void *context, struct answer *answer)
{
	struct monitor monitor = monitor_begin(&search->limits, tick, context);
	*answer = (struct answer){.verdict = GAVE_UP, .upper = -1};
	if (search->level.endless)
		return false;
	if (search->parts > 1) {
		struct whole *whole = calloc(1, sizeof *whole);
		if (whole == NULL)
			return false;
		search_parts(search, start, &monitor, whole, answer);
		free(whole);
	} else {
		search->level.start = *start;
		search_piece(search, &search->level, &monitor, answer);
	}
	return answer->verdict == OPTIMAL || answer->verdict == UNSOLVABLE;
}

bool level_solver_is_for(const struct level_solver *search, const struct puzzle *puzzle,
                         const struct level *level)
{
	return search->puzzle == puzzle && same_level(&search->level, level) &&
	       memcmp(&search->start, &level->start, sizeof level->start) == 0;
}

struct level_solver *level_solver_new(const struct puzzle *puzzle, const struct level *level,
                                      const struct limits *limits)
{
	struct level_solver *made = calloc(1, sizeof *made);
	if (made == NULL)
		return NULL;
	made->puzzle = puzzle;
	made->limits = *limits;
	made->level = *level;
	made->start = level->start;
	made->parts = puzzle->rules.split == NULL
	                      ? 1
	                      : puzzle->rules.split(level, &level->start, 0, NULL);
	made->piece = calloc((size_t)made->parts, sizeof(struct piece *));
	if (made->piece == NULL) {
		free(made);
		return NULL;
	}
	return made;
}

void level_solver_free(struct level_solver *search)
{
	if (search == NULL)
		return;
	for (int i = 0; i < search->count; i++)
		free_piece(search->puzzle, search->piece[i]);
	free(search->piece);
	free(search);
}

bool search(const struct puzzle *puzzle, const struct level *level, const struct state *start,
            const struct limits *limits, progress_fn *tick, void *context, struct answer *answer)
{
	struct level_solver *alone = level_solver_new(puzzle, level, limits);
	*answer = (struct answer){.verdict = GAVE_UP, .upper = -1};
	const bool proven = alone != NULL && level_solver_run(alone, start, tick, context, answer);
	level_solver_free(alone);
	return proven;
}
