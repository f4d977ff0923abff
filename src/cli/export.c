/* --export: all data of the player, as lines of JSON. */
#include "cli/export_record.h"
#include "cli/print.h"
#include "os/text.h"

/* Returns how many entries were left out because --import would refuse them. */
static int print_entries(const struct entries *all, bool *printed)
{
	int omitted = 0;
	for (const struct entry *entry = all->oldest; entry != NULL && *printed;
	     entry = entry->next) {
		json_t *object = record_to_json(entry);
		if (object == NULL || record_is_importable(object)) {
			*printed = print_json(object);
		} else {
			json_decref(object);
			omitted++;
		}
	}
	return omitted;
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
	entries_free(&all);
	why = printed || ferror(stdout) ? why : "out of memory";
	if (why != NULL) {
		error_set(&error, "%s was exported: %s", printed ? "nothing" : "not everything",
		          why);
		return cli_fail(error.text);
	}
	if (omitted > 0)
		fprintf(stderr, "parlour: left out %d %s: --import would refuse %s\n", omitted,
		        text_plural("record", "records", omitted),
		        text_plural("it", "them", omitted));
	return omitted == 0 && printed ? STATUS_OK : STATUS_NO;
}
