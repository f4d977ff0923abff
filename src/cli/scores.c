/* --scores: for each level, the players of this account who solved it, best first. */
#include "cli/print.h"
#include "play/scores.h"
#include "store/score_log.h"

static void print_leaderboard(const struct library *library, struct level_ref ref,
                              const struct leaderboard *board)
{
	char date[DATE_MAX];
	print_heading(library, ref);
	for (int i = 0; i < board->count; i++) {
		const struct score *score = &board->score[i];
		write_date(score->date, "%Y-%m-%d", date);
		printf("%4d  %-32s  ", i + 1, score->player);
		if (score->score > 0)
			printf("%9d points  ", score->score);
		printf("%4d move%s  %s\n", score->count, score->count == 1 ? " " : "s", date);
	}
	if (board->count == 0)
		puts("   -  nobody yet");
}

static bool print_leaderboard_json(const struct library *library, struct level_ref ref,
                                   const struct leaderboard *board)
{
	bool good = true;
	for (int i = 0; good && i < board->count; i++) {
		const struct score *score = &board->score[i];
		char date[DATE_MAX];
		write_date(score->date, "%Y-%m-%dT%H:%M:%SZ", date);
		json_t *members = json_pack("{s:i, s:s, s:i, s:s, s:s}", "rank", i + 1, "player",
		                            score->player, "moves", score->count, "date", date,
		                            "solution", score->moves);
		if (score->score > 0)
			json_object_set_new(members, "score", json_integer(score->score));
		good = print_json(json_of_level(library, ref, members));
	}
	return good;
}

static void add_text(void *scores, const char *text)
{
	scores_add(scores, text);
}

/* If no level was asked for, omits shipped ones that nobody has solved. */
static int print_leaderboards(const struct request *request, struct scores *scores)
{
	struct error error;
	const struct options *options = request->options;
	const struct library *library = request->library;
	const bool all = options->level_count > 0 || options->daily;
	for (int i = 0; i < request->levels.count; i++) {
		const struct level_ref ref = request->levels.refs[i];
		struct leaderboard board;
		if (!scores_rank(scores, library, ref, &board, &error))
			return cli_fail(error.text);
		if (options->json && !print_leaderboard_json(library, ref, &board))
			return STATUS_NO;
		if (!options->json && (board.count > 0 || all || ref.pack >= library->shipped))
			print_leaderboard(library, ref, &board);
	}
	return STATUS_OK;
}

int cli_scores(struct request *request)
{
	struct error error;
	struct scores scores = {0};
	const bool read = score_log_read(add_text, &scores, &error) && scores_sort(&scores, &error);
	const int status = read ? print_leaderboards(request, &scores) : cli_fail(error.text);
	scores_free(&scores);
	return status;
}
