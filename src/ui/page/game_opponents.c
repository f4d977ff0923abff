/* A race with other players (play/race.h): the boards, what the others tell of themselves, and what
 * this session tells them. Nothing of it is believed before it is replayed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/language.h"
#include "puzzle/times.h"
#include "ui/page/game.h"

enum {
	READ_MILLISECONDS = 250,
	READS_MAX = 40,            /* of an opponent at a time: more than all words of a text */
	TEXTS_MAX = 2,             /* of these */
	OUT_MILLISECONDS = 30000, /* after an opponent left, until that counts */
	COME_MILLISECONDS = 2000,  /* after the start, until nobody new is looked for */
	WAIT_FOR_MILLISECONDS = 2000, /* between looks for those who are away, when all is done */
	WAIT_MAX = 60000,          /* milliseconds until a start; more are not believed */
};

/* ---- time ---- */

/* Tenths since the start, at a time of wall_milliseconds(). */
static int64_t tenths_at(const struct racing *race, int64_t wall)
{
	const int64_t tenths = (wall - race->began) / 100;
	return tenths < 0 ? 0 : tenths < TIMES_TENTHS_MAX ? tenths : TIMES_TENTHS_MAX;
}

int64_t race_tenths(const struct racing *race)
{
	return tenths_at(race, wall_milliseconds());
}

/* ---- the boards ---- */

static void free_boards(struct race_boards *boards)
{
	for (int i = 0; i < boards->count; i++)
		free(boards->level[i]);
	boards->count = 0;
}

/* False with an error. */
static bool make_board(const struct race_text *text, struct race_boards *boards,
                       struct error *error)
{
	struct game_id id;
	if (!race_board(text, boards->count, &id))
		return error_set(error, _("not a board to race on"));
	struct level *level = race_make_board(&id, error);
	if (level == NULL)
		return false;
	boards->puzzle[boards->count] = id.puzzle;
	boards->level[boards->count++] = level;
	return true;
}

/* Opens the current board, anew. */
static bool open_board(struct app *app)
{
	struct game *game = game_of(app);
	struct racing *race = game->race;
	struct game_id id;
	struct level_ref ref;
	struct error error;
	error_set(&error, _("out of memory"));
	session_close(&game->session);
	*game = (struct game){.race = race, .best = {.count = -1}};
	if (!race_board(&app->race, race->board, &id) ||
	    !library_add_id(app->library, &id, race->boards.level[race->board], &ref, &error)) {
		app_say_sentence(app, error.text);
		return false;
	}
	scroll_reset(&app->scroll);
	if (!game_open_session(app, ref))
		return false;
	game->started = milliseconds_now();
	game->best = store_best(app->store, game->identity);
	app->last_level = game->identity;
	session_watch(&game->session);
	session_start_clock(&game->session);
	game_find_piece(app);
	game_note_solved(game);
	race->told = relay_node(&game->session);
	race->solved = race->told_all = false;
	return true;
}

/* Follows what the player told before they left this race, or their session ended. */
static void follow_left(const struct left_race *left, struct racing *race, struct racer *racer)
{
	struct race_text text;
	const char *rest;
	if (!race_text_read(&text, left->text, &rest))
		return;
	racer_take_text(racer, &race->boards, rest, 0, race_tenths(race));
	for (int i = 0; i < left->count; i++)
		racer_take_word(racer, &race->boards, left->words[i].text,
		                tenths_at(race, left->words[i].time));
}

/* Boards that the player solved in this race before count as they were solved. False with an error,
 * also if these are all. */
static bool go_on_from_left(struct app *app, struct racing *race, struct error *error)
{
	struct racer racer;
	if (!broadcast_has_left(&app->broadcast, &app->race))
		return true;
	if (!racer_open(&racer, store_player(app->store), &race->boards))
		return error_set(error, _("out of memory"));
	follow_left(&app->broadcast.left, race, &racer);
	const bool done = racer.done;
	race->board = racer.board + (!done && racer_solved(&racer));
	race->sum = racer.sum;
	race->lines = racer.lines;
	racer.lines = NULL;
	racer_close(&racer);
	return !done || error_set(error, _("you have finished this race"));
}

