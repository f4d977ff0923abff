/* What the files of the session share, and nobody else. */
#ifndef PARLOUR_PLAY_SESSION_PRIVATE_H
#define PARLOUR_PLAY_SESSION_PRIVATE_H

#include "play/session.h"

/* The node we are at, and the position of a node. */
uint32_t session_current_node(const struct session *session);
void session_node_state(const struct session *session, uint32_t node, struct state *state);

/* The nodes of the way from one to another, both among them. To be freed; NULL without memory. */
uint32_t *session_path(const struct session *session, uint32_t from, uint32_t to);

/* Makes the node one move behind another, helped if told so or if that move is; false if it is no
 * move there, or there is no room. */
bool session_add_move(struct session *session, uint32_t parent, move_code move, bool helped);

/* Makes a start from which nothing has been shown yet; false without room. */
bool session_add_start(struct session *session, uint32_t *node);

/* A way was shown in the game that the node belongs to; whether one was in the game we are at. */
void session_note_solution_shown(struct session *session, uint32_t node);
bool session_solution_shown(const struct session *session);

/* Puts a node behind the one we are at; what could have been redone is gone. */
bool session_append(struct session *session, uint32_t node);

/* We came to another position: what is known of it? `before` is the answer at the position one
 * move earlier, or NULL. */
void session_position_changed(struct session *session, const struct answer *before);

#endif
