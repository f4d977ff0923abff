/* Prints what no command prints of the data that is kept: kept practice [PLAYER] the levels that
 * come back, as "IDENTITY PLACE DAY"; kept theme the colours of the player's own theme. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/registry.h"
#include "puzzles/list.h"
#include "store/practice.h"
#include "store/store.h"
#include "ui/term/theme.h"

static int print_practice(const char *player)
{
	struct store *store = store_open_to_read(player);
	struct entries entries = {0};
	struct outcomes outcomes = {0};
	int omitted, count = 0;
	const bool read = store != NULL && store_read_all(store, &entries, &omitted) &&
	                  outcomes_find(&entries, &outcomes);
	struct practice *found = read ? practice_find(&outcomes, &count) : NULL;
	for (int i = 0; i < count; i++)
		printf("%016" PRIx64 " %s %" PRId64 "\n", found[i].level, found[i].place,
		       found[i].due);
	free(found);
	outcomes_free(&outcomes);
	entries_free(&entries);
	store_close(store, &(struct error){""});
	return read ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The names that a theme file has. */
static const struct {
	const char *name;
	int colour;
} board[] = {
	{"cell", COLOUR_CELL},
	{"cell-odd", COLOUR_CELL_ODD},
	{"square", COLOUR_SQUARE},
	{"square-odd", COLOUR_SQUARE_ODD},
	{"pit", COLOUR_PIT},
	{"frame", COLOUR_FRAME},
	{"frame-light", COLOUR_FRAME_LIGHT},
	{"frame-dark", COLOUR_FRAME_DARK},
	{"stone", COLOUR_STONE},
	{"stone-light", COLOUR_STONE_LIGHT},
	{"stone-dark", COLOUR_STONE_DARK},
	{"button", COLOUR_BUTTON},
	{"button-lit", COLOUR_BUTTON_LIT},
	{"label", COLOUR_LABEL},
	{"cursor", COLOUR_CURSOR},
	{"chosen", COLOUR_CHOSEN},
	{"chosen-cell", COLOUR_CHOSEN_CELL},
	{"hint", COLOUR_HINT},
	{"hint-cell", COLOUR_HINT_CELL},
	{"mark", COLOUR_MARK},
	{"forbidden", COLOUR_FORBIDDEN},
	{"accent", COLOUR_ACCENT},
	{"gold", COLOUR_GOLD},
	{"green", COLOUR_GREEN},
	{"warning", COLOUR_WARNING},
	{"quiet", COLOUR_QUIET},
};
static const char *const pieces[] = {"ruby",     "sapphire", "citrine", "emerald",
                                     "amethyst", "amber",    "pearl",   "aquamarine"};

static int print_theme(void)
{
	struct theme theme;
	struct error error;
	bool found;
	if (!theme_load(&theme, &found, &error) || !found) {
		fprintf(stderr, "%s\n", found ? error.text : "no theme");
		return EXIT_FAILURE;
	}
	for (size_t i = 0; i < sizeof board / sizeof *board; i++)
		printf("%s = #%06x\n", board[i].name, (unsigned)theme.board[board[i].colour]);
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
		printf("%s = #%06x\n", pieces[i], (unsigned)theme.hue[i]);
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	struct error error;
	if (!registry_install(all_puzzles, &error))
		return EXIT_FAILURE;
	if (argc == 2 && strcmp(argv[1], "theme") == 0)
		return print_theme();
	if (argc >= 2 && argc <= 3 && strcmp(argv[1], "practice") == 0)
		return print_practice(argv[2]);
	return EXIT_FAILURE;
}
