/* The game page: opening (game.c), saving and closing (game_save.c), keys (game_keys.c), games
 * against the clock (game_clock.c), drawing (game_draw.c, game_room.c, game_side.c),
 * animation (animation.c), demo and replay (playback.c), runs (game_run.c), games of
 * others (game_watch.c), races (game_race.c, game_opponents.c), and the result (result.c). */
#ifndef PARLOUR_UI_PAGE_GAME_H
#define PARLOUR_UI_PAGE_GAME_H

#include "os/text.h"
#include "play/report.h"
#include "play/race.h"
#include "play/run.h"
#include "play/scores.h"
#include "play/session.h"
#include "store/store.h"
#include "ui/app.h"
#include "ui/page/game_room.h"

/* A move as it is shown, and the triumph of the board that it solved or of the level of an endless
 * game that it reached. */
struct move_animation {
	int frame, frames; /* frame 0: at rest */
	struct state from;
	int score; /* before the move */
	move_code move;
	int triumph, triumphs; /* its pictures, after the move; triumph 0: there is none */
	int level;             /* level of an endless game that the move has reached; 0: none */
	int64_t due;           /* time of the next picture */
};

enum replay_kind {
	REPLAY_NONE,
	REPLAY_OWN,     /* the player's solution */
	REPLAY_MINIMUM, /* a shortest one */
	REPLAY_OTHER,   /* the best one of another player on the leaderboard */
};

/* A run that is being played: the session is its current board. */
struct playing_run {
	struct run run;
	int64_t began;        /* wall_milliseconds(); 0: the first move has not been made */
	int tenths;           /* since then, as seen last; the clock on the wall may be set */
	bool over;            /* nothing can follow; its result is shown next */
	bool giving_up;       /* the player was asked whether to end a streak */
	int par;              /* of the current board */
	struct sign signs[3]; /* see run_signs */
};

/* A game of another player that is watched: the session follows it. */
struct watching {
	struct live_reader reader;
	int64_t due;        /* when it is read next */
	int64_t looked;     /* when it was last asked whether the player is still there */
	int64_t moved;      /* wall_milliseconds() of the last change */
	bool gone;          /* the player has left */
	bool idle;          /* no game is on their board */
	struct error fault; /* why the game can't be followed; "": it can */
};

/* Somebody else in a race, whose session tells of it. */
struct opponent {
	struct racer racer;
	struct live_reader reader;
	int64_t read; /* wall_milliseconds() when it was read last: what it tells now is newer */
	int64_t gone; /* when the player was found to have left; 0: is there */
	bool out;     /* that was too long ago to be taken for a lost connection */
};

/* A race of the player's game: against a ghost, or with other players. */
struct racing {
	bool waiting;   /* for the start: the board is not shown yet */
	int64_t starts; /* milliseconds */
	struct finish own;
	bool solved; /* the current board */
	bool open;   /* somebody else may still finish */

	struct rival ghost; /* unless it is with others */

	struct opponent opponents[RACE_RIVALS_MAX];
	int count;
	int order[RACE_RIVALS_MAX]; /* as they are listed */
	bool live; /* a race with others, even if none came */
	struct race_boards boards;
	int board;         /* from 0 */
	int64_t began;     /* wall_milliseconds() of the start */
	int64_t looked;    /* wall_milliseconds() of the last look for others; 0: none yet */
	struct finish sum; /* of the boards solved before */
	int64_t due;       /* when the others are read next */
	uint32_t told;     /* the position that the others know, see relay_next */
	bool told_all;     /* and that it is solved */
	char *lines;       /* the boards solved before, as they are told; NULL: none */
};

