/* Gems, the match-three puzzle: what its files share. The rest of the program knows only
 * gems_puzzle. */
#ifndef PARLOUR_PUZZLES_GEMS_GEMS_H
#define PARLOUR_PUZZLES_GEMS_GEMS_H

#include "puzzle/puzzle.h"
#include "puzzle/puzzle_solver.h"

extern const struct puzzle gems_puzzle;

/* Its solver, faster than the general search (solver/solver.c). */
extern const struct puzzle_solver gems_solver;

/* ---- members of struct puzzle, by the same names ---- */

/* Level text (text.c): rules, goal, refill and board; the character of a cell with each content,
 * and in the second words of each kind of gem. */
#define GEMS_ALPHABET ".abcdefghijklmnopqrstuvwxyz?"
#define GEMS_KIND_LETTERS ".-|o*"
bool gems_read_headers(struct level *level, const struct level_text *text, struct error *error);
bool gems_read(struct level *level, const struct level_text *text, struct error *error);
void gems_write(const struct level *level, const struct state *state, struct level_writer *writer);
void gems_copy_headers(const struct level *level, const struct level_writer *from, int symmetry,
                       struct renaming *renaming, struct level_writer *copy);
bool gems_has_no_copies(const struct level *level);
void gems_describe_cell(const struct level *level, const struct state *state, int cell, char *out,
                        size_t size);

/* Pictures (paint.c) and their frames (scene.c). gems_frames also counts those of a swap that is
 * not valid. */
#define GEMS_MARGIN  \
	{            \
		2, 4 \
	}
int gems_frame_rows(const struct level *level);
int gems_frames(const struct level *level, const struct state *state, move_code move);
bool gems_is_key_frame(const struct level *level, const struct state *state, move_code move,
                       int frame);
int gems_points(const struct level *level, const struct state *state, move_code move, int frame);
void gems_paint(const struct level *level, const struct view *view, struct picture *picture);

/* Over a solved board (triumph.c). */
void gems_triumph(const struct level *level, const struct state *state, int time,
                  struct picture *picture);

/* New boards (generate.c). If all gems must be cleared, the board is built backwards from a
 * plan; any other is a full board at random. */
bool gems_check_recipe(const struct level *level, const struct recipe *recipe, struct error *error);
bool gems_generate(struct level *level, const struct recipe *recipe, struct random *random);

/* Members of struct puzzle_certificate (certificate.c). */
bool gems_has_certificate(const struct level *level);
void gems_put(const struct level *level, const struct state *state, struct bit_writer *out);
void *gems_open_bound(const struct level *level);
int gems_certificate_bound(void *context, const struct level *level, const struct state *state);
void gems_close_bound(void *context);

/* ---- reasons (reason.c), members of struct puzzle_reasons ---- */

enum gems_reason {
	GEMS_LAST = 1,    /* clears the last `count` gems that must go */
	GEMS_LAST_COLOUR, /* clears the last `count` gems of the colour at `cell` */
	GEMS_CHAIN,       /* clears gems in more than one step, `count` of them */
	GEMS_ENABLES,     /* makes the next swap, `move`, valid */
	GEMS_MANY,        /* clears `count` gems at once */
	GEMS_TOO_FEW, /* faults: leaves `count` gems of the colour at `cell`, too few for a run */
	GEMS_CUT_OFF, /* the same between empty columns */
};

bool gems_gain(const struct level *level, const struct state *state, const struct judged_move *move,
               struct reason *out);
bool gems_purpose(const struct level *level, const struct state *state,
                  const struct judged_move *move, struct reason *out);
bool gems_fault(const struct level *level, const struct state *state,
                const struct judged_move *move, struct reason *out);
void gems_write_reason(const struct level *level, const struct reason *reason, char *out,
                       size_t size);

/* ---- the bot, which plays the endless game (bot.c) ---- */

/* Chooses a good swap of two gems; -1 if there is none. The bot sees no more than a player does:
 * the cells in rows from the top left and how many colours there are, not the gems that will fall
 * in. It gives the same answer whenever it sees the same. */
int gems_bot_advise(const uint8_t *grid, int rows, int columns, int colours);

/* The same for a level with special gems (bot_specials.c). */
struct gems;
int gems_bot_advise_specials(const struct level *level, const struct gems *gems);

#endif