/* All of the race so far, with the moves on the current board, if there are any. The caller frees
 * it; NULL without memory. */
static char *write_text(const struct app *app, const struct racing *race, const char *moves)
{
	char line[RACE_LINE_MAX], *text;
	const char *lines = race->lines == NULL ? "" : race->lines;
	race_text_write(&app->race, line);
	const int length = moves == NULL || race->solved
	                           ? asprintf(&text, "%s%s", line, lines)
	                           : asprintf(&text, "%s%s%d %s\n", line, lines,
	                                      (int)race_tenths(race), moves);
	return length < 0 ? NULL : text;
}

/* Takes part, with the boards solved before, and on the next one. */
static bool tell_boards(struct app *app, const struct racing *race)
{
	char *text = write_text(app, race, race->lines == NULL ? NULL : "");
	const bool good =
		text != NULL && broadcast_race(&app->broadcast, store_player(app->store), text);
	free(text);
	return good;
}

/* Those who were there before the player left: what they told may be gone. */
static void add_left(struct app *app)
{
	struct racing *race = game_of(app)->race;
	const struct left_race *left = &app->broadcast.left;
	if (!broadcast_has_left(&app->broadcast, &app->race))
		return;
	for (int i = 0; i < left->opponent_count && race->count < RACE_RIVALS_MAX; i++) {
		const struct left_opponent *one = &left->opponents[i];
		struct opponent *opponent = &race->opponents[race->count];
		*opponent = (struct opponent){.read = race->began};
		if (!racer_open(&opponent->racer, one->name, &race->boards))
			return;
		live_reader_open(&opponent->reader, one->name); /* keeps the name in any case */
		opponent->racer.done = one->finish.count >= 0;
		opponent->racer.sum = opponent->racer.done ? one->finish : (struct finish){0};
		race->count++;
	}
}

/* Keeps them in mind, in case the player comes back. */
static void note_opponents(struct app *app)
{
	const struct racing *race = game_of(app)->race;
	struct left_race *left = &app->broadcast.left;
	left->opponent_count = race->count;
	for (int i = 0; i < race->count; i++) {
		const struct opponent *opponent = &race->opponents[i];
		struct left_opponent *one = &left->opponents[i];
		snprintf(one->name, sizeof one->name, "%s", opponent->reader.player);
		one->finish = racer_finish(&opponent->racer);
	}
}

static bool begin(struct app *app, struct racing *race, struct error *error)
{
	race->live = true; /* closing it then frees what was made */
	race->began = app->race.starts;
	race->own.count = -1;
	race->open = true;
	while (race->boards.count < app->race.boards)
		if (!make_board(&app->race, &race->boards, error))
			return false;
	if (!go_on_from_left(app, race, error))
		return false;
	add_left(app);
	if (!tell_boards(app, race))
		return error_set(error, _("another session of yours is in a race, or is watched"));
	const int64_t wait = app->race.starts - wall_milliseconds(); /* now that they are made */
	race->due = milliseconds_now();
	race->waiting = wait > 0;
	race->starts = milliseconds_now() + (wait < 0 ? 0 : wait > WAIT_MAX ? WAIT_MAX : wait);
	return true;
}

/* Who comes back has lost the time since the board before was solved. */
static void go_on_with_time(struct game *game)
{
	const struct racing *race = game->race;
	const int64_t lost = race_tenths(race) - race->sum.tenths;
	game->tenths = race->waiting || lost < 0 ? 0 : (int32_t)lost;
}

