/* --scores: for each level or run, the players who have a result, best first: those of this
 * account, and those of other hosts. */
#include <string.h>

#include "algo/least.h"
#include "cli/print.h"
#include "os/language.h"
#include "os/text.h"
#include "play/scores.h"
#include "puzzle/registry.h"
#include "store/score_log.h"

/* The width of the names' column: those of other hosts may be longer. */
static int name_columns(const struct leaderboard *board)
{
	int columns = PLAYER_NAME_MAX;
	for (int i = 0; i < board->count; i++)
		columns = greatest(columns, (int)strlen(board->score[i].player));
	return columns;
}

/* -1: unknown, as of games against the clock. */
static int percentile_of(const struct scores *scores, const struct score *score)
{
	return score->score > 0 ? -1 : scores_percentile(scores, score->level, score->count);
}

enum { NUMBER_MAX = 60, RESULT_MAX = 2 * NUMBER_MAX + 2 };

static void write_result(const struct score *score, char out[RESULT_MAX])
{
	const int count = score->count;
	char points[NUMBER_MAX], moves[NUMBER_MAX];
	/* TRANSLATORS: In a column; keep the width of the number. */
	snprintf(points, sizeof points, text_plural("%9d point", "%9d points", score->score),
	         score->score);
	/* TRANSLATORS: In a column; keep the width of the number. */
	snprintf(moves, sizeof moves, text_plural("%4d move", "%4d moves", count), count);
	if (score->score > 0)
		snprintf(out, RESULT_MAX, "%s  %s", points, moves);
	else
		snprintf(out, RESULT_MAX, "%s", moves);
}

static int columns_of_results(const struct leaderboard *board)
{
	int columns = 0;
	for (int i = 0; i < board->count; i++) {
		char result[RESULT_MAX];
		write_result(&board->score[i], result);
		columns = greatest(columns, text_columns(result));
	}
	return columns;
}

static void print_result(const struct score *score, int columns)
{
	char result[RESULT_MAX];
	write_result(score, result);
	printf("%s%*s", result, columns - text_columns(result), "");
}

static void print_percentile(int percentile)
{
	if (percentile <= 0)
		return;
	printf("  ");
	/* TRANSLATORS: Of 100 players who have solved it; at the end of a line. */
	printf(_("better than %d of 100"), percentile);
}

static void print_nobody(void)
{
	printf("   -  %s\n", _("nobody yet"));
}

static void print_leaderboard(const struct library *library, struct level_ref ref,
                              const struct scores *scores, const struct leaderboard *board)
{
	char date[DATE_MAX];
	const int columns = name_columns(board), result_columns = columns_of_results(board);
	print_heading(library, ref);
	for (int i = 0; i < board->count; i++) {
		const struct score *score = &board->score[i];
		write_date(score->date, "%Y-%m-%d", date);
		printf("%4d  %-*s  ", i + 1, columns, score->player);
		print_result(score, result_columns);
		printf("  %s", date);
		print_percentile(percentile_of(scores, score));
		putchar('\n');
	}
	if (board->count == 0)
		print_nobody();
}

static bool print_leaderboard_json(const struct library *library, struct level_ref ref,
                                   const struct scores *scores, const struct leaderboard *board)
{
	bool good = true;
	for (int i = 0; good && i < board->count; i++) {
		const struct score *score = &board->score[i];
		char date[DATE_MAX];
		write_date(score->date, "%Y-%m-%dT%H:%M:%SZ", date);
		json_t *members = json_pack("{s:i, s:s, s:i, s:s, s:s}", "rank", i + 1, "player",
		                            score->player, "moves", score->count, "date", date,
		                            "solution", score->moves);
		const int percentile = percentile_of(scores, score);
		if (score->score > 0)
			json_object_set_new(members, "score", json_integer(score->score));
		if (percentile >= 0)
			json_object_set_new(members, "better_than", json_integer(percentile));
		good = print_json(json_of_level(library, ref, members));
	}
	return good;
}

