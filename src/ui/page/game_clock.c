/* Games against the clock, whose seconds are in the level. The rules do not know the clock, so a
 * result is verified by its moves alone. */
#include <stdio.h>

#include "os/clock.h"
#include "os/language.h"
#include "ui/page/game.h"

bool clock_is_on(const struct game *game)
{
	return game->session.level.seconds > 0 && !game->demo && !game->from_list &&
	       game->watching == NULL;
}

bool clock_waits(const struct game *game)
{
	return clock_is_on(game) && game->session.line.count <= 1;
}

/* Milliseconds; 0: the time is up. */
static int64_t time_left(const struct game *game)
{
	const int64_t played = game->stopped ? 0 : milliseconds_now() - game->started;
	const int64_t left =
		(game->session.level.seconds - game->seconds) * 1000 - (played > 0 ? played : 0);
	return left > 0 ? left : 0;
}

bool clock_is_over(const struct game *game)
{
	return clock_is_on(game) && !clock_waits(game) && time_left(game) == 0;
}

int64_t clock_due(const struct game *game)
{
	if (!clock_is_on(game) || game->stopped)
		return 0;
	const int64_t left = time_left(game);
	return milliseconds_now() + (left == 0 ? 0 : (left - 1) % 1000 + 1);
}

void clock_words(const struct game *game, char out[REPORT_MAX])
{
	out[0] = '\0';
	if (!clock_is_on(game))
		return;
	const int seconds = (int)((time_left(game) + 999) / 1000);
	/* TRANSLATORS: time left, as minutes:seconds; without a comma. At most 24 columns. */
	snprintf(out, REPORT_MAX, _("%d:%02d left"), seconds / 60, seconds % 60);
}

int64_t clock_seconds(const struct game *game)
{
	return game->session.level.seconds - time_left(game) / 1000;
}

bool clock_check(struct app *app)
{
	struct game *game = game_of(app);
	if (game->solved || game->replay != REPLAY_NONE || !clock_is_over(game))
		return false;
	game->solving = false;
	game_changed(app);
	app_say(app, _("Time is up."));
	return true;
}

void clock_restart(struct app *app)
{
	struct game *game = game_of(app);
	const bool over = game->solved;
	if (clock_waits(game)) {
		app_say(app, _("Already at the start."));
		return;
	}
	animation_stop(app);
	session_discard(&game->session);
	broadcast_forget(&app->broadcast);
	game->seconds = 0;
	game->stopped = true;
	game->recorded = false;
	game->result.date = 0;
	game_changed(app);
	game->dirty = !over; /* a finished game is no longer in progress */
	app_say(app, _("Restarted. The clock starts with your first move."));
}
