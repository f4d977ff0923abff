/* Each copy is made as text: the canonical text of the level with its cells in other places, and
 * the colours renamed in the order in which they are met. So two levels are copies of each other if
 * and only if the sets of these texts are the same, and the least identity stands for the set. */
#include "puzzle/shape.h"

#include <string.h>

char shape_rename(struct renaming *renaming, char letter)
{
	if (letter < 'a' || letter > 'z')
		return letter;
	char *name = &renaming->name[(int)letter];
	if (*name == '\0')
		*name = (char)('a' + renaming->count++);
	return *name;
}

void shape_rename_word(struct renaming *renaming, char *word)
{
	for (; *word != '\0'; word++)
		*word = shape_rename(renaming, *word);
}

/* Where a symmetry takes the character in a row and a column. */
static char *place(const struct level *level, int symmetry, struct level_writer *copy, int word,
                   int row, int column)
{
	const int r = symmetry & TRANSPOSE ? column : row;
	const int c = symmetry & TRANSPOSE ? row : column;
	return &copy->words[word][symmetry & FLIP_ROWS ? level->rows - 1 - r : r]
	                   [symmetry & FLIP_COLUMNS ? level->columns - 1 - c : c];
}

static void turn_words(const struct puzzle *puzzle, const struct level *level, int symmetry,
                       const struct level_writer *from, int word, struct level_writer *copy)
{
	char (*turn)(char, int) = word == 0 ? puzzle->symmetry.turn : NULL;
	for (int row = 0; row < level->rows; row++) {
		const char *text = from->text.words[word][row];
		for (int column = 0; column < level->columns; column++)
			*place(level, symmetry, copy, word, row, column) =
				turn == NULL ? text[column] : turn(text[column], symmetry);
		copy->words[word][row][level->columns] = '\0';
		copy->text.words[word][row] = copy->words[word][row];
	}
}

/* Writes the copy with colours renamed; its identity. */
static uint64_t renamed_identity(const struct puzzle *puzzle, const struct level *level,
                                 int symmetry, struct renaming renaming,
                                 const struct level_writer *from, struct level_writer *copy)
{
	copy->text = (struct level_text){.rows = level->rows};
	memcpy(copy->text.value, from->text.value, sizeof copy->text.value);
	for (int w = 0; w < 2 && from->text.words[w][0] != NULL; w++) {
		turn_words(puzzle, level, symmetry, from, w, copy);
		for (int row = 0; puzzle->symmetry.kept & RECOLOUR && row < level->rows; row++)
			shape_rename_word(&renaming, copy->words[w][row]);
	}
	if (puzzle->symmetry.headers != NULL)
		puzzle->symmetry.headers(level, from, symmetry, &renaming, copy);
	return level_text_identity(puzzle, &copy->text);
}

/* The least identity of the copies that differ by the names of colours only. */
static uint64_t copy_identity(const struct puzzle *puzzle, const struct level *level, int symmetry,
                              const struct level_writer *from, struct level_writer *copy)
{
	struct renaming renaming = {.count = 0};
	uint64_t least = UINT64_MAX;
	if (puzzle->symmetry.in_turn == NULL || !puzzle->symmetry.in_turn(level))
		return renamed_identity(puzzle, level, symmetry, renaming, from, copy);
	char colours[COLOURS_MAX] = "";
	for (int c = 1; c <= COLOURS_MAX; c++)
		if (level->pieces[c] > 0)
			colours[renaming.count++] = (char)('a' + c - 1);
	for (int first = 0; first < renaming.count; first++) {
		for (int i = 0; i < renaming.count; i++)
			renaming.name[(int)colours[i]] = (char)('a' + (first + i) % renaming.count);
		const uint64_t identity =
			renamed_identity(puzzle, level, symmetry, renaming, from, copy);
		if (identity < least)
			least = identity;
	}
	return least;
}

static void count_cells(const struct puzzle *puzzle, const struct level_writer *writer,
                        struct shape *shape)
{
	for (int row = 0; row < writer->text.rows; row++)
		for (const char *at = writer->text.words[0][row]; *at != '\0'; at++) {
			shape->walls += *at == '#';
			shape->pieces += *at != '#' && *at != puzzle->format.alphabet[0][0];
		}
}

/* The symmetries of this level's board: bits 1 << symmetry; 0: it has no copies. */
static unsigned symmetries_of(const struct puzzle *puzzle, const struct level *level)
{
	const struct puzzle_symmetry *symmetry = &puzzle->symmetry;
	if (symmetry->alone != NULL && symmetry->alone(level))
		return 0;
	return symmetry->kept &
	       (level->rows == level->columns ? ALL_SYMMETRIES : ALL_BUT_TRANSPOSE);
}

struct shape level_shape(const struct puzzle *puzzle, const struct level *level)
{
	struct shape shape = {.symmetries = 1};
	struct level_writer from, copy; /* on the stack, so that this can't fail */
	const unsigned kept = symmetries_of(puzzle, level);
	from.text = (struct level_text){.rows = level->rows};
	puzzle->format.write(level, NULL, &from);
	count_cells(puzzle, &from, &shape);
	if (kept == 0) {
		shape.least = level_text_identity(puzzle, &from.text);
		return shape;
	}
	const uint64_t first = copy_identity(puzzle, level, 0, &from, &copy);
	shape.least = first;
	for (int s = 1; s < SYMMETRIES; s++)
		if (kept & 1U << s) {
			const uint64_t identity = copy_identity(puzzle, level, s, &from, &copy);
			shape.symmetries += identity == first;
			if (identity < shape.least)
				shape.least = identity;
		}
	return shape;
}