struct game {
	struct session session;
	struct playing_run *run;   /* NULL: a game of one level */
	struct racing *race;       /* NULL: none */
	struct watching *watching; /* NULL: the player's own game, or a demo */
	struct level_ref level;
	uint64_t identity;
	struct move_animation animation;
	char remark[REPORT_MAX]; /* on the move; said when its animation is over */
	bool demo;               /* plays by itself */
	bool practice;           /* the counter is hidden until it is asked for */
	enum replay_kind replay;
	char other[SHARED_NAME_MAX + 1]; /* whose, with REPLAY_OTHER */
	bool from_list; /* the replay was started in the list, and returns there */
	bool sharing;   /* the result is shown as text to share, until the next key */
	bool showing;   /* v: all valid moves, until the next one */
	bool counted;   /* O: show the counter of this position although it is hidden */
	bool solving;   /* T: the solver plays on */
	bool paused;
	bool seeking;     /* a review goes to the first costly move once that is proven */
	bool solved;      /* the result is on the screen: of a solution, or as time is up */
	struct {
		uint32_t node;
		int64_t date, seconds; /* date 0: none yet */
		bool unaided, hinted;  /* how it was reached */
	} result;         /* the last one; undo may come back to it */
	bool dirty;       /* changed since it was saved */
	bool noted;       /* saved as the level opened last */
	bool trial;       /* a game over another page, to which it returns: nothing is saved */
	bool looking;     /* and that is not the editor, but a run */
	bool unread;      /* the level's saved game can't be read, and must not be overwritten */
	int64_t step_due; /* time of the next automatic move; 0: none */
	int64_t started;  /* milliseconds; when the clock was started */
	int64_t seconds;  /* played before that */
	int32_t tenths;   /* the session's clock then */
	bool stopped;     /* the clock */
	bool recorded;    /* the time is saved with a result */
	int days_in_a_row; /* as the result is shared */
	int percentile;    /* of the result on the screen; -1: unknown */
	struct best best;
};

static inline struct game *game_of(const struct app *app)
{
	return app->state[PAGE_GAME];
}

/* ---- game.c ---- */

/* Where the keys of the game page are looked up now. */
unsigned game_where(const struct app *app);
/* Time played, in this and earlier sittings. */
int64_t game_seconds(const struct game *game);
/* Tells the session the time, before a key or move: the clock of the game goes while it is on the
 * board, and stands at a result and in replays. */
void game_tell_time(struct game *game);
/* Call this after a move from the state `from`: animates it and shows its effect. */
void game_moved(struct app *app, const struct state *from, int score, move_code move);
/* Says what there is to remark on the last move, once. */
void game_remark(struct app *app);
/* Starts or stops the clock, as the position and what is shown say. */
void game_note_solved(struct game *game);
/* Call this after any other change of position. */
void game_changed(struct app *app);
/* Goes to the list of levels, or back to the drawing that was tried. */
void game_leave(struct app *app);
/* Goes to the level `step` further on. */
void game_go_on(struct app *app, int step);

/* Opens a session of the level; a run's has no solver. False with a message. */
bool game_open_session(struct app *app, struct level_ref ref);
/* When a level has been opened: moves the cursor to a piece that can move, where that helps. */
void game_find_piece(struct app *app);

/* Whether the puzzle shows a cursor. */
static inline bool game_has_cursor(const struct puzzle *puzzle)
{
	return puzzle->text.key_labels[KEY_GROUP_SPACE] != NULL;
}

/* The sign of a game that others may watch; whether they can watch this one: it is the player's,
 * and not a replay. */
#define WATCHED "◉"
#define WATCHED_ASCII "(o)"
static inline bool game_is_told(const struct game *game)
{
	return !game->demo && !game->trial && game->watching == NULL &&
	       game->replay == REPLAY_NONE && (game->race == NULL || !game->race->live);
}

/* When the counter is shown: the player's setting, but in practice only on request. */
long game_counter_setting(const struct app *app);

/* Whether the counter is shown, by the setting or on request. */
bool game_counter_is_shown(const struct app *app);

/* ---- game_keys.c ---- */

/* A click's cell is on the board. */
void game_key(struct app *app, struct press press);
void game_drag(struct app *app, const struct drag *drag);

/* ---- game_draw.c ---- */

void game_draw(struct app *app);
/* The time left and the status (during an animation, the one before the move), separated by commas,
 * the most important first; and the bar of that many parts to the next level of an endless game. */
void game_status(const struct game *game, int parts, bool ascii, char out[REPORT_MAX],
                 char progress[REPORT_MAX]);
/* The word of an entry in the footer and in help; see struct page. */
const char *game_word(const struct app *app, const struct key_entry *entry);

/* ---- game_side.c ---- */

/* Draws the column beside the board. Whether the hint is in it. */
bool side_draw(const struct app *app, const struct viewport *viewport);

/* ---- game_save.c ---- */

/* Saves the game; called before it is drawn. If a saved game could not be read, `retry` checks
 * again whether there is one that would be overwritten: the file may only have been locked. */
void game_save(struct app *app, bool retry);
/* Also saves the game's score, and the level at which the menu will start. */
void game_close(struct app *app);
/* Adds the highest score of an endless game to the results, if it is the best so far. The game
 * itself stays in progress. */
