/* --metrics: the state of the host in Prometheus' text format. Rates, such as moves a minute, are
 * for the reader to compute from the counters. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "os/sandbox.h"
#include "store/tally.h"

static void head(const char *name, const char *type, const char *help)
{
	printf("# HELP parlour_%s %s\n# TYPE parlour_%s %s\n", name, help, name, type);
}

static void print_number(const char *name, const char *type, const char *help, uint64_t value)
{
	head(name, type, help);
	printf("parlour_%s %" PRIu64 "\n", name, value);
}

static void print_seconds(const char *part, uint64_t milliseconds)
{
	printf("parlour_cpu_seconds_total{part=\"%s\"} %" PRIu64 ".%03d\n", part,
	       milliseconds / 1000, (int)(milliseconds % 1000));
}

static void print_counters(const uint64_t sum[COUNTS], int playing)
{
	print_number("sessions", "gauge", "Sessions now.", (uint64_t)playing);
	print_number("sessions_total", "counter", "Sessions begun.", sum[COUNT_SESSIONS]);
	print_number("moves_total", "counter", "Moves made or undone.", sum[COUNT_MOVES]);
	print_number("results_total", "counter", "Results saved.", sum[COUNT_RESULTS]);
	print_number("not_saved_total", "counter", "Times that saving began to fail.",
	             sum[COUNT_NOT_SAVED]);
	head("cpu_seconds_total", "counter", "Processor time, up to each session's last move.");
	print_seconds("solver", sum[COUNT_SOLVER_MS]);
	print_seconds("game", sum[COUNT_GAME_MS]);
}

static void print_host(const struct host *host)
{
	print_number("guests", "gauge", "Guests with a key and a name.", (uint64_t)host->guests);
	print_number("players", "gauge", "Folders of players.", (uint64_t)host->players);
	print_number("leaderboard_bytes", "gauge", "Size of the leaderboard.", host->log_bytes);
	print_number("leaderboard_bytes_max", "gauge", "Its limit.", host->log_max);
	print_number("free_bytes", "gauge", "Free space for the players' data.", host->free_bytes);
	print_number("damaged_files", "gauge", "Data files that were set aside in a day.",
	             (uint64_t)host->damaged);
	print_number("sandbox_complete", "gauge", "1 if the whole sandbox is available.",
	             sandbox_is_complete(sandbox_available()));
}

int cli_metrics(struct request *request)
{
	struct error error;
	struct host host;
	uint64_t sum[COUNTS];
	int playing;
	(void)request;
	if (!tally_read(sum, &playing, &error) || !host_read(&host, &error))
		return cli_fail(error.text);
	print_counters(sum, playing);
	print_host(&host);
	return STATUS_OK;
}
