/* Practice: the levels that are due, one after another. */
#include <stdlib.h>
#include <time.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/puzzle.h"
#include "store/practice.h"
#include "ui/page/menu.h"

enum { LEVELS_MAX = 20 /* of a round; the others are due in the next */ };

/* Appends the level at a place; false if there is none, or another one. */
static bool find_at(struct app *app, const char *place, uint64_t identity,
                    struct level_list *levels)
{
	struct error error;
	struct level level;
	const int before = levels->count;
	bool found =
		library_find(app->library, place, levels, &error) && levels->count == before + 1;
	if (found) {
		const struct level_ref ref = levels->refs[before];
		found = library_level_bare(app->library, ref, &level, &error) &&
		        level_identity(library_puzzle(app->library, ref), &level) == identity;
	}
	if (!found)
		levels->count = before;
	return found;
}

/* The level is where it was last, or a shipped one that has moved since. */
static bool find_level(struct app *app, const struct practice *practice, struct level_list *levels)
{
	struct level_ref ref;
	char place[LEVEL_NAME_MAX];
	if (find_at(app, practice->place, practice->level, levels))
		return true;
	if (!library_find_shipped(app->library, practice->level, &ref))
		return false;
	library_name(app->library, ref, place);
	return find_at(app, place, practice->level, levels);
}

/* The levels due today; *next is the day on which another one comes back, 0 if there is none. */
static struct level_list find_due(struct app *app, int64_t *next)
{
	const int64_t today = time(NULL) / SECONDS_PER_DAY;
	struct level_list due = {0};
	struct entries entries = {0};
	struct outcomes outcomes;
	int omitted, count;
	*next = 0;
	store_read_all(app->store, &entries, &omitted);
	struct practice *found =
		outcomes_find(&entries, &outcomes) ? practice_find(&outcomes, &count) : NULL;
	for (int i = 0; found != NULL && i < count && due.count < LEVELS_MAX; i++) {
		if (found[i].due > today) {
			*next = found[i].due;
			break;
		}
		find_level(app, &found[i], &due);
	}
	free(found);
	outcomes_free(&outcomes);
	entries_free(&entries);
	return due;
}

static void say_none(struct app *app, int64_t next)
{
	const time_t time = (time_t)next * SECONDS_PER_DAY;
	struct tm date;
	gmtime_r(&time, &date);
	if (next > 0)
		app_say(app, _("No practice is due before %04d-%02d-%02d."), date.tm_year + 1900,
		        date.tm_mon + 1, date.tm_mday);
	else
		app_say(app, _("Nothing to practise: levels over par, or solved with a hint, come "
		               "back here."));
}

void menu_practise(struct app *app)
{
	int64_t next;
	struct level_list due = find_due(app, &next);
	if (due.count == 0) {
		level_list_free(&due);
		say_none(app, next);
		return;
	}
	const int count = due.count;
	const struct level_ref first = due.refs[0];
	level_list_free(&app->levels);
	app->levels = due;
	app->current = 0;
	app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
	                                 .page = PAGE_GAME,
	                                 .start = START_PRACTICE,
	                                 .level = first});
	app_say(app,
	        text_plural("Practice: %d level. The counter is hidden.",
	                    "Practice: %d levels. The counter is hidden.", count),
	        count);
}
