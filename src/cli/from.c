/* --from: the board of another program as a level file. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "os/file.h"
#include "os/language.h"
#include "play/import_board.h"
#include "puzzle/registry.h"

enum { BOARD_BYTES_MAX = 1 << 16 };

/* Reads the file, or standard input; to be freed. NULL with the error. */
static char *read_text(const char *name, struct error *error)
{
	const bool input = strcmp(name, "-") == 0;
	const int file =
		input ? STDIN_FILENO : file_open_named(name, _("expected a board as text"), error);
	char *text = file < 0 ? NULL : malloc(BOARD_BYTES_MAX + 1);
	const ssize_t size = text == NULL ? -1 : file_read(file, text, BOARD_BYTES_MAX);
	if (file >= 0 && !input)
		close(file);
	if (size >= 0 && size < BOARD_BYTES_MAX && memchr(text, '\0', (size_t)size) == NULL) {
		text[size] = '\0';
		return text;
	}
	if (file >= 0)
		error_at(error, name, 0, _("can't be read as the text of a board"));
	free(text);
	return NULL;
}

/* Prints the level, if it is one. The lines of errors would be those of what is printed. */
static bool print_level(const char *level, struct error *error)
{
	struct pack pack;
	struct error why;
	if (pack_read_text(&pack, "level", level, strlen(level), &why)) {
		pack_free(&pack);
		fputs(level, stdout);
		return true;
	}
	const char *what = why.text + strlen("level");
	return error_set(error, "%s", what + strspn(what, ":0123456789 "));
}

int cli_from(struct request *request)
{
	const struct options *options = request->options;
	const char *name = options->level_count > 0 ? options->levels[0] : "-";
	const struct puzzle *puzzle = puzzle_named(options->from);
	struct error error, why;
	if (puzzle == NULL) {
		error_set(&error, _("--from \"%s\": expected a mode, such as bishop"),
		          text_shown(options->from).bytes);
		return cli_fail(error.text);
	}
	char *text = read_text(name, &error);
	if (text == NULL)
		return cli_fail(error.text);
	char *level = import_board(puzzle, text, &why);
	free(text);
	const bool good = level != NULL && print_level(level, &why);
	if (!good)
		error_at(&error, strcmp(name, "-") == 0 ? _("standard input") : name, 0, "%s",
		         why.text);
	free(level);
	return good ? STATUS_OK : cli_fail(error.text);
}
