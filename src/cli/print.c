#include "cli/print.h"

#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/signal.h"
#include "os/text.h"

int cli_fail(const char *message)
{
	fprintf(stderr, "parlour: %s\n", message);
	return STATUS_ERROR;
}

void cli_warn(const char *format, ...)
{
	struct error error;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(error.text, sizeof error.text, format, arguments);
	va_end(arguments);
	cli_fail(error.text);
}

const char *cli_read_problem(struct store *store, bool read)
{
	const char *why = store_notice(store);
	if (why == NULL && !read)
		why = store_trouble(store) != NULL ? store_trouble(store) : _("out of memory");
	return why;
}

/* ---- text ---- */

void write_date(int64_t date, const char *format, char out[DATE_MAX])
{
	struct tm day = {0};
	const time_t seconds = (time_t)date;
	if (gmtime_r(&seconds, &day) == NULL || strftime(out, DATE_MAX, format, &day) == 0)
		out[0] = '\0';
}

bool print_headed(const char *heading, const char *text)
{
	/* TRANSLATORS: A heading or a name, and what is said of it, as in "tilt/classic:7  Title: 3
	 * moves" or "b3: red". */
	printf(C_("heading", "%s: %s"), heading, text);
	return putchar('\n') != EOF;
}

void level_heading(const struct library *library, struct level_ref ref, char out[HEADING_MAX])
{
	char name[LEVEL_NAME_MAX], heading[HEADING_MAX];
	const char *title = library_text(library, ref)->title;
	library_name(library, ref, name);
	if (strcmp(name, title) == 0) /* a game ID is its own title */
		snprintf(heading, sizeof heading, "%s", name);
	else
		snprintf(heading, sizeof heading, "%s  %s", name,
		         library_shown_title(library, ref));
	text_sanitize(out, HEADING_MAX, heading);
}

void print_heading(const struct library *library, struct level_ref ref)
{
	char heading[HEADING_MAX];
	level_heading(library, ref, heading);
	puts(heading);
}

void print_board(const struct position *position, const char *indent)
{
	struct level_writer writer = {0};
	const struct level_text *text = &writer.text;
	position->puzzle->format.write(position->level, &position->state, &writer);
	for (int r = 0; r < position->level->rows; r++)
		if (text->words[1][r] != NULL)
			printf("%s%s   %s\n", indent, text->words[0][r], text->words[1][r]);
		else
			printf("%s%s\n", indent, text->words[0][r]);
}

void print_valid_moves(const char *label, const struct position *position, bool in_words,
                       const char *none)
{
	const struct puzzle *puzzle = position->puzzle;
	move_code moves[MOVES_MAX];
	const int count = puzzle_valid_moves(puzzle, position->level, &position->state, moves);
	fputs(label, stdout);
	for (int i = 0; i < count; i++) {
		char name[MOVE_NAME_MAX], words[MOVE_WORDS_MAX];
		puzzle->format.name_move(position->level, moves[i], name);
		move_in_words(name, words);
		printf("%s%s", i == 0 ? "" : " ", in_words ? words : name);
	}
	puts(count == 0 ? none : "");
}

/* ---- JSON ---- */

enum { LINE_FLAGS = JSON_REAL_PRECISION(6) | JSON_ENSURE_ASCII };

bool print_json(json_t *object)
{
	const bool good = object != NULL && json_dumpf(object, stdout, LINE_FLAGS) == 0 &&
	                  putchar('\n') != EOF;
	json_decref(object);
	return good;
}

char *json_line(json_t *object)
{
	char *line = object == NULL ? NULL : json_dumps(object, LINE_FLAGS);
	json_decref(object);
	return line;
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

json_t *json_of_identity(uint64_t identity)
{
	return json_sprintf("%016" PRIx64, identity);
}

json_t *json_if_known(bool known, int64_t number)
{
	return known ? json_integer(number) : json_null();
}

json_t *json_of_level(const struct library *library, struct level_ref ref, json_t *more)
{
	json_t *object = json_pack("{s:o, s:i, s:s, s:s}", "file",
	                           json_of_name(library->packs[ref.pack].name), "index",
	                           ref.level + 1, "title", library_text(library, ref)->title,
	                           "mode", library_puzzle(library, ref)->name);
	const bool complete = json_object_update(object, more) == 0;
	json_decref(more);
	if (complete)
		return object;
	json_decref(object);
	return NULL;
}

/* ---- a command that shows each level ---- */

int show_levels(struct request *request, int (*show)(struct shown_level *shown), int *endless)
{
	const struct level_list *levels = &request->levels;
	struct library *library = request->library;
	struct error error;
	int status = STATUS_OK, endless_levels = 0;
	struct shown_level shown; /* on the stack, so that this can't fail */
	shown.request = request;
	for (int i = 0; i < levels->count && status != STATUS_ERROR; i++) {
		shown.index = i;
		shown.ref = levels->refs[i];
		shown.puzzle = library_puzzle(library, shown.ref);
		if (!library_level_bare(library, shown.ref, &shown.level, &error))
			return cli_fail(error.text);
		const int shown_status = show(&shown);
		if (shown_status != STATUS_OK)
			status = shown_status;
		endless_levels += shown.level.endless;
	}
	if (endless != NULL)
		*endless = endless_levels;
	return status;
}

void solve_shown(struct shown_level *shown, const struct state *from, progress_fn *progress)
{
	puzzle_prepare(shown->puzzle, &shown->level);
	const double start = seconds_now();
	solve_position(shown->puzzle, &shown->level, from, &shown->request->options->limits,
	               progress, NULL, &shown->answer);
	shown->seconds = seconds_now() - start;
}

bool cli_has_reader(void *context, const struct answer *answer)
{
	(void)context, (void)answer;
	struct pollfd output = {.fd = STDOUT_FILENO};
	return signal_received() == 0 &&
	       (poll(&output, 1, 0) <= 0 || (output.revents & (POLLHUP | POLLERR)) == 0);
}
