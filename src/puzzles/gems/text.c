/* Levels of match three as text: rules, goal, refill and board, reading and writing. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzle/shape.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/rules.h"

enum {
	AMOUNT_MAX = 999999, /* points in a goal */
	CLOCK_MIN = 10,
	CLOCK_MAX = 3600, /* seconds of a game against the clock */
};

static const char alphabet[] = GEMS_ALPHABET, kinds[] = GEMS_KIND_LETTERS;

/* ---- headers ---- */

struct word {
	const char *text; /* not terminated */
	int length;       /* 0: there is none */
	char copy[24];    /* terminated; "" if it is too long for a keyword or a number */
};

static struct word next_word(const char **text)
{
	*text += strspn(*text, " \t");
	struct word word = {.text = *text, .length = (int)strcspn(*text, " \t")};
	if (word.length < (int)sizeof word.copy)
		memcpy(word.copy, word.text, (size_t)word.length);
	*text += word.length;
	return word;
}

/* `format` is a message that takes the header's value. */
#define header_error(text, header, error, format)                          \
	error_at(error, (text)->file, (text)->header_line[header], format, \
	         text_shown((text)->value[header]).bytes)

static bool read_rules(struct level *level, const struct level_text *text, struct error *error)
{
	const char *rest = text->value[HEADER_RULES];
	if (rest == NULL)
		return true;
	for (struct word word; (word = next_word(&rest)).length > 0;) {
		if (strcmp(word.copy, "holes") == 0)
			level->rules |= RULE_HOLES;
		else if (strcmp(word.copy, "specials") == 0)
			level->rules |= RULE_SPECIALS;
		else
			return error_at(error, text->file, text->header_line[HEADER_RULES],
			                _("rules is \"%s\"; expected any of %s, separated by "
			                  "blanks"),
			                text_shown(text->value[HEADER_RULES]).bytes,
			                "holes, specials");
	}
	return true;
}

/* Reads the letters after "clear"; false if one is not a colour. */
static bool read_wanted(struct level *level, struct word word)
{
	if (word.length == 0)
		level->rules |= RULE_CLEAR_ALL;
	for (int i = 0; i < word.length; i++) {
		if (word.text[i] < 'a' || word.text[i] > 'z')
			return false;
		level->rules |= UINT32_C(1) << (word.text[i] - 'a' + 1);
	}
	return true;
}

static bool read_score(struct level *level, struct word word)
{
	long amount;
	if (!text_read_number(word.copy, 1, AMOUNT_MAX, &amount))
		return false;
	level->amount = (int)amount;
	level->rules |= RULE_SCORE;
	return true;
}

static bool read_clock(struct level *level, struct word word)
{
	long seconds;
	if (!text_read_number(word.copy, CLOCK_MIN, CLOCK_MAX, &seconds))
		return false;
	level->seconds = (int)seconds;
	return true;
}

static bool read_goal(struct level *level, const struct level_text *text, struct error *error)
{
	const char *rest = text->value[HEADER_GOAL];
	if (rest == NULL && level->endless)
		return true;
	if (rest == NULL)
		rest = "clear";
	const struct word kind = next_word(&rest), argument = next_word(&rest);
	const bool valid = (strcmp(kind.copy, "clear") == 0 && read_wanted(level, argument)) ||
	                   (strcmp(kind.copy, "score") == 0 && read_score(level, argument)) ||
	                   (strcmp(kind.copy, "clock") == 0 && read_clock(level, argument));
	if (!valid || next_word(&rest).length > 0)
		return header_error(text, HEADER_GOAL, error,
		                    /* TRANSLATORS: Level files have the words in quotes, and
		                     * "goal", "rules" and "refill", always in English. */
		                    _("goal is \"%s\"; expected \"clear\", \"clear\" and "
		                      "letters a to z, \"score\" and a number from 1 to 999999, "
		                      "or \"clock\" and 10 to 3600 seconds"));
	if (level->seconds > 0)
		return level->endless ||
		       header_error(text, HEADER_GOAL, error,
		                    _("goal is \"%s\"; expected a level with \"refill: "
		                      "random\", which a clock needs"));
	if ((level->rules & RULE_RANDOM) != 0 && (level->rules & RULE_SCORE) == 0)
		return header_error(text, HEADER_GOAL, error,
		                    _("goal is \"%s\"; expected \"score\" and a number, or "
		                      "no goal: with a random refill the board never stays "
		                      "clear"));
	level->endless = false;
	return true;
}