bool race_open(struct app *app)
{
	struct game *game = game_of(app);
	struct error error = {""}; /* what open_board can't do, it says */
	game->race = calloc(1, sizeof *game->race);
	if (game->race == NULL)
		error_set(&error, _("out of memory"));
	app->message[0] = '\0'; /* of the list: in its place are words on the others */
	if (game->race != NULL && begin(app, game->race, &error) && open_board(app)) {
		go_on_with_time(game);
		return true;
	}
	session_close(&game->session);
	if (error.text[0] != '\0')
		app_say_sentence(app, error.text);
	race_close(app);
	return false;
}

bool race_go_on(struct app *app)
{
	struct game *game = game_of(app);
	struct racing *race = game->race;
	if (race == NULL || !race->live || !race->solved || race->own.count >= 0 ||
	    !animation_is_over(game) || game->replay != REPLAY_NONE)
		return false;
	race_tell(app);
	game_save(app, false);
	if (game_trouble(app) != NULL)
		store_note_loss(app->store, game_trouble(app));
	live_add(&app->broadcast.live, "+");
	race->board++;
	if (!open_board(app))
		game_leave(app);
	return true;
}

/* ---- telling ---- */

/* As a new text. */
static void tell_all(struct app *app)
{
	char *moves = session_moves(&game_of(app)->session);
	char *text = moves == NULL ? NULL : write_text(app, game_of(app)->race, moves);
	if (text != NULL)
		live_begin(&app->broadcast.live, text);
	free(moves);
	free(text);
}

void race_note_solved(struct app *app)
{
	struct racing *race = game_of(app)->race;
	race_add_line(&race->lines, race->sum.tenths, &game_of(app)->session);
}

void race_tell(struct app *app)
{
	struct game *game = game_of(app);
	struct racing *race = game->race;
	char word[RELAY_WORD_MAX];
	if (race == NULL || !race->live || race->waiting || race->told_all ||
	    game->replay != REPLAY_NONE || !broadcast_is_on(&app->broadcast))
		return;
	bool good = relay_distance(&game->session, race->told) <= RELAY_STEPS_MAX;
	while (good && relay_next(&game->session, &race->told, word))
		good = live_add(&app->broadcast.live, word);
	if (!good)
		tell_all(app);
	race->told = relay_node(&game->session);
	race->told_all = race->solved;
}

/* ---- the others ---- */

static bool is_known(const struct racing *race, const char *name)
{
	for (int i = 0; i < race->count; i++)
		if (strcmp(race->opponents[i].reader.player, name) == 0)
			return true;
	return false;
}

/* What follows the first line of the reader's text, if it is of this race; else NULL. */
static const char *own_text(const struct app *app, const struct live_reader *reader)
{
	struct race_text text;
	const char *rest;
	return reader->joined && race_text_read(&text, reader->text, &rest) &&
	                       race_is_same(&text, &app->race)
	               ? rest
	               : NULL;
}

/* Whether it is of this race. Who has left counts if they were there at the start. */
static bool takes_part(const struct app *app, const struct live_reader *reader)
{
	struct race_text text;
	const char *rest;
	return own_text(app, reader) != NULL && race_text_read(&text, reader->text, &rest) &&
	       (live_is_on(reader) || text.starts > 0);
}

/* Adds a player who takes part, but not this one: see live_open. At the first look they may have
 * been there for long; then they can't have been before the last look. */
static void add(void *context, const char *name)
{
	struct app *app = context;
	struct racing *race = game_of(app)->race;
	if (race->count == RACE_RIVALS_MAX || strcmp(name, store_player(app->store)) == 0 ||
	    is_known(race, name))
		return;
	struct opponent *opponent = &race->opponents[race->count];
	const int64_t since = race->looked == 0 ? race->began : race->looked;
	*opponent = (struct opponent){.read = since};
	if (live_reader_open(&opponent->reader, name) &&
	    live_read(&opponent->reader) == LIVE_TEXT && takes_part(app, &opponent->reader) &&
	    racer_open(&opponent->racer, name, &race->boards)) {
		racer_take_text(&opponent->racer, &race->boards, own_text(app, &opponent->reader),
		                tenths_at(race, since), race_tenths(race));
		race->count++;
	} else {
		live_reader_close(&opponent->reader);
	}
}

