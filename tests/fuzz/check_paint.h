/* What painting promises. */
#ifndef PARLOUR_TESTS_FUZZ_CHECK_PAINT_H
#define PARLOUR_TESTS_FUZZ_CHECK_PAINT_H

#include "fuzz/bytes.h"
#include "play/session.h"

/* Paints where a session is, in a size and with glyphs that bytes choose: at rest with a hint and
 * without a player, and every picture of a move. Each fills the board with its margin and nothing
 * else, with what can be seen. */
void check_paint(const struct session *session, struct bytes *input);

#endif