/* Of a run. Unless it was asked for, omits one that nobody has played. */
static bool print_run(const struct options *options, struct scores *scores,
                      struct run_boards *boards, const struct run_id *id, bool asked)
{
	char name[RUN_NAME_MAX], date[DATE_MAX], points[RESULT_MAX];
	struct leaderboard board;
	bool good = true;
	run_id_name(id, 0, name);
	scores_rank_run(scores, boards, id, &board);
	if (!options->json && (board.count > 0 || asked))
		puts(name);
	for (int i = 0; good && i < board.count; i++) {
		const struct score *score = &board.score[i];
		write_date(score->date, options->json ? "%Y-%m-%dT%H:%M:%SZ" : "%Y-%m-%d", date);
		run_score_words(id->kind, score->score, points, sizeof points);
		if (options->json)
			good = print_json(json_pack("{s:s, s:s, s:i, s:s, s:i, s:i, s:s, s:s}",
			                            "run", name, "mode", id->puzzle->name, "rank",
			                            i + 1, "player", score->player, "score",
			                            score->score, "moves", score->count, "date",
			                            date, "boards", score->moves));
		else
			printf("%4d  %-*s  %*s%s  %s\n", i + 1, name_columns(&board), score->player,
			       greatest(16 - text_columns(points), 0), "", points, date);
	}
	if (board.count == 0 && asked && !options->json)
		print_nobody();
	return good;
}

/* The run that was asked for or, if nothing was, today's runs. */
static bool print_runs(const struct request *request, struct scores *scores)
{
	const struct options *options = request->options;
	struct run_boards boards = {.count = 0};
	bool good = true;
	if (request->is_run)
		good = print_run(options, scores, &boards, &request->run, true);
	for (int i = 0; options->level_count == 0 && !options->daily && puzzle_at(i) != NULL; i++)
		for (int kind = 0; good && kind < RUN_KINDS && run_is_offered(puzzle_at(i));
		     kind++) {
			const struct run_id id =
				run_of_day(puzzle_at(i), (enum run_kind)kind, time(NULL));
			good = print_run(options, scores, &boards, &id, false);
		}
	run_boards_free(&boards);
	return good;
}

static void add_line(void *scores, const char *tag, const char *text)
{
	scores_add(scores, tag, text);
}

/* Of levels, if none was asked for, omits shipped ones that nobody has solved. */
static int print_leaderboards(const struct request *request, struct scores *scores)
{
	struct error error;
	const struct options *options = request->options;
	const struct library *library = request->library;
	const bool all = options->level_count > 0 || options->daily;
	if (!print_runs(request, scores))
		return STATUS_NO;
	for (int i = 0; !request->is_run && i < request->levels.count; i++) {
		const struct level_ref ref = request->levels.refs[i];
		struct leaderboard board;
		if (!scores_rank(scores, library, ref, &board, &error))
			return cli_fail(error.text);
		if (options->json && !print_leaderboard_json(library, ref, scores, &board))
			return STATUS_NO;
		if (!options->json && (board.count > 0 || all || ref.pack >= library->shipped))
			print_leaderboard(library, ref, scores, &board);
	}
	return STATUS_OK;
}

static void explain_nobody(const struct scores *scores)
{
	const struct score_filter *filter = &scores->filter;
	const bool all = filter->since == 0 && filter->until == 0 && filter->host == NULL;
	if (all && scores->count == 0)
		cli_warn("%s", _("nobody is ranked yet: only games with --player NAME are"));
}

int cli_scores(struct request *request)
{
	struct error error;
	struct scores scores = {.filter = request->options->filter};
	const bool read = score_log_read(add_line, &scores, &error) &&
	                  score_log_read_others(add_line, &scores, &error) &&
	                  scores_sort(&scores, &error);
	const int status = read ? print_leaderboards(request, &scores) : cli_fail(error.text);
	if (read && !request->options->json)
		explain_nobody(&scores);
	scores_free(&scores);
	return status;
}
