/* --solve and --check: a proof for each level. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/print.h"
#include "os/language.h"
#include "os/text.h"

static const char *verdict_name(enum verdict verdict)
{
	return verdict == OPTIMAL ? "optimal" : verdict == UNSOLVABLE ? "unsolvable" : "gave-up";
}

static json_t *json_of_proof(const struct shown_level *shown)
{
	const struct answer *answer = &shown->answer;
	json_t *moves = json_if_known(answer->verdict == OPTIMAL, answer->upper);
	json_t *upper = json_if_known(answer->upper >= 0, answer->upper);
	json_t *members = json_pack("{s:s, s:o, s:i, s:o, s:I, s:f}", "verdict",
	                            verdict_name(answer->verdict), "moves", moves, "lower",
	                            answer->lower, "upper", upper, "states",
	                            (json_int_t)answer->states, "seconds", shown->seconds);
	return json_of_level(shown->request->library, shown->ref, members);
}

/* "at least 12 moves, no solution is known: …" */
static void describe_bounds(const struct answer *answer, char *out, size_t size)
{
	char upper[40] = "no solution is known";
	if (answer->upper >= 0)
		snprintf(upper, sizeof upper, "a solution of %d is known", answer->upper);
	snprintf(out, size, "at least %d %s, %s: stopped at a limit after %" PRIu64 " states",
	         answer->lower, text_plural("move", "moves", answer->lower), upper, answer->states);
}

/* The names of the plan's moves, separated by blanks, as a new string; NULL without memory. */
static char *plan_names(const struct shown_level *shown)
{
	const struct answer *answer = &shown->answer;
	char *names = malloc((size_t)answer->length * MOVE_NAME_MAX + 1);
	if (names == NULL)
		return NULL;
	char *end = names;
	*end = '\0';
	for (int i = 0; i < answer->length; i++) {
		char name[MOVE_NAME_MAX];
		shown->puzzle->format.name_move(&shown->level, answer->plan[i], name);
		end += sprintf(end, "%s%s", i == 0 ? "" : " ", name);
	}
	return names;
}

static bool print_solution_json(const struct shown_level *shown, const char *names)
{
	const struct answer *answer = &shown->answer;
	json_t *object = json_of_proof(shown);
	const bool complete = answer->verdict == OPTIMAL && answer->length == answer->upper;
	json_object_set_new(object, "solution", complete ? json_string(names) : json_null());
	return print_json(object);
}

static bool print_solution(const struct shown_level *shown, const char *names)
{
	const struct answer *answer = &shown->answer;
	char heading[HEADING_MAX], bounds[128];
	level_heading(shown->request->library, shown->ref, heading);
	describe_bounds(answer, bounds, sizeof bounds);
	if (answer->verdict == OPTIMAL)
		return printf("%s: %d %s, proven (%" PRIu64 " state%s, %.4f s)\n  %s\n", heading,
		              answer->upper, text_plural("move", "moves", answer->upper),
		              answer->states, answer->states == 1 ? "" : "s", shown->seconds,
		              names) > 0;
	return printf("%s: %s\n", heading,
	              shown->level.endless            ? "endless, nothing to prove"
	              : answer->verdict == UNSOLVABLE ? "unsolvable (proven)"
	                                              : bounds) > 0;
}

static int show_solution(struct shown_level *shown)
{
	solve_shown(shown, &shown->level.start, NULL);
	char *names = plan_names(shown);
	const bool json = shown->request->options->json;
	const bool good =
		names != NULL && (json ? print_solution_json : print_solution)(shown, names);
	free(names);
	fflush(stdout);
	return good && shown->answer.verdict == OPTIMAL ? STATUS_OK : STATUS_NO;
}

int cli_solve(struct request *request)
{
	return show_levels(request, show_solution, NULL);
}

/* ---- checking ---- */

/* An endless level must not have a par. */
static bool par_is_right(const struct shown_level *shown)
{
	const struct level *level = &shown->level;
	if (level->endless)
		return level->par < 0;
	return shown->answer.verdict == OPTIMAL && level->par == shown->answer.upper;
}

/* Prints the error in one line, with the line of the par or of the level. */
static void print_fault(const struct shown_level *shown)
{
	const struct level_text *text = library_text(shown->request->library, shown->ref);
	const struct answer *answer = &shown->answer;
	const int par = shown->level.par, par_line = text->header_line[HEADER_PAR];
	struct error error, what;
	char bounds[128];
	describe_bounds(answer, bounds, sizeof bounds);
	if (shown->level.endless)
		error_set(&what, "\"%s\" is endless: it must not have a par", text->title);
	else if (answer->verdict == UNSOLVABLE)
		error_set(&what, "\"%s\" is unsolvable (proven)", text->title);
	else if (answer->verdict != OPTIMAL)
		error_set(&what, "\"%s\" is not proven: %s", text->title, bounds);
	else if (par < 0)
		error_set(&what, "\"%s\" has no par; %d is proven", text->title, answer->upper);
	else
		error_set(&what, "par of \"%s\" is %d; %d is proven", text->title, par,
		          answer->upper);
	const bool of_par = par_line > 0 && answer->verdict != UNSOLVABLE;
	error_at(&error, text->file, of_par ? par_line : text->line, "%s", what.text);
	puts(error.text);
}

static int show_check(struct shown_level *shown)
{
	solve_shown(shown, &shown->level.start, NULL);
	bool right = par_is_right(shown);
	if (shown->request->options->json) {
		const int par = shown->level.par;
		json_t *object = json_of_proof(shown);
		json_object_set_new(object, "par", json_if_known(par >= 0, par));
		json_object_set_new(object, "right", json_boolean(right));
		right = print_json(object) && right;
	} else if (!right) {
		print_fault(shown);
	}
	fflush(stdout);
	return right ? STATUS_OK : STATUS_NO;
}

/* Prints how many pars are proven, and how many levels are endless. */
static void print_summary(int proven, int endless)
{
	if (proven > 0)
		printf("%d %s: every par is proven\n", proven,
		       text_plural("level", "levels", proven));
	if (endless > 0)
		printf("%d endless %s: nothing to prove\n", endless,
		       text_plural("level", "levels", endless));
}

int cli_check(struct request *request)
{
	int endless;
	const int status = show_levels(request, show_check, &endless);
	if (request->incomplete)
		return STATUS_ERROR;
	if (status == STATUS_OK && !request->options->json)
		print_summary(request->levels.count - endless, endless);
	return status;
}
