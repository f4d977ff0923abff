#include "ui/widget/star.h"

#include "os/clock.h"

enum {
	FLIGHT = 8, /* frames of the flight */
	GLINTS = 3, /* and in its place: lit, unlit, lit */
	FLIGHT_MILLISECONDS = 40,
	GLINT_MILLISECONDS = 90,
	STILL_MILLISECONDS = 300,
};

void star_earn(struct star *star, uint64_t level)
{
	*star = (struct star){.level = level};
}

void star_show(struct star *star, int row, int column)
{
	star->from = (struct star_place){row, column};
}

/* ---- time ---- */

static int milliseconds_of(const struct star *star)
{
	return star->last == 1           ? STILL_MILLISECONDS
	       : star->picture <= FLIGHT ? FLIGHT_MILLISECONDS
	                                 : GLINT_MILLISECONDS;
}

void star_fly(struct star *star, bool still)
{
	if (star->level == 0)
		return;
	star->picture = 1;
	star->last = still ? 1 : FLIGHT + GLINTS;
	star->due = milliseconds_now() + milliseconds_of(star);
}

int64_t star_due(const struct star *star)
{
	return star->picture > 0 ? star->due : 0;
}

void star_tick(struct star *star)
{
	if (star->picture == 0 || milliseconds_now() < star->due)
		return;
	if (++star->picture > star->last)
		star_stop(star);
	else
		star->due = milliseconds_now() + milliseconds_of(star);
}

void star_stop(struct star *star)
{
	*star = (struct star){.level = 0};
}

/* ---- the picture ---- */

void star_land(struct star *star, uint64_t level, int row, int column)
{
	if (star->level == 0 || level != star->level)
		return;
	star->to = (struct star_place){row, column};
	star->seen = true;
}

/* Halves of wide characters stay whole. */
static void put(struct picture *picture, struct star_place at, char32_t glyph, enum role role)
{
	if (picture_cell_at(picture, at.row, at.column).glyph != 0 &&
	    picture_cell_at(picture, at.row, at.column + 1).glyph != 0)
		picture_put(picture, at.row, at.column, glyph, role, 0);
}

/* The distance covered so far, slowing down towards the end. */
static int flown(int way, int picture)
{
	const int left = FLIGHT + 1 - picture, whole = FLIGHT + 1;
	return way - way * left * left / (whole * whole);
}

void star_draw(struct star *star, struct picture *picture)
{
	const char32_t glyph = picture_glyph(picture, U'★', U'*');
	const bool flies = star->last > 1 && star->picture <= FLIGHT;
	if (star->picture == 0 || !star->seen)
		return;
	star->seen = false; /* until the list is painted again */
	if (!flies) {
		const bool lit = (star->last - star->picture) % 2 == 0;
		put(picture, star->to, glyph, lit ? ROLE_SELECTED : ROLE_GOLD);
		return;
	}
	const struct star_place at = {
		star->from.row + flown(star->to.row - star->from.row, star->picture),
		star->from.column + flown(star->to.column - star->from.column, star->picture),
	};
	put(picture, star->to, picture_glyph(picture, U'○', U'.'), ROLE_TEXT);
	put(picture, at, glyph, ROLE_GOLD);
}