static bool read_random(struct level *level, const char *rest)
{
	long colours;
	const struct word seed = next_word(&rest), count = next_word(&rest);
	if (!text_read_unsigned(seed.copy, &level->seed) ||
	    !text_read_number(count.copy, STREAM_COLOURS_MIN, COLOURS_MAX, &colours) ||
	    next_word(&rest).length > 0)
		return false;
	level->table[COLOURS_MAX][0] = (uint8_t)colours;
	level->rules |= RULE_RANDOM;
	level->endless = true;
	return true;
}

/* Reads the letters of a column's stream. */
static bool read_stream(struct level *level, int column, struct word word,
                        const struct level_text *text, struct error *error)
{
	const int line = text->header_line[HEADER_REFILL];
	if (strcmp(word.copy, "-") == 0)
		return true;
	if (word.length > CELLS_MAX)
		return error_at(error, text->file, line,
		                text_plural("refill of column %d has %d letter; expected at most "
		                            "%d",
		                            "refill of column %d has %d letters; expected at "
		                            "most %d",
		                            word.length),
		                column + 1, word.length, CELLS_MAX);
	for (int i = 0; i < word.length; i++) {
		if (word.text[i] < 'a' || word.text[i] > 'z')
			return error_at(error, text->file, line,
			                _("refill of column %d is \"%s\"; expected letters a to z, "
			                  "or \"-\" for none"),
			                column + 1,
			                text_shown_part(word.text, (size_t)word.length).bytes);
		level->table[column][i] = (uint8_t)(word.text[i] - 'a' + 1);
	}
	return true;
}

static bool read_refill(struct level *level, const struct level_text *text, struct error *error)
{
	const char *rest = text->value[HEADER_REFILL];
	if (rest == NULL)
		return true;
	const char *arguments = rest;
	if (strcmp(next_word(&arguments).copy, "random") == 0)
		return read_random(level, arguments) ||
		       header_error(text, HEADER_REFILL, error,
		                    _("refill is \"%s\"; expected \"random\", a seed, and a "
		                      "number of colours from 3 to 26"));
	level->rules |= RULE_STREAMS;
	int count = 0;
	for (struct word word; (word = next_word(&rest)).length > 0; count++)
		if (count < level->columns && !read_stream(level, count, word, text, error))
			return false;
	if (count != level->columns)
		return error_at(error, text->file, text->header_line[HEADER_REFILL],
		                text_plural("refill has %d word; expected %d, one for each column",
		                            "refill has %d words; expected %d, one for each column",
		                            count),
		                count, level->columns);
	return true;
}

/* The solver does not know special gems. */
static bool check_specials(const struct level *level, const struct level_text *text,
                           struct error *error)
{
	return (level->rules & RULE_SPECIALS) == 0 || level->endless ||
	       error_at(error, text->file, text->header_line[HEADER_RULES],
	                _("special gems need an endless level: \"refill: random\" and no goal but "
	                  "\"clock\""));
}

bool gems_read_headers(struct level *level, const struct level_text *text, struct error *error)
{
	return read_rules(level, text, error) && read_refill(level, text, error) &&
	       read_goal(level, text, error) && check_specials(level, text, error);
}

/* ---- board ---- */

static bool read_cell(const struct level *level, struct gems *gems, const struct level_text *text,
                      int cell, char32_t glyph, struct error *error)
{
	const char *found = glyph > 0 && glyph < 128 ? strchr(alphabet, (int)glyph) : NULL;
	if (found == NULL) {
		char bytes[TEXT_BYTES_MAX + 1] = "";
		text_encode(bytes, glyph);
		return error_at(error, text->file, text->row_line[cell / level->columns],
		                _("'%s' in column %d; expected '.', '?' or a letter a to z"), bytes,
		                cell % level->columns + 1);
	}
	gems->cell[cell] = (uint8_t)(found - alphabet);
	return true;
}

/* The start must have no runs and, in an endless level, a valid swap. */
static bool check_start(const struct level *level, struct gems *gems, const struct level_text *text,
                        struct error *error)
{
	bool in_run[CELLS_MAX];
	if (gems_find_runs(level, gems, in_run) > 0) {
		int cell = 0;
		while (!in_run[cell])
			cell++;
		return error_at(error, text->file, text->row_line[cell / level->columns],
		                _("three or more of colour '%c' in a row from column %d; the start "
		                  "must have no match"),
		                alphabet[gems->cell[cell]], cell % level->columns + 1);
	}
	if (level->endless && gems_next_swap(level, gems, 0) < 0)
		return error_at(error, text->file, text->row_line[0],
		                _("no swap makes a match; an endless level needs one"));
	return true;
}

