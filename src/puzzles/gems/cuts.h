/* The cut of the jewels. Each has the outline of the glyph for its colour: ● ◆ ▲ ■ ♥ ♣ ♠ ▼; but the
 * leaf of clover has four lobes, as one with three is much like a spade. */
#ifndef PARLOUR_PUZZLES_GEMS_CUTS_H
#define PARLOUR_PUZZLES_GEMS_CUTS_H

#include "os/char32.h"
#include "puzzle/sprite.h"
#include "puzzles/gems/rules.h"

enum { EMERALD = 4, CUTS = 8 };

extern const struct sprite cuts[CUTS];

/* What tells an emerald from a ruby without tones. */
extern const struct sprite emerald_steps;

/* What tells a special gem, on its cut; a colour gem has none. */
extern const struct sprite cut_marks[GEM_KINDS];

/* The same for cells of two rows and four columns, in glyphs; of ▁, the ground is the ink. The
 * column at each side is free but for a tip, so that a mark there hides nothing. */
enum { SMALL_ROWS = 2, SMALL_COLUMNS = 4 };
struct small_gem {
	const char32_t *rows[SMALL_ROWS];
};
extern const struct small_gem small_gems[CUTS];
extern const struct small_gem small_gem_marks[GEM_KINDS];

/* Without tones, in quarters of cells: the lowest ones are free. */
extern const char *const small_cuts[CUTS][4];
extern const char *const small_marks[GEM_KINDS][4];

#endif
