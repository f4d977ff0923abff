/* --export: all data of the player, as lines of JSON. */
#include "cli/export_record.h"
#include "cli/print.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/registry.h"

/* Times that don't fit are left out alone. */
static bool is_importable(json_t *object)
{
	return record_is_importable(object) ||
	       (json_object_del(object, "times") == 0 && record_is_importable(object));
}

/* Returns how many entries were left out because --import would refuse them. */
static int print_entries(const struct entries *all, bool *printed)
{
	int omitted = 0;
	for (const struct entry *entry = all->oldest; entry != NULL && *printed;
	     entry = entry->next) {
		json_t *object = record_to_json(entry);
		if (object == NULL || is_importable(object)) {
			*printed = print_json(object);
		} else {
			json_decref(object);
			omitted++;
		}
	}
	return omitted;
}

/* The rating of a puzzle, or of all (NULL), if there is one. */
static bool print_rating(const struct outcomes *outcomes, const char *puzzle)
{
	struct player_rating rating;
	if (!rating_of(outcomes, puzzle, &rating))
		return false;
	const bool printed = rating.count == 0 || print_json(record_of_rating(puzzle, &rating));
	rating_free(&rating);
	return printed;
}

static bool print_ratings(const struct entries *all)
{
	struct outcomes outcomes;
	bool printed = outcomes_find(all, &outcomes);
	for (int i = 0; printed && i <= puzzle_count(); i++)
		printed = print_rating(&outcomes, puzzle_at(i) == NULL ? NULL : puzzle_at(i)->name);
	outcomes_free(&outcomes);
	return printed;
}

int cli_export(struct request *request)
{
	struct error error;
	struct entries all = {0};
	struct store *store = request->store;
	bool printed = true;
	int omitted = 0;
	const char *why = cli_read_problem(store, store_read_all(store, &all, &omitted));
	if (why == NULL)
		omitted += print_entries(&all, &printed);
	if (why == NULL && printed)
		printed = print_ratings(&all);
	entries_free(&all);
	why = printed || ferror(stdout) ? why : _("out of memory");
	if (why != NULL) {
		error_set(&error,
		          printed ? _("nothing was exported: %s")
		                  : _("not everything was exported: %s"),
		          why);
		return cli_fail(error.text);
	}
	if (omitted > 0)
		cli_warn(text_plural("left out %d record: --import would refuse it",
		                     "left out %d records: --import would refuse them", omitted),
		         omitted);
	return omitted == 0 && printed ? STATUS_OK : STATUS_NO;
}
