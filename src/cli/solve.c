/* --solve and --check: a proof for each level. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/print.h"
#include "os/clock.h"
#include "os/text.h"

/* A level after its search. */
struct proof {
	const struct puzzle *puzzle;
	struct level level;
	struct answer answer;
	double seconds;
};

static bool prove(const struct options *options, const struct library *library,
                  struct level_ref ref, struct proof *proof, struct error *error)
{
	proof->puzzle = library_puzzle(library, ref);
	if (!library_level(library, ref, &proof->level, error))
		return false;
	const double start = seconds_now();
	solve_position(proof->puzzle, &proof->level, &proof->level.start, &options->limits, NULL,
	               NULL, &proof->answer);
	proof->seconds = seconds_now() - start;
	return true;
}

static const char *verdict_name(enum verdict verdict)
{
	return verdict == OPTIMAL ? "optimal" : verdict == UNSOLVABLE ? "unsolvable" : "gave-up";
}

static void set_number(json_t *object, const char *key, bool known, int number)
{
	json_object_set_new(object, key, known ? json_integer(number) : json_null());
}

static json_t *json_of_proof(const struct library *library, struct level_ref ref,
                             const struct proof *proof)
{
	const struct answer *answer = &proof->answer;
	json_t *object = json_of_level_ref(library, ref);
	const bool optimal = answer->verdict == OPTIMAL;
	json_object_set_new(object, "verdict", json_string(verdict_name(answer->verdict)));
	set_number(object, "moves", optimal, answer->upper);
	set_number(object, "lower", true, answer->lower);
	set_number(object, "upper", answer->upper >= 0, answer->upper);
	json_object_set_new(object, "states", json_integer((json_int_t)answer->states));
	json_object_set_new(object, "seconds", json_real(proof->seconds));
	return object;
}

/* "at least 12 moves, no way is known: …" */
static void describe_bounds(const struct answer *answer, char *out, size_t size)
{
	char upper[32] = "no way is known";
	if (answer->upper >= 0)
		snprintf(upper, sizeof upper, "a way of %d is known", answer->upper);
	snprintf(out, size,
	         text_plural("at least %d move, %s: a limit was met after %" PRIu64 " states",
	                     "at least %d moves, %s: a limit was met after %" PRIu64 " states",
	                     answer->lower),
	         answer->lower, upper, answer->states);
}

static bool print_solution_json(const struct library *library, struct level_ref ref,
                                const struct proof *proof, const char *names)
{
	const struct answer *answer = &proof->answer;
	json_t *object = json_of_proof(library, ref, proof);
	const bool complete = answer->verdict == OPTIMAL && answer->length == answer->upper;
	json_object_set_new(object, "solution", complete ? json_string(names) : json_null());
	return print_json(object);
}

static void print_solution_text(const struct library *library, struct level_ref ref,
                                const struct proof *proof, const char *names)
{
	const struct answer *answer = &proof->answer;
	char heading[HEADING_MAX], bounds[128];
	level_heading(library, ref, heading);
	describe_bounds(answer, bounds, sizeof bounds);
	if (answer->verdict == OPTIMAL)
		printf(text_plural("%s: %d move, proven (%" PRIu64 " states, %.4f s)\n  %s\n",
		                   "%s: %d moves, proven (%" PRIu64 " states, %.4f s)\n  %s\n",
		                   answer->upper),
		       heading, answer->upper, answer->states, proof->seconds, names);
	else
		printf("%s: %s\n", heading,
		       proof->level.endless              ? "endless: there is nothing to prove"
		       : answer->verdict == UNSOLVABLE ? "no way, proven"
		                                       : bounds);
}

static bool print_solution(const struct options *options, const struct library *library,
                           struct level_ref ref, const struct proof *proof)
{
	char *names = plan_names(proof->puzzle, &proof->level, &proof->answer);
	if (names == NULL)
		return false;
	bool good = true;
	if (options->json)
		good = print_solution_json(library, ref, proof, names);
	else
		print_solution_text(library, ref, proof, names);
	free(names);
	return good && proof->answer.verdict == OPTIMAL;
}

