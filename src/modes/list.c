/* All puzzles there are. Adding one is a line here, a line in Makefile.am, and its file. */
#include "core/mode.h"
#include "modes/modes.h"

const struct mode *const modes[] = {
	&tilt_mode,
	&gems_mode,
	&bishop_mode,
	&lines_mode,
	NULL,
};