void game_save_score(struct app *app);
/* Why the game is not saved, in a few words; NULL: it is. */
const char *game_trouble(const struct app *app);
/* Resumes the level's saved game, if there is one, and says so. */
void game_resume(struct app *app);

/* ---- game_clock.c ---- */

/* A game against the clock. The clock starts with the first move and stops while the program is
 * stopped, but not while the player reads help. Only moves made in time count. */
bool clock_is_on(const struct game *game);
/* It starts with the next move. */
bool clock_waits(const struct game *game);
bool clock_is_over(const struct game *game);
/* When the time left, in seconds, changes next; 0: it does not. */
int64_t clock_due(const struct game *game);
/* "1:57 left"; "" if there is no clock. */
void clock_words(const struct game *game, char out[REPORT_MAX]);
/* The time played that is saved with the game: whole seconds, rounded up. */
int64_t clock_seconds(const struct game *game);
/* Ends the game if its time has just run out: true. */
bool clock_check(struct app *app);
/* A new game of the level with its full time. The previous one can't be restored. */
void clock_restart(struct app *app);

/* ---- game_run.c ---- */

/* Opens a run at its current board. False, with a message, if it can't be opened. If it ended
 * meanwhile, goes to its result. */
bool run_open(struct app *app, const struct run_id *id);
void run_close(struct game *game);
/* Saves it; once it is over, also on the leaderboard. False without memory. */
bool run_save(struct app *app);
/* Call this when the position has changed. */
void run_changed(struct app *app);
/* When run_tick has something to do, in milliseconds; 0: never. */
int64_t run_due(const struct app *app);
/* Goes on, or makes the next board ahead; true if it went on. */
bool run_tick(struct app *app);
/* If time is up goes to the result; if the current board has ended and the animation is over, to
 * the next board: true. False if there is no run. */
bool run_go_on(struct app *app);
/* Does what an action means during a run, or says why it means nothing; false if it means what it
 * does in other games. */
bool run_action(struct app *app, enum action action);
/* What the run is about, and par, for help. */
const struct sign *run_signs(const struct game *game);
/* The word of an entry in the footer during a run; NULL: it is not shown. */
const char *run_word(const struct game *game, const struct key_entry *entry);
/* Whether an action is refused during a run; false if there is none. */
bool run_refuses(const struct app *app, enum action action);
/* "12 points, 1:57 left"; "" if there is no run. */
void run_status(const struct game *game, char out[REPORT_MAX]);
/* The player leaves the run: says whether its clock goes on. */
void run_leave(struct app *app);

/* ---- game_watch.c ---- */

/* Tells those who watch how the player's game has changed. */
void watch_tell(struct app *app);
/* Opens the game of another player; false, with a message, if there is none. */
bool watch_open(struct app *app, const char *player);
void watch_close(struct game *game);
/* When watch_tick has something to do; 0: never. */
int64_t watch_due(const struct game *game);
/* Follows the game, if it is due. */
void watch_tick(struct app *app);
/* What the player does, where the board does not show it, as a sentence; may be "". */
void watch_words(const struct game *game, char out[REPORT_MAX]);

/* ---- animation.c ---- */

/* Animates a move from that position, according to the player's setting. */
void animation_begin(struct app *app, const struct state *from, int score, move_code move);
/* Shows how a move that is not valid is tried and undone. */
void animation_refuse(struct app *app, move_code move);
/* Starts the triumph that follows the move: of a solved board (0), or of a level of an endless
 * game. */
void animation_celebrate(struct app *app, int level);
void animation_stop(struct app *app);
bool animation_is_over(const struct game *game);
void animation_tick(struct app *app);
/* The score as far as it has been shown. */
int animation_score(const struct game *game);
/* Paints the triumph over the board at the picture's origin. */
void animation_paint_triumph(const struct game *game, struct picture *picture);

/* ---- playback.c ---- */

/* Moves the cursor, and so scrolls the board, to the target of a move from `from`; with `back`, to
 * its source. */
void playback_follow(struct app *app, const struct state *from, move_code move, bool back);
/* When a game begins: moves the cursor to the nearest piece that can move. */
void playback_find(struct app *app);
/* Schedules the next automatic move, if any; later than usual if the board was just solved. */
void playback_plan(struct app *app);
/* Makes the move that is due, or ends. */
void playback_step(struct app *app);
/* False if the action is not about playback. */
bool playback_action(struct app *app, enum action action);
/* T: the solver plays on from here. */
void playback_solve(struct app *app);
/* Replays the moves that led here; false, with a message, if it can't. */
bool playback_replay(struct app *app);
/* Replays recorded moves, see session_replay_moves. */
bool playback_replay_moves(struct app *app, const char *moves);
/* Returns to the game or the list, where the replay was started. */
void playback_end_replay(struct app *app);
/* What is being played, in a few words; "" for the player's own game. */
void playback_words(const struct app *app, char out[REPORT_MAX]);
/* Whether this is the demo's tour of all puzzles. Any key except the demo's own ends it. */
bool tour_is_on(const struct app *app);

