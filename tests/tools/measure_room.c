/* How much of the rows between title and status the boards of the shipped levels take. */
#include "tools/measure.h"

#include <stdlib.h>

#include "puzzle/registry.h"
#include "puzzles/list.h"
#include "support/share.h"

static void measure_size(struct size screen)
{
	char name[64];
	int count = 0, enough = 0, narrow = 0;
	struct share *shares = share_all(screen, &count);
	for (int i = 0; i < count; i++) {
		const struct share *share = &shares[i];
		enough += share_is_enough(share);
		narrow += !share_is_enough(share) && share->narrow;
		if (!share_is_enough(share))
			printf("    %-28s %2d of %2d rows, cells of %2d pixels%s\n", share->name,
			       share->rows, share->between, share->side,
			       share->narrow ? ": as wide as there is room" : "");
	}
	snprintf(name, sizeof name, "%dx%d: of %d boards, nine tenths of the rows", screen.columns,
	         screen.rows, count);
	figure(name, "boards", (double)INFINITY, enough);
	figure("  less, and wider screens would give more", "boards", (double)INFINITY, narrow);
	figure("  less for another reason", "boards", 0,
	       shares == NULL ? (double)NAN : count - enough - narrow);
	free(shares);
}

void measure_room(void)
{
	struct error error;
	heading("the rows between title and status that a board takes");
	if (!registry_install(all_puzzles, &error))
		return;
	for (int i = 0; i < SHARE_SIZES; i++)
		measure_size(share_sizes[i]);
}
