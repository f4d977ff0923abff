/* Shared by the files of the session. */
#ifndef PARLOUR_PLAY_SESSION_PRIVATE_H
#define PARLOUR_PLAY_SESSION_PRIVATE_H

#include "play/session.h"

/* A node's position. */
void session_node_state(const struct session *session, uint32_t node, struct state *state);

/* The nodes from one to another, both included. The caller frees it; NULL without memory. */
uint32_t *session_path(const struct session *session, uint32_t from, uint32_t to);

/* Adds the node one move after `parent`. It is assisted if `assisted`, or if its parent is. False
 * if the move is not valid, or without room. */
bool session_add_move(struct session *session, uint32_t parent, move_code move, bool assisted);

/* Adds the nodes of named moves, separated by blanks, after *node, which becomes the last. A star
 * marks a move of the solver. False as above. */
bool session_add_words(struct session *session, const char *names, uint32_t *node);

/* Adds a start, without a solution shown; false without room. */
bool session_add_start(struct session *session, uint32_t *node);

/* Notes that a solution was shown in a node's attempt. */
void session_note_solution_shown(struct session *session, uint32_t node);

/* Appends a node to the line after the current one and discards the redo steps. */
bool session_append(struct session *session, uint32_t node);

/* Whether the minimum from a position is proven; then the answer has an optimal plan. */
bool session_find_minimum(const struct session *session, const struct state *state,
                          struct answer *answer);

/* Asks the solver about the next move to be judged for the hint, else about the next position of
 * the review, if there is one and no other question is pending. */
void session_ask_more(struct session *session);

/* Begins the review of the path to a node; drops the review. */
void session_begin_review(struct session *session, uint32_t node);
void session_drop_review(struct session *session);

/* Makes a node the current one, after the line so far. */
bool session_jump(struct session *session, uint32_t node);

/* Called at a new position: looks up or derives the bounds known of it, and asks the solver for the
 * rest. `before` is the answer at the position one move earlier, or NULL. */
void session_position_changed(struct session *session, const struct answer *before);

#endif
