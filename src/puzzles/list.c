/* Adding a puzzle takes a line here, its levels in Makefile.am, and its files in src/sources.am. */
#include "puzzles/list.h"

#include <stddef.h>

#include "puzzles/bishop/bishop.h"
#include "puzzles/gems/gems.h"
#include "puzzles/lines/lines.h"
#include "puzzles/tilt/tilt.h"

const struct puzzle *const all_puzzles[] = {
	&tilt_puzzle, &gems_puzzle, &bishop_puzzle, &lines_puzzle, NULL,
};