/* ---- game_other.c ---- */

/* Replays the best result on the leaderboard that is not the player's own; false if there is none.
 */
bool other_replay(struct app *app);

/* The leaderboard of the game's level; false if it can't be read. Whether a result of it is of
 * somebody else. */
bool other_rank(const struct app *app, struct scores *scores, struct leaderboard *board);
bool other_is_one(const struct app *app, const struct score *score);

/* ---- game_race.c ---- */

/* Begins a race against the ghost of the name app->rival, or another one if there is none of that
 * name, in the game just opened. Without a ghost says so; then the game is like any other. */
void race_open_ghost(struct app *app);
void race_close(struct app *app);
/* Opens the level anew, with a ghost: the one of the result that is shown; or during a race the
 * next one. */
void race_next_ghost(struct app *app);
/* Whether the board waits for the start; whether the player has not finished yet. */
bool race_waits(const struct game *game);
bool race_is_on(const struct game *game);
/* When race_tick has something to do; 0: never. */
int64_t race_due(const struct game *game);
void race_tick(struct app *app);
/* Call this when the solver has told something; when the position has changed. */
void race_update(struct game *game);
void race_changed(struct app *app);
/* As run_action and run_refuses. */
bool race_action(struct app *app, enum action action);
bool race_refuses(const struct game *game, enum action action);
/* How far everybody has come; who has won; what stands in the corner. */
void race_words(struct game *game, int columns, char out[REPORT_MAX]);
void race_result(const struct game *game, char out[REPORT_MAX]);
void race_corner(const struct game *game, char *out, size_t size);
/* What is shown instead of the board before the start. */
void race_draw_waiting(struct app *app);

/* ---- game_opponents.c ---- */

/* Tenths since the start, with others. */
int64_t race_tenths(const struct racing *race);
/* Reads what the others tell, if it is due; true if there is news. */
bool opponents_read(struct app *app);
void opponents_close(struct app *app);
/* Opens the race that the player takes part in; false, with a message, if it can't be. */
bool race_open(struct app *app);
/* Tells the others how the game has changed. */
void race_tell(struct app *app);
/* Adds the board that was solved to those of the race. */
void race_note_solved(struct app *app);
/* Goes on to the next board of a race, if one has been solved: true. */
bool race_go_on(struct app *app);

/* ---- review.c ---- */

/* Replays the game from its first costly move. */
void review_begin(struct app *app);
/* Goes there as soon as it is proven, unless a key was pressed meanwhile. */
void review_update(struct app *app);
/* Goes to the next (1) or previous (-1) costly move. */
void review_seek(struct app *app, int step);
void review_show_best(struct app *app);
/* Plays on from the replay's position, or from before the first costly move. */
void review_play_on(struct app *app);
void review_retry(struct app *app);
/* What the review says of the position; "": there is no review. */
void review_words(const struct app *app, char out[REPORT_MAX]);
/* Draws the minimum along the way, a bar for each position, in the colour of what the move
 * made there cost. Returns the row after it; `row` if there is no review. */
int review_draw(const struct app *app, int row, int column, int rows, int columns);

/* ---- result.c ---- */

/* Where the result's panel goes. */
struct panel {
	int row, column, rows, columns;
	int gap;   /* blank rows between words and keys */
	bool tall; /* beside the board, a line for each key */
	bool over; /* over the board, if there is no room elsewhere */
	int star;  /* the side of a dot of the large stars above the words; 0: none */
};

/* Moves a board to the left, if that gives the panel room at its right. A game does so from its
 * beginning, so that the board never moves. */
void result_keep_room(const struct app *app, struct viewport *viewport);
/* Finds a place for the panel beside or below the board, else over its lower edge. */
struct panel result_place(const struct app *app, const struct viewport *viewport);
void result_draw(struct app *app, const struct panel *panel);
/* S: shows the text, copies it through the terminal, and keeps it for printing on exit. */
void result_share(struct app *app);
void result_draw_shared(struct app *app);

#endif
