#include "support/share.h"

#include <stdio.h>
#include <stdlib.h>

#include "play/library.h"
#include "ui/page/game_room.h"

const struct size share_sizes[SHARE_SIZES] = {{24, 80}, {40, 120}, {60, 200}};

enum { MANY_COLUMNS = 10000 };

bool share_is_enough(const struct share *share)
{
	return 10 * share->rows >= ROOM_TENTHS * share->between;
}

/* From the first row that a board of pixels has painted to the last. */
static int painted_rows(const struct picture *picture)
{
	int first = -1, last = -2;
	for (int i = 0; i < picture->rows * picture->columns; i++)
		if (picture->cells[i].role == ROLE_PAINTED) {
			first = first < 0 ? i / picture->columns : first;
			last = i / picture->columns;
		}
	return last - first + 1;
}

static void measure(struct share *share, const struct puzzle *puzzle, const struct level *level,
                    const struct level_text *text, struct picture *picture)
{
	char buffer[REPORT_MAX];
	struct scroll scroll = {.cell = -1};
	const char *words = room_words(puzzle, level, text->value[HEADER_HINT], buffer);
	struct viewport room = room_find(picture, puzzle, level, words);
	const struct viewport viewport = viewport_find(&scroll, puzzle, level, room, 0);
	picture_erase(picture);
	viewport_begin(&viewport, picture);
	puzzle->screen.paint(level, &(struct view){.state = &level->start}, picture);
	share->side = viewport.side;
	share->rows = painted_rows(picture);
	share->between = picture->rows - ROOM_HEAD_ROWS - ROOM_FOOT_ROWS;
	room.columns = MANY_COLUMNS;
	share->narrow =
		viewport_find(&scroll, puzzle, level, room, 0).extent.rows > viewport.extent.rows;
}

static struct share *measure_all(const struct library *library, struct picture *picture, int *count)
{
	struct share *shares = NULL;
	*count = 0;
	for (int p = 0; p < library->shipped; p++) {
		const struct pack *pack = &library->packs[p];
		struct share *more =
			realloc(shares, (size_t)(*count + pack->count) * sizeof *shares);
		if (more == NULL)
			break;
		shares = more;
		for (int i = 0; i < pack->count; i++) {
			const struct level_ref ref = {p, i};
			struct level level;
			struct error error;
			struct share *share = &shares[(*count)++];
			snprintf(share->name, sizeof share->name, "%.70s:%d", pack->name, i + 1);
			if (library_level_bare(library, ref, &level, &error))
				measure(share, library_puzzle(library, ref), &level,
				        library_text(library, ref), picture);
		}
	}
	return shares;
}

struct share *share_all(struct size screen, int *count)
{
	struct library library;
	struct error error;
	struct picture *picture = picture_new();
	if (picture == NULL || !picture_resize(picture, screen.rows, screen.columns) ||
	    !library_open(&library, &error))
		return NULL;
	picture->glyphs = GLYPHS_SHAPES;
	picture->pixels = true;
	struct share *shares = measure_all(&library, picture, count);
	library_close(&library);
	picture_free(picture);
	return shares;
}
