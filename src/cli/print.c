#include "cli/print.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "os/signal.h"
#include "os/text.h"

int cli_fail(const struct error *error)
{
	fprintf(stderr, "parlour: %s\n", error->text);
	return STATUS_ERROR;
}

const char *cli_read_problem(struct store *store, bool read)
{
	const char *why = store_notice(store);
	if (why == NULL && !read)
		why = store_trouble(store) != NULL ? store_trouble(store) : "no memory";
	return why;
}

enum { LINE_FLAGS = JSON_REAL_PRECISION(6) | JSON_ENSURE_ASCII };

bool print_json(json_t *object)
{
	const bool good = object != NULL && json_dumpf(object, stdout, LINE_FLAGS) == 0 &&
	                  putchar('\n') != EOF;
	json_decref(object);
	return good;
}

size_t json_line_size(const json_t *object)
{
	return json_dumpb(object, NULL, 0, LINE_FLAGS);
}

json_t *json_of_name(const char *name)
{
	char clean[LEVEL_NAME_MAX];
	if (text_is_utf8(name, strlen(name)))
		return json_string(name);
	return json_string(text_sanitize(clean, sizeof clean, name));
}

void write_date(int64_t date, const char *format, char out[DATE_MAX])
{
	struct tm day = {0};
	const time_t seconds = (time_t)date;
	if (gmtime_r(&seconds, &day) == NULL || strftime(out, DATE_MAX, format, &day) == 0)
		out[0] = '\0';
}

json_t *json_of_level_ref(const struct library *library, struct level_ref ref)
{
	return json_pack("{s:o, s:i, s:s, s:s}", "file",
	                 json_of_name(library->packs[ref.pack].name), "index", ref.level + 1,
	                 "title", library_text(library, ref)->title, "mode",
	                 library_puzzle(library, ref)->name);
}

void level_heading(const struct library *library, struct level_ref ref, char out[HEADING_MAX])
{
	char name[LEVEL_NAME_MAX], heading[HEADING_MAX];
	const char *title = library_text(library, ref)->title;
	library_name(library, ref, name);
	if (strcmp(name, title) == 0) /* a game ID is its own title */
		snprintf(heading, sizeof heading, "%s", name);
	else
		snprintf(heading, sizeof heading, "%s  %s", name, title);
	text_sanitize(out, HEADING_MAX, heading);
}

char *plan_names(const struct puzzle *puzzle, const struct level *level,
                 const struct answer *answer)
{
	char *names = malloc((size_t)answer->length * MOVE_NAME_MAX + 1);
	if (names == NULL)
		return NULL;
	char *end = names;
	*end = '\0';
	for (int i = 0; i < answer->length; i++) {
		char name[MOVE_NAME_MAX];
		puzzle->format.name_move(level, answer->plan[i], name);
		end += sprintf(end, "%s%s", i == 0 ? "" : " ", name);
	}
	return names;
}

json_t *json_of_board(const struct puzzle *puzzle, const struct level *level,
                      const struct state *state)
{
	struct level_writer *writer = calloc(1, sizeof *writer);
	json_t *rows = json_array();
	if (writer != NULL) {
		puzzle->format.write(level, state, writer);
		const char *const *marks = puzzle->format.marks ? writer->text.words[1] : NULL;
		for (int r = 0; r < level->rows; r++)
			json_array_append_new(rows, marks == NULL || marks[r] == NULL
			        ? json_string(writer->text.words[0][r])
			        : json_sprintf("%s %s", writer->text.words[0][r], marks[r]));
	}
	free(writer);
	return rows;
}

void print_board(const struct puzzle *puzzle, const struct level *level, const struct state *state,
                 const char *indent, FILE *out)
{
	struct level_writer *writer = calloc(1, sizeof *writer);
	if (writer == NULL)
		return;
	puzzle->format.write(level, state, writer);
	for (int r = 0; r < level->rows; r++) {
		fprintf(out, "%s%s", indent, writer->text.words[0][r]);
		if (writer->text.words[1][r] != NULL)
			fprintf(out, "   %s", writer->text.words[1][r]);
		fputc('\n', out);
	}
	free(writer);
}

static void print_letters(int columns, FILE *out)
{
	for (int c = 0; c < columns; c++)
		fputc('a' + c, out);
}

/* The colours that enter next from above, if known, above their columns. */
static void print_next_colours(const struct puzzle *puzzle, const struct level *level,
                               const struct state *state, FILE *out)
{
	char row[SIDE_MAX + 1] = "";
	bool any = false;
	for (int c = 0; puzzle->rules.next_colour != NULL && c < level->columns; c++) {
		const int colour = puzzle->rules.next_colour(level, state, c);
		row[c] = colour == 0 ? '.' : (char)('a' + colour - 1);
		any |= colour != 0;
	}
	if (any)
		fprintf(out, "new %s\n", row);
}

void print_board_named(const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, FILE *out)
{
	struct level_writer *writer = calloc(1, sizeof *writer);
	if (writer == NULL)
		return;
	puzzle->format.write(level, state, writer);
	const bool two = writer->text.words[1][0] != NULL;
	print_next_colours(puzzle, level, state, out);
	for (int r = 0; r < level->rows; r++) {
		fprintf(out, "%3d %s", level->rows - r, writer->text.words[0][r]);
		if (two)
			fprintf(out, "   %s", writer->text.words[1][r]);
		fputc('\n', out);
	}
	fputs("    ", out);
	print_letters(level->columns, out);
	if (two) {
		fputs("   ", out);
		print_letters(level->columns, out);
	}
	fputc('\n', out);
	free(writer);
}

void print_valid_moves(const char *label, const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, const char *none)
{
	move_code moves[MOVES_MAX];
	const int count = puzzle_valid_moves(puzzle, level, state, moves);
	fputs(label, stdout);
	for (int i = 0; i < count; i++) {
		char name[MOVE_NAME_MAX];
		puzzle->format.name_move(level, moves[i], name);
		printf("%s%s", i == 0 ? "" : " ", name);
	}
	puts(count == 0 ? none : "");
}

bool cli_has_reader(void *context, const struct answer *answer)
{
	(void)context, (void)answer;
	struct pollfd output = {.fd = STDOUT_FILENO};
	return signal_received() == 0 &&
	       (poll(&output, 1, 0) <= 0 || (output.revents & (POLLHUP | POLLERR)) == 0);
}
