#include "search/search.h"

#include <stdlib.h>
#include <string.h>

#include "search/general.h"

const struct limits limits_default = {.bytes = (size_t)512 << 20, .threads = 1};

/* A level that is searched as one: the whole, or a part of it. */
struct piece {
	struct level level;
	void *own;               /* the kernel's; NULL where the general search answers */
	struct general *general;
};

struct search {
	const struct mode *mode;
	struct limits limits;
	struct level level;      /* its start is the position asked about */
	struct state start;      /* the level's own */
	int parts;               /* of each position of the level */
	int count;
	struct piece **piece;    /* the parts met so far, or the whole */
};

/* ---- pieces ---- */

static void free_piece(const struct mode *mode, struct piece *piece)
{
	if (piece->own != NULL)
		mode->kernel->close(piece->own);
	if (piece->general != NULL)
		general_close(piece->general);
	free(piece);
}

static struct piece *add_piece(struct search *search, const struct level *level, size_t bytes)
{
	const struct mode *mode = search->mode;
	struct piece *piece = calloc(1, sizeof *piece);
	if (piece == NULL)
		return NULL;
	piece->level = *level;
	if (mode->kernel != NULL)
		piece->own = mode->kernel->open(&piece->level, bytes);
	if (piece->own == NULL)
		piece->general = general_open(mode, &piece->level, bytes);
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
static struct piece *piece_of(struct search *search, const struct level *level)
{
	for (int i = 0; i < search->count; i++)
		if (same_level(&search->piece[i]->level, level))
			return search->piece[i];
	if (search->count == search->parts)
		free_piece(search->mode, search->piece[--search->count]);
	return add_piece(search, level, search->limits.bytes / (size_t)search->parts);
}

/* ---- one piece ---- */

static void search_piece(struct search *search, const struct level *level, struct watch *watch,
                         struct answer *answer)
{
	*answer = (struct answer){.verdict = SEARCHING, .upper = -1};
	if (search->mode->solved(level, &level->start)) {
		*answer = (struct answer){.verdict = OPTIMAL, .states = 1};
		return;
	}
	struct piece *piece = piece_of(search, level);
	if (piece == NULL)
		answer->verdict = GAVE_UP;
	else if (piece->own != NULL)
		search->mode->kernel->search(piece->own, &level->start, watch, answer);
	else
		general_search(piece->general, &level->start, watch, answer);
}

/* ---- positions of several parts ---- */

struct whole {
	struct watch *watch;
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
	return watch_goes_on(whole->watch, &whole->told);
}

/* Each part on its own. One that can't be solved ends it; one that can't be proven leaves the sums
 * true. */
static void search_parts(struct search *search, const struct state *start, struct watch *watch,
                         struct whole *whole, struct answer *answer)
{
	const struct limits alone = {.threads = search->limits.threads};
	struct watch inner = {.limits = &alone, .tick = tick_whole, .context = whole};
	struct answer *part = malloc(sizeof *part);
	struct level *level = malloc(sizeof *level);
	enum verdict verdict = part == NULL || level == NULL ? GAVE_UP : OPTIMAL;
	whole->watch = watch;
	for (int i = 0; part != NULL && level != NULL && i < search->parts; i++) {
		whole->last = i == search->parts - 1;
		search->mode->split(&search->level, start, i, level);
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

bool search_from(struct search *search, const struct state *start, tick_fn *tick, void *context,
                 struct answer *answer)
{
	struct watch watch = watch_begin(&search->limits, tick, context);
	*answer = (struct answer){.verdict = GAVE_UP, .upper = -1};
	if (search->level.endless)
		return false;
	if (search->parts > 1) {
		struct whole *whole = calloc(1, sizeof *whole);
		if (whole == NULL)
			return false;
		search_parts(search, start, &watch, whole, answer);
		free(whole);
	} else {
		search->level.start = *start;
		search_piece(search, &search->level, &watch, answer);
	}
	return answer->verdict == OPTIMAL || answer->verdict == UNSOLVABLE;
}

bool search_is_about(const struct search *search, const struct mode *mode,
                     const struct level *level)
{
	return search->mode == mode && same_level(&search->level, level) &&
	       memcmp(&search->start, &level->start, sizeof level->start) == 0;
}

struct search *search_new(const struct mode *mode, const struct level *level,
                          const struct limits *limits)
{
	struct search *made = calloc(1, sizeof *made);
	if (made == NULL)
		return NULL;
	made->mode = mode;
	made->limits = *limits;
	made->level = *level;
	made->start = level->start;
	made->parts = mode->split == NULL ? 1 : mode->split(level, &level->start, 0, NULL);
	made->piece = calloc((size_t)made->parts, sizeof(struct piece *));
	if (made->piece == NULL) {
		free(made);
		return NULL;
	}
	return made;
}

void search_free(struct search *search)
{
	if (search == NULL)
		return;
	for (int i = 0; i < search->count; i++)
		free_piece(search->mode, search->piece[i]);
	free(search->piece);
	free(search);
}

bool search(const struct mode *mode, const struct level *level, const struct state *start,
            const struct limits *limits, tick_fn *tick, void *context, struct answer *answer)
{
	struct search *alone = search_new(mode, level, limits);
	*answer = (struct answer){.verdict = GAVE_UP, .upper = -1};
	const bool proven = alone != NULL && search_from(alone, start, tick, context, answer);
	search_free(alone);
	return proven;
}