/* Every colour to clear must be there. */
static bool check_goal(const struct level *level, const struct gems *gems,
                       const struct level_text *text, struct error *error)
{
	const uint32_t wanted = level->rules & RULE_CLEAR_ALL;
	int count[COLOURS_MAX + 1] = {0}, all = 0;
	for (int column = 0; column < level->columns; column++)
		all += gems_count_column(level, gems, column, count);
	for (int colour = 1; colour <= COLOURS_MAX && wanted != RULE_CLEAR_ALL; colour++)
		if (is_wanted(level, colour) && count[colour] == 0)
			return error_at(error, text->file, text->header_line[HEADER_GOAL],
			                _("colour '%c' is in the goal, but no gem has it"),
			                alphabet[colour]);
	if (wanted != 0 && all == 0)
		return error_at(error, text->file, text->row_line[0],
		                _("add a gem to clear (a to z)"));
	return true;
}

static bool read_kind(const struct level *level, struct gems *gems, const struct level_text *text,
                      int cell, char32_t glyph, struct error *error)
{
	const char *found = glyph > 0 && glyph < 128 ? strchr(kinds, (int)glyph) : NULL;
	const int row = cell / level->columns, column = cell % level->columns;
	if (found == NULL) {
		char bytes[TEXT_BYTES_MAX + 1] = "";
		text_encode(bytes, glyph);
		return error_at(
			error, text->file, text->row_line[row],
			_("'%s' in column %d of the second word; expected '.', or a special "
		          "gem: '-', '|', 'o' or '*'"),
			bytes, column + 1);
	}
	if (found > kinds && !is_gem(gems->cell[cell]))
		return error_at(error, text->file, text->row_line[row],
		                _("'%c' in column %d of the second word, but there is no gem"),
		                *found, column + 1);
	gems->kind[cell] = (uint8_t)(found - kinds);
	return true;
}

/* Reads the second words, which say which gems are special. */
static bool read_kinds(const struct level *level, struct gems *gems, const struct level_text *text,
                       struct error *error)
{
	if (text->words[1][0] == NULL)
		return true;
	if ((level->rules & RULE_SPECIALS) == 0)
		return error_at(error, text->file, text->row_line[0],
		                _("the row has a second word; only levels with "
		                  "\"rules: specials\" have one"));
	if (text->columns[1] != level->columns)
		return error_at(
			error, text->file, text->row_line[0],
			_("the first words are %d wide and the second ones %d; expected the "
		          "same width"),
			level->columns, text->columns[1]);
	for (int row = 0; row < level->rows; row++) {
		const char *word = text->words[1][row], *end = word + strlen(word);
		for (int column = 0; column < level->columns; column++)
			if (!read_kind(level, gems, text, row * level->columns + column,
			               text_decode(&word, end), error))
				return false;
	}
	return true;
}

bool gems_read(struct level *level, const struct level_text *text, struct error *error)
{
	struct gems gems = {.score = 0};
	for (int row = 0; row < level->rows; row++) {
		const char *word = text->words[0][row], *end = word + strlen(word);
		for (int column = 0; column < level->columns; column++)
			if (!read_cell(level, &gems, text, row * level->columns + column,
			               text_decode(&word, end), error))
				return false;
	}
	if (!read_kinds(level, &gems, text, error) || !check_start(level, &gems, text, error) ||
	    !check_goal(level, &gems, text, error))
		return false;
	gems_set_start(level, &gems);
	return true;
}

/* ---- writing ---- */

static void write_goal(const struct level *level, struct level_writer *writer)
{
	char *value = writer->value[HEADER_GOAL];
	const uint32_t wanted = level->rules & RULE_CLEAR_ALL;
	if (wanted == RULE_CLEAR_ALL || (level->endless && level->seconds == 0))
		return;
	writer->text.value[HEADER_GOAL] = value;
	if (level->seconds > 0) {
		snprintf(value, HEADER_BYTES_MAX, "clock %d", level->seconds);
		return;
	}
	if (wanted == 0) {
		snprintf(value, HEADER_BYTES_MAX, "score %d", level->amount);
		return;
	}
	value += snprintf(value, HEADER_BYTES_MAX, "clear ");
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		if ((wanted >> colour & 1) != 0)
			*value++ = alphabet[colour];
	*value = '\0';
}

static void write_refill(const struct level *level, struct level_writer *writer)
{
	char *value = writer->refill;
	if ((level->rules & (RULE_STREAMS | RULE_RANDOM)) == 0)
		return;
	writer->text.value[HEADER_REFILL] = value;
	if ((level->rules & RULE_RANDOM) != 0) {
		snprintf(value, sizeof writer->refill, "random %" PRIu64 " %d", level->seed,
		         stream_colours(level));
		return;
	}
	for (int column = 0; column < level->columns; column++) {
		uint8_t letter;
		if (column > 0)
			*value++ = ' ';
		for (uint32_t i = 0; (letter = gems_letter(level, column, i)) != EMPTY; i++)
			*value++ = alphabet[letter];
		if (level->table[column][0] == EMPTY)
			*value++ = '-';
	}
	*value = '\0';
}

