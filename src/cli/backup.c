/* --backup: a copy of all that is kept on this host, while games go on. */
#include <stdio.h>

#include "cli/commands.h"
#include "store/backup.h"

int cli_backup(struct request *request)
{
	struct error error;
	struct backup backup;
	if (!backup_write(request->options->backup, &backup, &error)) {
		if (backup.failed > 0)
			fprintf(stderr, "parlour: %d player%s missing in the backup\n",
			        backup.failed, backup.failed == 1 ? " is" : "s are");
		return cli_fail(error.text);
	}
	printf("Backed up %d player%s.\n", backup.players, backup.players == 1 ? "" : "s");
	return STATUS_OK;
}
