/* Every harness knows all puzzles: libFuzzer, or our own driver, calls this before the first
 * input. */
#include <stdio.h>
#include <stdlib.h>

#include "puzzle/registry.h"
#include "puzzles/list.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* NOLINTNEXTLINE(readability-non-const-parameter): libFuzzer's signature */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct error error;
	(void)argc;
	(void)argv;
	if (!registry_install(all_puzzles, &error)) {
		fprintf(stderr, "%s\n", error.text);
		abort();
	}
	return 0;
}
