#include "puzzle/grid.h"

#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"

static bool read_cell(struct level *level, uint8_t grid[CELLS_MAX], const struct level_text *text,
                      int cell, const char32_t glyph[2], struct error *error)
{
	const int row = cell / level->columns, column = cell % level->columns;
	for (int w = 0; w < 2; w++)
		if (glyph[w] != U'.' && glyph[w] != U'#' &&
		    !(glyph[w] >= U'a' && glyph[w] <= U'z')) {
			char bytes[TEXT_BYTES_MAX + 1] = "";
			text_encode(bytes, glyph[w]);
			return error_at(error, text->file, text->row_line[row],
			                w == 0 ? _("'%s' in column %d of the start; expected '.', "
			                           "'#' or a letter a to z")
			                       : _("'%s' in column %d of the goal; expected '.', "
			                           "'#' or a letter a to z"),
			                bytes, column + 1);
		}
	if ((glyph[0] == U'#') != (glyph[1] == U'#'))
		return error_at(error, text->file, text->row_line[row],
		                glyph[0] == U'#' ? _("column %d is a wall in the start only: walls "
		                                     "must be in both words")
		                                 : _("column %d is a wall in the goal only: walls "
		                                     "must be in both words"),
		                column + 1);
	level->map[cell] = glyph[0] == U'#';
	if (glyph[0] >= U'a')
		grid[cell] = (uint8_t)(glyph[0] - U'a' + 1);
	if (glyph[1] >= U'a')
		level->goal[cell] = (uint8_t)(glyph[1] - U'a' + 1);
	return true;
}

static bool read_row(struct level *level, uint8_t grid[CELLS_MAX], const struct level_text *text,
                     int row, struct error *error)
{
	const char *word[2] = {text->words[0][row], text->words[1][row]};
	const char *end[2] = {word[0] + strlen(word[0]), word[1] + strlen(word[1])};
	for (int column = 0; column < level->columns; column++) {
		const char32_t glyph[2] = {text_decode(&word[0], end[0]),
		                           text_decode(&word[1], end[1])};
		if (!read_cell(level, grid, text, row * level->columns + column, glyph, error))
			return false;
	}
	return true;
}

bool grid_read(struct level *level, uint8_t grid[CELLS_MAX], const struct level_text *text,
               struct error *error)
{
	memset(grid, 0, CELLS_MAX);
	if (text->words[1][0] == NULL)
		return error_at(error, text->file, text->row_line[0],
		                _("the goal is missing: expected a second word in each row"));
	if (text->columns[1] != text->columns[0])
		return error_at(error, text->file, text->row_line[0],
		                _("the start is %d wide and the goal %d; expected the same width"),
		                text->columns[0], text->columns[1]);
	for (int row = 0; row < level->rows; row++)
		if (!read_row(level, grid, text, row, error))
			return false;
	return true;
}

void grid_write(const struct level *level, const uint8_t grid[CELLS_MAX],
                struct level_writer *writer)
{
	writer->text.rows = level->rows;
	for (int row = 0; row < level->rows; row++)
		for (int w = 0; w < 2; w++) {
			const uint8_t *wall = level->map + row * level->columns;
			const uint8_t *from = (w == 0 ? grid : level->goal) + row * level->columns;
			char *to = writer->words[w][row];
			for (int c = 0; c < level->columns; c++)
				to[c] = wall[c] != 0   ? '#'
				        : from[c] == 0 ? '.'
				                       : (char)('a' + from[c] - 1);
			to[level->columns] = '\0';
			writer->text.words[w][row] = to;
		}
	writer->text.columns[0] = writer->text.columns[1] = level->columns;
}

/* TRANSLATORS: What is in a cell, in answer to its name. %c is the letter of a colour. */
void grid_describe_cell(const struct level *level, int cell, int piece, char *out, size_t size)
{
	const int goal = level->goal[cell];
	if (level->map[cell] != 0)
		snprintf(out, size, C_("cell", "wall"));
	else if (piece > 0 && goal > 0)
		snprintf(out, size, _("%c on goal %c"), 'a' + piece - 1, 'a' + goal - 1);
	else if (goal > 0)
		snprintf(out, size, C_("cell", "goal %c"), 'a' + goal - 1);
	else if (piece > 0)
		snprintf(out, size, "%c", 'a' + piece - 1);
	else
		snprintf(out, size, "%s", "");
}
