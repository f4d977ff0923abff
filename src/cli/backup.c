/* --backup: a copy of all that is kept on this host, while games go on. */
#include <stdio.h>

#include "cli/commands.h"
#include "os/language.h"
#include "store/backup.h"

int cli_backup(struct request *request)
{
	struct error error;
	struct backup backup;
	if (!backup_write(request->options->backup, &backup, &error)) {
		if (backup.failed > 0)
			cli_warn(text_plural("%d player is missing in the backup",
			                     "%d players are missing in the backup", backup.failed),
			         backup.failed);
		return cli_fail(error.text);
	}
	printf(text_plural("Backed up %d player.", "Backed up %d players.", backup.players),
	       backup.players);
	putchar('\n');
	return STATUS_OK;
}
