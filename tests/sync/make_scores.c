/* A host's players: make_scores LOG PLAYERS RESULTS MILLISECONDS <SOLUTIONS appends the results of
 * each player to a leaderboard, in bursts over this time. SOLUTIONS has lines "IDENTITY PLACE
 * MOVES...", of which each result takes the next. Some lines are written in two parts, as by a game
 * on a slow disk, and some are forged: their moves lack the last one.
 *
 * make_scores TAG TEXT prints one line of a leaderboard. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "algo/random.h"
#include "store/score_file.h"

enum { SOLUTIONS_MAX = 64, SOLUTION_BYTES = 1024, BURST_MAX = 40, FORGED = 50 };

static char solution[SOLUTIONS_MAX][SOLUTION_BYTES];
static int solutions;

static void read_solutions(void)
{
	while (solutions < SOLUTIONS_MAX &&
	       fgets(solution[solutions], SOLUTION_BYTES, stdin) != NULL)
		strtok(solution[solutions++], "\n");
	if (solutions == 0)
		exit(EXIT_FAILURE);
}

static void put(int file, const char *bytes, size_t size)
{
	if (write(file, bytes, size) != (ssize_t)size)
		exit(EXIT_FAILURE);
}

static void put_record(int file, int player, int result, time_t date, struct random *random)
{
	char text[SOLUTION_BYTES + 64];
	snprintf(text, sizeof text, "%lld p%d %s", (long long)date + result, player,
	         solution[(player + result) % solutions]);
	if (random_below(random, FORGED) == 0) { /* once more, without the last move */
		char *forged = strdup(text);
		*strrchr(forged, ' ') = '\0';
		char *line = score_line_write("score1", forged);
		put(file, line, strlen(line));
		free(forged);
		free(line);
	}
	char *line = score_line_write("score1", text);
	const size_t size = strlen(line);
	const size_t first = random_below(random, 20) == 0 ? size / 2 : size;
	put(file, line, first);
	if (first < size) {
		usleep(random_below(random, 3000));
		put(file, line + first, size - first);
	}
	free(line);
}

static int print_line(const char *tag, const char *text)
{
	char *line = score_line_write(tag, text);
	if (line != NULL)
		fputs(line, stdout);
	free(line);
	return line != NULL ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return print_line(argv[1], argv[2]);
	if (argc != 5)
		return EXIT_FAILURE;
	const int players = atoi(argv[2]), results = atoi(argv[3]);
	const int file = open(argv[1], O_WRONLY | O_APPEND | O_CREAT, 0644);
	const int bursts = players * results / (BURST_MAX / 2) + 1;
	const uint32_t pause = (uint32_t)(1000L * atol(argv[4]) / bursts);
	const time_t date = time(NULL) - results;
	struct random random = {.state = (uint64_t)getpid()};
	read_solutions();
	if (file < 0)
		return EXIT_FAILURE;
	int left = 0;
	for (int i = 0; i < players * results; i++) {
		if (left-- == 0) {
			left = (int)random_below(&random, BURST_MAX);
			usleep(random_below(&random, 2 * pause + 1));
		}
		put_record(file, i % players, i / players, date, &random);
	}
	return EXIT_SUCCESS;
}
