/* The lines of one player in the leaderboard's log (store/score_log.h), of any kind: to take a
 * player off it, and to give the lines to another name.
 *
 * The log is never replaced, because running games could not open another file, and never shrinks
 * but by its owner's hand. So a line is erased in its place: each byte but the newline becomes '-',
 * which makes it no line. Call these outside the sandbox. A returned reason is a static string of a
 * few words; NULL: all went well. */
#ifndef PARLOUR_STORE_SCORE_PLAYER_H
#define PARLOUR_STORE_SCORE_PLAYER_H

#include <stdbool.h>
#include <stddef.h>

/* Calls `callback` with the player's name of each line, valid or not, until it returns false. */
typedef bool score_name_callback(void *context, const char *name);
const char *score_player_names(score_name_callback *callback, void *context);

/* Erases the player's lines; *count is their number. */
const char *score_player_erase(const char *player, size_t *count);

/* Appends the player's lines under another name, then erases the old ones. Fails before any change
 * if the log has no room for both. */
const char *score_player_rename(const char *from, const char *to);

#endif