static void take_words(struct racing *race, struct opponent *opponent, int64_t now)
{
	const struct live_reader *reader = &opponent->reader;
	for (int i = 0; i < reader->count; i++) {
		int64_t time = reader->words[i].time;
		time = time < opponent->read ? opponent->read : time > now ? now : time;
		racer_take_word(&opponent->racer, &race->boards, reader->words[i].text,
		                tenths_at(race, time));
	}
}

/* True if there is news. */
static bool read_opponent(struct app *app, struct opponent *opponent)
{
	struct racing *race = game_of(app)->race;
	const int64_t now = wall_milliseconds();
	const int64_t gone = opponent->gone;
	enum live_news news = LIVE_TEXT;
	bool changed = false;
	int texts = 0;
	for (int i = 0;
	     i < READS_MAX && texts < TEXTS_MAX && (news == LIVE_TEXT || news == LIVE_ADDED); i++) {
		news = live_read(&opponent->reader);
		texts += news == LIVE_TEXT;
		const char *rest = own_text(app, &opponent->reader);
		changed |= news == LIVE_TEXT || news == LIVE_ADDED;
		if (news == LIVE_TEXT && rest != NULL)
			racer_take_text(&opponent->racer, &race->boards, rest,
			                tenths_at(race, opponent->read), tenths_at(race, now));
		else if (news == LIVE_ADDED && rest != NULL)
			take_words(race, opponent, now);
	}
	opponent->read = now;
	const bool there =
		live_is_on(&opponent->reader) && own_text(app, &opponent->reader) != NULL;
	opponent->gone = there ? 0 : gone != 0 ? gone : now;
	const bool out = !there && now - opponent->gone > OUT_MILLISECONDS;
	changed |= opponent->gone != gone || opponent->out != out;
	opponent->out = out;
	return changed;
}

/* Whether anybody else may still finish: who is away may come back. */
static bool is_open(const struct racing *race)
{
	const bool past = wall_milliseconds() - race->began > RACE_MILLISECONDS;
	for (int i = 0; i < race->count; i++)
		if (!race->opponents[i].racer.done && (race->opponents[i].gone == 0 || !past))
			return true;
	return false;
}

/* Looks for those who are new. */
static void look(struct app *app)
{
	struct racing *race = game_of(app)->race;
	const int64_t now = wall_milliseconds();
	live_list(add, app);
	race->looked = now;
}

bool opponents_read(struct app *app)
{
	struct racing *race = game_of(app)->race;
	const int before = race->count;
	bool changed = false, here = race->own.count < 0;
	if (app_until(race->due) > 0)
		return false;
	if (race->looked == 0 || app_until(race->starts + COME_MILLISECONDS) > 0)
		look(app);
	for (int i = 0; i < race->count; i++) {
		changed |= read_opponent(app, &race->opponents[i]);
		here |= race->opponents[i].gone == 0 && !race->opponents[i].racer.done;
	}
	race->due = milliseconds_now() + (here ? READ_MILLISECONDS : WAIT_FOR_MILLISECONDS);
	const bool was_open = race->open;
	race->open = is_open(race);
	return changed || race->count != before || race->open != was_open;
}

void opponents_close(struct app *app)
{
	struct racing *race = game_of(app)->race;
	broadcast_end_race(&app->broadcast, write_text(app, race, NULL));
	note_opponents(app);
	for (int i = 0; i < race->count; i++) {
		live_reader_close(&race->opponents[i].reader);
		racer_close(&race->opponents[i].racer);
	}
	free_boards(&race->boards);
	free(race->lines);
	app->race.boards = 0;
}
