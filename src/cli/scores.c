/* --scores: for each level, the players of this account who solved it, best first. */
#include "cli/commands.h"
#include "cli/print.h"
#include "play/scores.h"
#include "store/score_log.h"

static void print_leaderboard(const struct library *library, struct level_ref ref,
                              const struct leaderboard *board)
{
	char heading[HEADING_MAX], date[DATE_MAX];
	level_heading(library, ref, heading);
	puts(heading);
	for (int i = 0; i < board->count; i++) {
		const struct score *score = &board->score[i];
		write_date(score->date, "%Y-%m-%d", date);
		printf("%4d  %-32s  %4d move%s  %s\n", i + 1, score->player, score->count,
		       score->count == 1 ? " " : "s", date);
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
		json_t *object = json_of_level_ref(library, ref);
		write_date(score->date, "%Y-%m-%dT%H:%M:%SZ", date);
		json_object_set_new(object, "rank", json_integer(i + 1));
		json_object_set_new(object, "player", json_string(score->player));
		json_object_set_new(object, "moves", json_integer(score->count));
		json_object_set_new(object, "date", json_string(date));
		json_object_set_new(object, "solution", json_string(score->moves));
		good = print_json(object);
	}
	return good;
}

static void add_text(void *scores, const char *text)
{
	scores_add(scores, text);
}

/* If no level was asked for, omits shipped ones that nobody has solved. */
static int print_leaderboards(const struct options *options, const struct library *library,
                              const struct level_list *levels, struct scores *scores)
{
	struct error error;
	const bool all = options->level_count > 0 || options->daily;
	for (int i = 0; i < levels->count; i++) {
		const struct level_ref ref = levels->refs[i];
		struct leaderboard board;
		if (!scores_rank(scores, library, ref, &board, &error))
			return cli_fail(&error);
		if (options->json && !print_leaderboard_json(library, ref, &board))
			return STATUS_NO;
		if (!options->json && (board.count > 0 || all || ref.pack >= library->shipped))
			print_leaderboard(library, ref, &board);
	}
	return STATUS_OK;
}

int cli_scores(const struct options *options, struct library *library,
               const struct level_list *levels)
{
	struct error error;
	struct scores scores = {0};
	const bool read = score_log_read(add_text, &scores, &error) && scores_sort(&scores, &error);
	const int status =
		read ? print_leaderboards(options, library, levels, &scores) : cli_fail(&error);
	scores_free(&scores);
	return status;
}
