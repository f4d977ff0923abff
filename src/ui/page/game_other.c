/* Another player's best result of the level, from the leaderboard, as a replay. */
#include "ui/page/game.h"

#include <stdio.h>
#include <string.h>

bool other_rank(const struct app *app, struct scores *scores, struct leaderboard *board)
{
	struct error error;
	return app_read_scores(scores) &&
	       scores_rank(scores, app->library, game_of(app)->level, board, &error);
}

bool other_is_one(const struct app *app, const struct score *score)
{
	const char *own = store_player(app->store);
	return own == NULL || strcmp(score->player, own) != 0;
}

/* The best one of somebody else; NULL if there is none. */
static const struct score *find_best(const struct app *app, struct scores *scores)
{
	struct leaderboard board;
	if (!other_rank(app, scores, &board))
		return NULL;
	for (int i = 0; i < board.count; i++)
		if (other_is_one(app, &board.score[i]))
			return board.score + i;
	return NULL;
}

bool other_replay(struct app *app)
{
	struct game *game = game_of(app);
	struct scores scores = {0};
	const struct score *best = find_best(app, &scores);
	const bool found = best != NULL && session_replay_other(&game->session, best->moves);
	if (found)
		snprintf(game->other, sizeof game->other, "%s", best->player);
	scores_free(&scores);
	return found;
}
