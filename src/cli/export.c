/* --export: all data of the player, as lines of JSON. */
#include "cli/commands.h"
#include "cli/print.h"
#include "cli/export_record.h"
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

int cli_export(const struct options *options, struct library *library,
               const struct level_list *levels, struct store *store)
{
	(void)options, (void)library, (void)levels;
	struct error error;
	struct entries all = {0};
	bool printed = true;
	int omitted = 0;
	const char *why = cli_read_problem(store, store_read_all(store, &all, &omitted));
	if (why == NULL)
		omitted += print_entries(&all, &printed);
	entries_free(&all);
	why = printed || ferror(stdout) ? why : "no memory";
	if (why != NULL) {
		error_set(&error, "%s is exported: %s", printed ? "nothing" : "not all", why);
		return cli_fail(&error);
	}
	if (omitted > 0)
		fprintf(stderr,
		        text_plural("parlour: %d record is left out: --import would refuse it\n",
		                    "parlour: %d records are left out: "
		                    "--import would refuse them\n",
		                    omitted),
		        omitted);
	return omitted == 0 && printed ? STATUS_OK : STATUS_NO;
}
