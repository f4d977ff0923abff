/* The boards that need the most moves so far. */
#include <string.h>

#include "chart.h"

void record_raise(struct record *record, int moves)
{
	if (moves <= record->most)
		return;
	record->most = moves;
	record->boards = 0;
	record->listed = 0;
}

void record_add(struct record *record, const char text[BOARD_TEXT])
{
	int at = record->listed;
	record->boards++;
	while (at > 0 && memcmp(text, record->text[at - 1], BOARD_TEXT) < 0)
		at--;
	if (at == BOARDS_LISTED)
		return;
	if (record->listed < BOARDS_LISTED)
		record->listed++;
	memmove(record->text[at + 1], record->text[at],
	        (size_t)(record->listed - 1 - at) * BOARD_TEXT);
	memcpy(record->text[at], text, BOARD_TEXT);
}

void record_merge(struct record *record, const struct record *other)
{
	record_raise(record, other->most);
	if (record->most != other->most)
		return;
	const uint64_t boards = record->boards + other->boards;
	for (int i = 0; i < other->listed; i++)
		record_add(record, other->text[i]);
	record->boards = boards;
}

static void print_rows(const struct grid *grid, const char *name, const char *text)
{
	printf(", \"%s\": \"", name);
	for (int r = 0; r < grid->rows; r++)
		printf("%s%.*s", r == 0 ? "" : "/", grid->columns, text + r * grid->columns);
	printf("\"");
}

void record_print(const struct record *record, const struct grid *grid, const char *key)
{
	if (record->most < 0)
		printf("\"most\": null, \"boards\": 0}\n");
	else
		printf("\"most\": %d, \"boards\": %llu}\n", record->most,
		       (unsigned long long)record->boards);
	for (int i = 0; i < record->listed; i++) {
		printf("%s, \"moves\": %d", key, record->most);
		print_rows(grid, "start", record->text[i]);
		if (record->text[i][grid->cells] != '\0')
			print_rows(grid, "goal", record->text[i] + grid->cells);
		printf("}\n");
	}
}
