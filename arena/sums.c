#include "sums.h"

static void add(struct sum *sum, const struct sum *more)
{
	sum->boards += more->boards;
	sum->solved += more->solved;
	sum->dead_ends += more->dead_ends;
	sum->score += more->score;
	sum->regret += more->regret;
	sum->judged += more->judged;
	sum->wrong += more->wrong;
	sum->cost += more->cost;
}

/* Adds up the regrets of a result's moves, of which only a last one may be infinite, in a dead end.
 * False if there are others than of each move, or the total of a solved board is not theirs. */
static bool add_regrets(const json_t *regrets, int moves, bool dead_end, struct sum *one)
{
	json_t *each;
	size_t i;
	json_array_foreach(regrets, i, each)
	{
		const bool last = i + 1 == (size_t)moves;
		if (json_is_null(each) && last && dead_end)
			continue;
		if (!json_is_integer(each) || json_integer_value(each) < 0 ||
		    json_integer_value(each) > SCORE_ONE || (last && dead_end))
			return false;
		one->judged++;
		one->wrong += json_integer_value(each) != 0;
		one->cost += json_integer_value(each);
	}
	return json_is_array(regrets) && json_array_size(regrets) == (size_t)moves &&
	       (!one->solved || one->cost == one->regret);
}

bool sums_add(struct sums *sums, const json_t *result, struct error *error)
{
	const char *name = "";
	int optimum, moves, solved, dead_end, regret;
	json_t *regrets;
	struct board board;
	if (json_unpack((json_t *)result, "{s:s, s:i, s:i, s:b, s:b, s:o, s:i}", "board", &name,
	                "optimum", &optimum, "moves", &moves, "solved", &solved, "dead_end",
	                &dead_end, "regrets", &regrets, "regret", &regret) != 0 ||
	    optimum < 1 || moves < (solved ? optimum : 0) ||
	    (solved && regret != moves - optimum) || (solved && dead_end))
		return error_set(error, "not a result of the arena");
	struct sum one = {.boards = 1, .solved = solved, .dead_ends = dead_end, .regret = regret};
	if (!add_regrets(regrets, moves, dead_end, &one))
		return error_set(error, "not a result of the arena");
	if (!board_parse(name, &board, error))
		return false;
	if (sums->seen[board_place(&board)])
		return error_set(error, "%s has a result already", name);
	sums->seen[board_place(&board)] = true;
	if (solved)
		one.score = (int64_t)SCORE_ONE * optimum / moves;
	add(&sums->of[board.puzzle][board.grade - 1], &one);
	return true;
}

/* ---- means ---- */

static json_t *mean(int64_t sum, int64_t count)
{
	return count == 0 ? json_null() : json_real((double)sum / (double)count);
}

static json_t *means(const struct sum *sum)
{
	const int64_t boards = sum->boards;
	if (boards == 0)
		return json_pack("{s:i}", "boards", 0);
	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "boards", (json_int_t)boards,
	                 "score", mean(sum->score, SCORE_ONE * boards), "regret",
	                 mean(sum->regret, boards), "solved", mean(sum->solved, boards),
	                 "dead_ends", mean(sum->dead_ends, boards), "wrong_moves",
	                 mean(sum->wrong, sum->judged), "move_regret",
	                 mean(sum->cost, sum->judged));
}

json_t *sums_summary(const struct sums *sums)
{
	struct sum all = {.boards = 0};
	json_t *summary = json_object();
	for (int p = 0; p < ARENA_PUZZLES; p++) {
		struct sum whole = {.boards = 0};
		json_t *grades = json_array();
		for (int g = 0; g < ARENA_GRADES; g++) {
			add(&whole, &sums->of[p][g]);
			json_array_append_new(grades, means(&sums->of[p][g]));
		}
		add(&all, &whole);
		json_t *puzzle = means(&whole);
		json_object_set_new(puzzle, "grades", grades);
		json_object_set_new(summary, arena_puzzle(p), puzzle);
	}
	json_object_set_new(summary, "all", means(&all));
	return json_pack("{s:b, s:o}", "complete", all.boards == ARENA_BOARDS, "summary", summary);
}
