#include "game.h"

#include <assert.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/registry.h"
#include "solve/proof_cache.h"

bool game_begin(struct game *game, const struct board *board, struct error *error)
{
	const struct limits limits = {.bytes = limits_default.bytes,
	                              .states = PROOF_STATES_MAX,
	                              .threads = 1};
	*game = (struct game){.board = *board,
	                      .puzzle = puzzle_named(arena_puzzle(board->puzzle)),
	                      .limit = board_limit(board)};
	assert(game->limit <= GAME_MOVES_MAX);
	board_name(board, game->name);
	if (!board_make(board, &game->level, error))
		return false;
	game->state = game->level.start;
	game->left = game->level.par;
	game->solver = level_solver_new(game->puzzle, &game->level, &limits);
	if (game->solver == NULL || !proof_cache_init(&game->proofs, &game->level))
		return error_set(error, "out of memory");
	return true;
}

void game_end(struct game *game)
{
	level_solver_free(game->solver);
	proof_table_free(&game->proofs);
	*game = (struct game){.solver = NULL};
}

bool game_is_solved(const struct game *game)
{
	return game->left == 0;
}

bool game_is_over(const struct game *game)
{
	return game->left == DEAD_END || game_is_solved(game) || game->made == game->limit;
}

/* Proves the optimum of the position; false if that takes too much. */
static bool prove(struct game *game, int *optimum)
{
	struct answer *answer = &game->answer;
	const struct proof *proof = proof_table_find(&game->proofs, game->state.byte);
	if (proof != NULL && (proof->lower == PROOF_DEAD || proof->lower == proof->upper)) {
		*optimum = proof->lower == PROOF_DEAD ? DEAD_END : proof->lower;
		return true;
	}
	if (!level_solver_run(game->solver, &game->state, NULL, NULL, answer))
		return false;
	proof_cache_add(&game->proofs, game->puzzle, &game->level, &game->state, answer);
	*optimum = answer->verdict == UNSOLVABLE ? DEAD_END : answer->upper;
	return true;
}

static bool refuse(const struct game *game, const char *name, const char *why, struct error *error)
{
	char shown[64];
	return error_set(error, "%s: move %d, \"%s\": %s", game->name, game->made + 1,
	                 text_sanitize(shown, sizeof shown, name), why);
}

static bool refuse_invalid(const struct game *game, const char *name, struct error *error)
{
	char why[REASON_MAX], sentence[REASON_MAX + 32];
	puzzle_explain_name(game->puzzle, &game->level, &game->state, name, why);
	snprintf(sentence, sizeof sentence, "not a valid move here%s%s", why[0] == '\0' ? "" : ": ",
	         why);
	return refuse(game, name, sentence, error);
}

bool game_move(struct game *game, const char *name, struct error *error)
{
	move_code move;
	int left;
	if (game_is_solved(game))
		return refuse(game, name, "the board is solved", error);
	if (game->made == game->limit)
		return refuse(game, name, "a game of this grade has no more moves", error);
	if (!puzzle_find_move(game->puzzle, &game->level, &game->state, name, &move))
		return refuse_invalid(game, name, error);
	game->puzzle->rules.apply(&game->level, &game->state, move);
	if (game->left == DEAD_END) {
		game->made++;
		return true;
	}
	if (!prove(game, &left))
		return refuse(game, name, "the optimum after it could not be proven", error);
	game->made++;
	game->regret[game->regrets++] = left == DEAD_END ? DEAD_END : left + 1 - game->left;
	assert(left == DEAD_END || left + 1 >= game->left);
	game->left = left;
	return true;
}

/* ---- as JSON ---- */

/* The rows of a word of a level file, or NULL if it has none. */
static json_t *rows_of(const struct level_text *text, int word, int rows)
{
	json_t *all = text->words[word][0] == NULL ? NULL : json_array();
	for (int r = 0; all != NULL && r < rows; r++)
		json_array_append_new(all, json_string(text->words[word][r]));
	return all;
}

static json_t *valid_moves(const struct game *game)
{
	json_t *names = json_array();
	move_code moves[MOVES_MAX];
	const int count = puzzle_valid_moves(game->puzzle, &game->level, &game->state, moves);
	for (int i = 0; i < count; i++) {
		char name[MOVE_NAME_MAX];
		game->puzzle->format.name_move(&game->level, moves[i], name);
		json_array_append_new(names, json_string(name));
	}
	return names;
}

json_t *game_position(const struct game *game)
{
	static struct level_writer writer;
	const struct level_text *text = &writer.text;
	memset(&writer, 0, sizeof writer);
	game->puzzle->format.write(&game->level, &game->state, &writer);
	json_t *object = json_pack("{s:s, s:s, s:i, s:i, s:i}", "board", game->name, "puzzle",
	                           game->puzzle->name, "grade", game->board.grade, "limit",
	                           game->limit, "made", game->made);
	for (int h = HEADER_RULES; h < HEADER_COUNT; h++)
		if (text->value[h] != NULL)
			json_object_set_new(object, header_name((enum header)h),
			                    json_string(text->value[h]));
	json_object_set_new(object, "rows", rows_of(text, 0, game->level.rows));
	if (text->words[1][0] != NULL)
		json_object_set_new(object, "targets", rows_of(text, 1, game->level.rows));
	json_object_set_new(object, "next", valid_moves(game));
	return object;
}

json_t *game_result(const struct game *game)
{
	const bool dead = game->left == DEAD_END, solved = game_is_solved(game);
	const int optimum = game->level.par;
	json_t *regrets = json_array();
	for (int i = 0; i < game->regrets; i++)
		json_array_append_new(regrets, game->regret[i] == DEAD_END
		                                       ? json_null()
		                                       : json_integer(game->regret[i]));
	return json_pack("{s:s, s:i, s:i, s:b, s:b, s:o, s:o, s:i}", "board", game->name, "optimum",
	                 optimum, "moves", game->regrets, "solved", solved, "dead_end", dead,
	                 "left", dead ? json_null() : json_integer(game->left), "regrets", regrets,
	                 "regret", (solved ? game->regrets : game->limit) - optimum);
}