/* Proves each level and prints the result; `print` returns false if the answer is no. *endless gets
 * the number of endless levels. */
static int prove_all(const struct options *options, const struct library *library,
                     const struct level_list *levels, int *endless,
                     bool (*print)(const struct options *, const struct library *, struct level_ref,
                                   const struct proof *))
{
	struct error error;
	struct proof *proof = malloc(sizeof *proof);
	if (proof == NULL) {
		error_set(&error, "out of memory");
		return cli_fail(&error);
	}
	int status = STATUS_OK;
	*endless = 0;
	for (int i = 0; i < levels->count && status != STATUS_ERROR; i++) {
		if (!prove(options, library, levels->refs[i], proof, &error)) {
			status = cli_fail(&error);
			break;
		}
		*endless += proof->level.endless;
		if (!print(options, library, levels->refs[i], proof))
			status = STATUS_NO;
		fflush(stdout);
	}
	free(proof);
	return status;
}

int cli_solve(const struct options *options, struct library *library,
              const struct level_list *levels)
{
	int endless;
	return prove_all(options, library, levels, &endless, print_solution);
}

/* ---- checking ---- */

/* An endless level must not have a par. */
static bool par_is_right(const struct proof *proof)
{
	if (proof->level.endless)
		return proof->level.par < 0;
	return proof->answer.verdict == OPTIMAL && proof->level.par == proof->answer.upper;
}

/* Prints one line on what is wrong, with the line of the par or of the level. */
static void print_fault(const struct library *library, struct level_ref ref,
                        const struct proof *proof)
{
	const struct level_text *text = library_text(library, ref);
	const int par_line = text->header_line[HEADER_PAR];
	struct error error;
	char bounds[128];
	describe_bounds(&proof->answer, bounds, sizeof bounds);
	const int line = par_line > 0 ? par_line : text->line;
	if (proof->level.endless)
		error_at(&error, text->file, line, "\"%s\" has a par, but no end", text->title);
	else if (proof->answer.verdict == UNSOLVABLE)
		error_at(&error, text->file, text->line, "\"%s\" has no solution: proven",
		         text->title);
	else if (proof->answer.verdict != OPTIMAL)
		error_at(&error, text->file, line, "\"%s\" is not proven: %s", text->title, bounds);
	else if (proof->level.par < 0)
		error_at(&error, text->file, line, "\"%s\" has no par; %d is proven", text->title,
		         proof->answer.upper);
	else
		error_at(&error, text->file, line, "par of \"%s\" is %d; %d is proven", text->title,
		         proof->level.par, proof->answer.upper);
	puts(error.text);
}

static bool print_checked(const struct options *options, const struct library *library,
                          struct level_ref ref, const struct proof *proof)
{
	const bool right = par_is_right(proof);
	if (options->json) {
		json_t *object = json_of_proof(library, ref, proof);
		set_number(object, "par", proof->level.par >= 0, proof->level.par);
		json_object_set_new(object, "right", json_boolean(right));
		return print_json(object) && right;
	}
	if (!right)
		print_fault(library, ref, proof);
	return right;
}

/* Prints how many pars are proven, and how many levels are endless. */
static void print_summary(int proven, int endless)
{
	if (proven > 0)
		printf(text_plural("%d level: every par is proven\n",
		                   "%d levels: every par is proven\n", proven),
		       proven);
	if (endless > 0)
		printf(text_plural("%d level without an end: nothing to prove\n",
		                   "%d levels without an end: nothing to prove\n", endless),
		       endless);
}

int cli_check(const struct options *options, struct library *library,
              const struct level_list *levels)
{
	int endless;
	const int status = prove_all(options, library, levels, &endless, print_checked);
	if (status == STATUS_OK && !options->json)
		print_summary(levels->count - endless, endless);
	return status;
}