static void write_rules(const struct level *level, struct level_writer *writer)
{
	static const char *const values[] = {NULL, "holes", "specials", "holes specials"};
	writer->text.value[HEADER_RULES] = values[((level->rules & RULE_HOLES) != 0) +
	                                          2 * ((level->rules & RULE_SPECIALS) != 0)];
}

/* The second words, if there is a special gem. */
static void write_kinds(const struct level *level, const struct gems *gems,
                        struct level_writer *writer)
{
	bool any = false;
	for (int cell = 0; cell < level_cells(level); cell++)
		any = any || gems->kind[cell] != GEM_PLAIN;
	if (!any)
		return;
	writer->text.columns[1] = level->columns;
	for (int row = 0; row < level->rows; row++) {
		char *to = writer->words[1][row];
		for (int column = 0; column < level->columns; column++)
			*to++ = kinds[gems->kind[row * level->columns + column]];
		*to = '\0';
		writer->text.words[1][row] = writer->words[1][row];
	}
}

void gems_write(const struct level *level, const struct state *state, struct level_writer *writer)
{
	struct gems gems;
	gems_unpack(level, state == NULL ? &level->start : state, &gems);
	write_rules(level, writer);
	write_goal(level, writer);
	write_refill(level, writer);
	writer->text.rows = level->rows;
	writer->text.columns[0] = level->columns;
	for (int row = 0; row < level->rows; row++) {
		char *to = writer->words[0][row];
		for (int column = 0; column < level->columns; column++)
			*to++ = alphabet[gems.cell[row * level->columns + column]];
		*to = '\0';
		writer->text.words[0][row] = writer->words[0][row];
	}
	write_kinds(level, &gems, writer);
}

/* ---- copies ---- */

/* The stream of random gems is made for this board and these colours. */
bool gems_has_no_copies(const struct level *level)
{
	return (level->rules & RULE_RANDOM) != 0;
}

/* Copies the words of a refill, from the last to the first if left and right change places. */
static void copy_refill(const struct level *level, const char *from, bool turned, char *to)
{
	const char *word[SIDE_MAX];
	int length[SIDE_MAX];
	for (int column = 0; column < level->columns; column++) {
		word[column] = from;
		length[column] = (int)strcspn(from, " ");
		from += length[column] + (from[length[column]] != '\0');
	}
	for (int i = 0; i < level->columns; i++) {
		const int column = turned ? level->columns - 1 - i : i;
		to += sprintf(to, "%s%.*s", i > 0 ? " " : "", length[column], word[column]);
	}
}

/* "clear" and renamed letters, in their order. */
static void copy_wanted(const char *from, struct renaming *renaming, char *to)
{
	uint32_t wanted = 0;
	for (; *from != '\0'; from++)
		wanted |= UINT32_C(1) << (shape_rename(renaming, *from) - 'a');
	to += sprintf(to, "clear ");
	for (int colour = 0; colour < COLOURS_MAX; colour++)
		if ((wanted >> colour & 1) != 0)
			*to++ = (char)('a' + colour);
	*to = '\0';
}

void gems_copy_headers(const struct level *level, const struct level_writer *from, int symmetry,
                       struct renaming *renaming, struct level_writer *copy)
{
	const char *refill = from->text.value[HEADER_REFILL];
	const char *goal = from->text.value[HEADER_GOAL];
	if (refill != NULL) {
		copy_refill(level, refill, (symmetry & FLIP_COLUMNS) != 0, copy->refill);
		shape_rename_word(renaming, copy->refill);
		copy->text.value[HEADER_REFILL] = copy->refill;
	}
	if (goal != NULL && strncmp(goal, "clear ", 6) == 0) {
		copy_wanted(goal + 6, renaming, copy->value[HEADER_GOAL]);
		copy->text.value[HEADER_GOAL] = copy->value[HEADER_GOAL];
	}
}

void gems_describe_cell(const struct level *level, const struct state *state, int cell, char *out,
                        size_t size)
{
	struct gems gems;
	gems_unpack(level, state, &gems);
	/* TRANSLATORS: What is in a cell, in answer to its name. %c is the letter of a colour. */
	static const char *const specials[GEM_KINDS] = {NULL, N_("%c row gem"), N_("%c column gem"),
	                                                N_("%c blast gem"), N_("%c colour gem")};
	const uint8_t gem = gems.cell[cell];
	const char *special = specials[gems.kind[cell]];
	if (!is_gem(gem))
		snprintf(out, size, "%s", gem == DEAD_GEM ? C_("cell", "dead gem") : "");
	else
		snprintf(out, size, special == NULL ? "%c" : _(special), alphabet[gem]);
}
