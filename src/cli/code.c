/* --code: levels as level codes. */
#include "puzzle/level_code.h"

#include "cli/print.h"

/* The code of a level; an error names one that has none. */
static int print_code(struct shown_level *shown)
{
	char code[LEVEL_CODE_MAX + 1];
	struct error error;
	const struct library *library = shown->request->library;
	const struct pack *pack = &library->packs[shown->ref.pack];
	if (level_code_write(pack, shown->ref.level, code, &error))
		return puts(code) >= 0 ? STATUS_OK : STATUS_NO;
	char heading[HEADING_MAX];
	struct error named;
	level_heading(library, shown->ref, heading);
	error_set(&named, "%.200s: %s", heading, error.text);
	return cli_fail(named.text);
}

int cli_code(struct request *request)
{
	return show_levels(request, print_code, NULL);
}
