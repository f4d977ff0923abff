/* What every painter promises. */
#ifndef PARLOUR_TESTS_FUZZ_CHECK_PAINT_H
#define PARLOUR_TESTS_FUZZ_CHECK_PAINT_H

#include "fuzz/bytes.h"
#include "play/session.h"

/* Paints a session's position, in a size and with glyphs that bytes choose: at rest, with a hint,
 * as a preview, and every frame of a move and of a refused one. Each picture must fill the board
 * and its margin with visible glyphs, and nothing else. */
void check_paint(const struct session *session, struct bytes *input);

#endif
