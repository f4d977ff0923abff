/* --solve and --check: a proof for each level. */
#include <errno.h>
#include <stdlib.h>

#include "cli/print.h"
#include "os/language.h"
#include "os/text.h"
#include "solve/certificate.h"

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

enum { BOUNDS_MAX = 300 };

/* "at least 12 moves, no solution is known: …" */
static void describe_bounds(const struct answer *answer, char out[BOUNDS_MAX])
{
	const int lower = answer->lower, upper = answer->upper;
	const unsigned long long states = answer->states;
	if (upper < 0)
		snprintf(out, BOUNDS_MAX,
		         text_plural("at least %d move, no solution is known: stopped at a limit "
		                     "after %llu states",
		                     "at least %d moves, no solution is known: stopped at a limit "
		                     "after %llu states",
		                     lower),
		         lower, states);
	else
		snprintf(out, BOUNDS_MAX,
		         text_plural("at least %d move, a solution of %d is known: stopped at a "
		                     "limit after %llu states",
		                     "at least %d moves, a solution of %d is known: stopped at a "
		                     "limit after %llu states",
		                     lower),
		         lower, upper, states);
}

/* A number of the same plural that any `long` can hold. */
static long digits_that_count(unsigned long long number)
{
	enum { MILLION = 1000000 };
	return (long)(number < MILLION ? number : MILLION + number % MILLION);
}

/* "12 moves, proven (345 states, 0.0021 s)" */
static void describe_proof(const struct shown_level *shown, char out[BOUNDS_MAX])
{
	char states[80], seconds[TEXT_NUMBER_MAX];
	const int moves = shown->answer.upper;
	const unsigned long long number = shown->answer.states;
	snprintf(states, sizeof states,
	         text_plural("%llu state", "%llu states", digits_that_count(number)), number);
	text_write_decimal(shown->seconds, 4, seconds);
	snprintf(out, BOUNDS_MAX,
	         /* TRANSLATORS: "345 states" are positions that the solver has seen. The last
	          * %s is a number with four decimals. */
	         text_plural("%d move, proven (%s, %s s)", "%d moves, proven (%s, %s s)",
	                     moves),
	         moves, states, seconds);
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
	char heading[HEADING_MAX], bounds[BOUNDS_MAX];
	level_heading(shown->request->library, shown->ref, heading);
	if (answer->verdict == OPTIMAL) {
		describe_proof(shown, bounds);
		return print_headed(heading, bounds) && printf("  %s\n", names) > 0;
	}
	describe_bounds(answer, bounds);
	const char *verdict = shown->level.endless            ? _("endless, nothing to prove")
	                      : answer->verdict == UNSOLVABLE ? _("unsolvable (proven)")
	                                                      : bounds;
	return print_headed(heading, verdict);
}

/* An endless level must not have a par. */
static bool par_is_right(const struct shown_level *shown)
{
	const struct level *level = &shown->level;
	if (level->endless)
		return level->par < 0;
	return shown->answer.verdict == OPTIMAL && level->par == shown->answer.upper;
}

/* Says what is wrong with the par, with the line of the par or of the level. */
static struct error describe_fault(const struct shown_level *shown)
{
	const struct level_text *text = library_text(shown->request->library, shown->ref);
	const struct answer *answer = &shown->answer;
	const int par = shown->level.par, par_line = text->header_line[HEADER_PAR];
	struct error error, what;
	char bounds[BOUNDS_MAX];
	describe_bounds(answer, bounds);
	if (shown->level.endless)
		error_set(&what, _("\"%s\" is endless: it must not have a par"), text->title);
	else if (answer->verdict == UNSOLVABLE)
		error_set(&what, _("\"%s\" is unsolvable (proven)"), text->title);
	else if (answer->verdict != OPTIMAL)
		error_set(&what, _("\"%s\" is not proven: %s"), text->title, bounds);
	else if (par < 0)
		error_set(&what, _("\"%s\" has no par; %d is proven"), text->title, answer->upper);
	else
		error_set(&what, _("par of \"%s\" is %d; %d is proven"), text->title, par,
		          answer->upper);
	const bool of_par = par_line > 0 && answer->verdict != UNSOLVABLE;
	error_at(&error, text->file, of_par ? par_line : text->line, "%s", what.text);
	return error;
}

/* Writes the certificate of a level that has been solved; returns a status. A wrong par can't have
 * one. */
static int write_certificate(const struct shown_level *shown)
{
	const struct options *options = shown->request->options;
	const char *path = options->certificate;
	if (!certificate_covers(shown->puzzle, &shown->level))
		return cli_fail(_("there are no certificates of such levels"));
	if (shown->answer.verdict == OPTIMAL && shown->level.par >= 0 && !par_is_right(shown)) {
		cli_warn("%s", describe_fault(shown).text);
		return STATUS_NO;
	}
	char *text = library_level_text(shown->request->library, shown->ref);
	FILE *file = text == NULL ? NULL : fopen(path, "wb");
	struct certificate certificate = {.written = false};
	if (file != NULL)
		certificate = certificate_write(shown->puzzle, &shown->level, text, &shown->answer,
		                                &options->limits, file);
	free(text);
	if (file == NULL || (fclose(file) != 0) + !certificate.written > 0) {
		cli_warn("%s: %s", path, error_reason(errno));
		return STATUS_ERROR;
	}
	if (certificate.unsolvable || certificate.bound == shown->answer.upper)
		return STATUS_OK;
	cli_warn(text_plural("the certificate proves at least %d move only: stopped at a limit",
	                     "the certificate proves at least %d moves only: stopped at a limit",
	                     certificate.bound),
	         certificate.bound);
	return STATUS_NO;
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
	const int status = good && shown->answer.verdict == OPTIMAL ? STATUS_OK : STATUS_NO;
	if (shown->request->options->certificate == NULL)
		return status;
	const int written = write_certificate(shown);
	return written != STATUS_OK ? written : status;
}

int cli_solve(struct request *request)
{
	if (request->options->certificate != NULL && request->levels.count != 1)
		return cli_fail(_("--certificate takes one level"));
	return show_levels(request, show_solution, NULL);
}

/* ---- checking ---- */

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
		puts(describe_fault(shown).text);
	}
	fflush(stdout);
	return right ? STATUS_OK : STATUS_NO;
}

/* Prints how many pars are proven, and how many levels are endless. */
static void print_summary(int proven, int endless)
{
	if (proven > 0)
		printf(text_plural("%d level: every par is proven\n",
		                   "%d levels: every par is proven\n", proven),
		       proven);
	if (endless > 0)
		printf(text_plural("%d endless level: nothing to prove\n",
		                   "%d endless levels: nothing to prove\n", endless),
		       endless);
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
