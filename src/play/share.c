/* A move is nearer if the minimum number of moves fell by one, else a detour. If a position's
 * minimum is not proven, it lies between bounds derived from its neighbours on the path: a move
 * changes it by one at most, and the rest of the path is an upper bound. */
#include "play/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/text.h"
#include "play/session_private.h"

enum {
	SHOWN = SHARE_ROWS * SHARE_COLUMNS,
	TITLE_COLUMNS = 40,
};

enum step { NEARER, DETOUR, NOT_KNOWN, STEPS };

/* lower <= minimum number of moves from a position <= upper. */
struct range {
	int lower, upper;
};

static const char *const shapes[STEPS] = {"●", "○", "·"}, *const letters[STEPS] = {"#", "o", "."};

/* The range of a node with `left` moves of the path after it. */
static struct range range_of(const struct session *session, uint32_t node, int left)
{
	struct state state;
	struct answer answer;
	session_node_state(session, node, &state);
	if (proof_cache_find(&session->proofs, session->puzzle, &session->level, &state, &answer) &&
	    answer.verdict == OPTIMAL)
		return (struct range){answer.upper, answer.upper};
	return (struct range){session->puzzle->rules.solved(&session->level, &state) ? 0 : 1, left};
}

static enum step step_of(struct range before, struct range after)
{
	if (after.upper < before.lower)
		return NEARER;
	return after.lower >= before.upper ? DETOUR : NOT_KNOWN;
}

/* Classifies the first moves of the path to here; returns how many, at most SHOWN. */
static int find_steps(const struct session *session, enum step steps[SHOWN])
{
	const int count = session_count(session), shown = count < SHOWN ? count : SHOWN;
	struct range range[SHOWN + 1];
	const uint32_t here = session_current_node(session);
	uint32_t *path = session_path(session, session->nodes[here].start, here);
	if (path == NULL)
		return 0;
	for (int i = 0; i <= shown; i++) {
		range[i] = range_of(session, path[i], count - i);
		if (i > 0 && range[i].lower < range[i - 1].lower - 1)
			range[i].lower = range[i - 1].lower - 1;
	}
	for (int i = shown - 1; i >= 0; i--)
		if (range[i].upper > range[i + 1].upper + 1)
			range[i].upper = range[i + 1].upper + 1;
	for (int i = 0; i < shown; i++)
		steps[i] = step_of(range[i], range[i + 1]);
	free(path);
	return shown;
}

/* Names a level by its name if that works everywhere, else by its title: the path of a file is
 * private. */
static void print_level(const struct session *session, const struct library *library,
                        struct level_ref ref, FILE *out)
{
	char name[LEVEL_NAME_MAX];
	if (library_is_portable(library, ref)) {
		library_name(library, ref, name);
		fprintf(out, "Parlour %s\n", name);
		return;
	}
	text_sanitize(name, sizeof name, library_text(library, ref)->title);
	fprintf(out, "Parlour %s: %.*s\n", session->puzzle->name,
	        (int)text_fit(name, TITLE_COLUMNS), name);
}

static void print_count(const struct session *session, bool ascii, FILE *out)
{
	const int count = session_count(session), minimum = session_minimum(session);
	const int par = minimum >= 0 ? minimum : session->level.par;
	fprintf(out, text_plural("%d move", "%d moves", count), count);
	if (par >= 0)
		fprintf(out, ", par %d", par);
	if (session_assisted(session))
		fputs(", with help", out);
	else if (count == minimum)
		fputs(ascii ? " *" : " ★", out);
	fputc('\n', out);
}

static void print_steps(const struct session *session, bool ascii, FILE *out)
{
	enum step steps[SHOWN];
	const int shown = find_steps(session, steps), more = session_count(session) - shown;
	for (int i = 0; i < shown; i++) {
		fputs((ascii ? letters : shapes)[steps[i]], out);
		if ((i + 1) % SHARE_COLUMNS == 0 && i + 1 < shown)
			fputc('\n', out);
	}
	if (more > 0)
		fprintf(out, " +%d", more);
	if (session_count(session) > 0)
		fputc('\n', out);
}

const char *share_legend(bool ascii)
{
	return ascii ? "# nearer  o detour  . not known" : "● nearer  ○ detour  · not known";
}

void share_text(const struct session *session, const struct library *library, struct level_ref ref,
                bool ascii, char out[SHARE_MAX])
{
	out[0] = '\0';
	FILE *text = fmemopen(out, SHARE_MAX, "w");
	if (text == NULL)
		return;
	print_level(session, library, ref, text);
	print_count(session, ascii, text);
	print_steps(session, ascii, text);
	fclose(text);
	out[SHARE_MAX - 1] = '\0';
}
