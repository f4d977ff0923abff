/* The main() of a fuzz harness in builds without libFuzzer, with some of libFuzzer's options:
 *
 *     fuzz_NAME [-runs=N] [-max_total_time=SECONDS] [-seed=N] [-timeout=SECONDS] FILE|FOLDER...
 *
 * The harness runs over every file first, then over random changes of them, for N runs or SECONDS
 * (-1 and 0: no limit; without options, over the files alone). It runs in a child process. If that
 * dies, or one run takes as much processor time as the timeout, the input is still in shared
 * memory, and is written to ./crash-SEED-RUN. The same seed makes the same inputs. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fuzz/mutate.h"
#include "os/clock.h"
#include "os/portable.h"

enum {
	INPUT_MAX = 4096,
	PATH_BYTES = 4096,
	TIMEOUTS = 60, /* by the clock, after which a run is stopped in any case */
};

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct options {
	long runs, seconds, seed, timeout;
};

struct corpus {
	struct input *inputs;
	size_t count, room;
};

/* The current run, in memory that both processes share. */
struct current {
	atomic_long run;
	size_t size;
	uint8_t data[1 << 20];
};

/* ---- the corpus ---- */

static bool fail(const char *path)
{
	fprintf(stderr, "%s: %s\n", path, strerror(errno));
	return false;
}

static bool add_input(struct corpus *corpus, struct input input)
{
	if (corpus->count == corpus->room) {
		const size_t room = corpus->room == 0 ? 64 : 2 * corpus->room;
		struct input *inputs = realloc(corpus->inputs, room * sizeof *inputs);
		if (inputs == NULL)
			return false;
		memset(inputs + corpus->count, 0, (room - corpus->count) * sizeof *inputs);
		corpus->inputs = inputs;
		corpus->room = room;
	}
	corpus->inputs[corpus->count++] = input;
	return true;
}

static bool read_open_file(struct input *input, FILE *file)
{
	struct stat status;
	if (fstat(fileno(file), &status) != 0)
		return false;
	*input = (struct input){.size = (size_t)status.st_size};
	if (input->size > sizeof ((struct current *)NULL)->data) {
		errno = EFBIG;
		return false;
	}
	input->data = malloc(input->size + 1);
	return input->data != NULL && fread(input->data, 1, input->size, file) == input->size;
}

static bool read_file(struct corpus *corpus, const char *path)
{
	struct input input = {0};
	FILE *file = fopen(path, "rb");
	bool good = false;
	if (file != NULL) {
		good = read_open_file(&input, file) && add_input(corpus, input);
		fclose(file);
	}
	if (good)
		return true;
	free(input.data);
	return fail(path);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Sorted by name, so that a seed means the same on every machine. */
static bool read_path(struct corpus *corpus, const char *path)
{
	struct dirent **entries;
	const int count = scandir(path, &entries, is_shown, by_name);
	bool good = count >= 0 || errno == ENOTDIR;
	if (count < 0)
		return good ? read_file(corpus, path) : fail(path);
	for (int i = 0; i < count; i++) {
		char name[PATH_BYTES];
		snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
		good = good && read_file(corpus, name);
		free(entries[i]);
	}
	free(entries);
	return good;
}

static void free_corpus(struct corpus *corpus)
{
	for (size_t i = 0; i < corpus->count; i++)
		free(corpus->inputs[i].data);
	free(corpus->inputs);
}

/* ---- running, in the child ---- */

/* A copy of exactly the input's size, so that a sanitizer sees a read after its end. */
static void run(struct current *current)
{
	uint8_t *data = malloc(current->size == 0 ? 1 : current->size);
	if (data == NULL)
		abort();
	memcpy(data, current->data, current->size);
	LLVMFuzzerTestOneInput(data, current->size);
	free(data);
	atomic_fetch_add_explicit(&current->run, 1, memory_order_relaxed);
}

static void take_input(struct current *current, const struct input *input)
{
	if (input->size > 0)
		memcpy(current->data, input->data, input->size);
	current->size = input->size;
}

static const struct input *any_of(const struct corpus *corpus, struct random *random)
{
	assert(corpus->count > 0);
	return &corpus->inputs[random_below(random, (uint32_t)corpus->count)];
}

/* No input grows beyond INPUT_MAX, unless it was longer before. */
static void make_input(struct current *current, const struct corpus *corpus, struct random *random)
{
	take_input(current, any_of(corpus, random));
	struct input input = {.data = current->data, .size = current->size};
	mutate(&input, input.size < INPUT_MAX ? INPUT_MAX : input.size, any_of(corpus, random),
	       random);
	current->size = input.size;
}

static void run_all(struct current *current, const struct corpus *corpus,
                    const struct options *options)
{
	struct random random = {.state = (uint64_t)options->seed};
	const double begin = seconds_now();
	for (size_t i = 0; i < corpus->count; i++) {
		take_input(current, &corpus->inputs[i]);
		run(current);
	}
	while ((options->runs < 0 || current->run < options->runs) &&
	       (options->seconds == 0 || seconds_now() - begin < (double)options->seconds)) {
		make_input(current, corpus, &random);
		run(current);
	}
	const double seconds = seconds_now() - begin;
	printf("%ld runs in %.1f s, %zu files among them\n", current->run, seconds,
	       corpus->count);
}

/* ---- watching, in the parent ---- */

static void keep_input(const struct current *current, const struct options *options)
{
	char name[64];
	snprintf(name, sizeof name, "crash-%ld-%ld", options->seed, current->run);
	FILE *file = fopen(name, "wb");
	if (file == NULL || fwrite(current->data, 1, current->size, file) != current->size)
		fail(name);
	else
		fprintf(stderr, "the input is in %s\n", name);
	if (file != NULL)
		fclose(file);
}

/* When a run was first seen: the child's processor time, and the clock. */
struct lap {
	long run;
	double used, begin;
};

static double seconds_used_by(pid_t child)
{
	clockid_t clock;
	struct timespec time = {0};
	if (clock_getcpuclockid(child, &clock) == 0)
		clock_gettime(clock, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Whether the child hangs in a run. On a busy machine it gets little processor time, so that is
 * what counts; the clock counts only after many timeouts. */
static bool hangs(struct lap *lap, pid_t child, const struct current *current, double timeout)
{
	const struct lap now = {current->run, seconds_used_by(child), seconds_now()};
	if (now.run != lap->run)
		*lap = now;
	return now.used - lap->used > timeout || now.begin - lap->begin > TIMEOUTS * timeout;
}

/* Waits until the child has ended, or stops it when it hangs. */
static int wait_for(pid_t child, const struct current *current, const struct options *options)
{
	const struct timespec moment = {.tv_nsec = 20000000};
	struct lap lap = {.run = -1};
	int status = -1;
	while (waitpid(child, &status, WNOHANG) == 0) {
		if (hangs(&lap, child, current, (double)options->timeout))
			kill(child, SIGALRM);
		nanosleep(&moment, NULL);
	}
	return status;
}

static int monitor(pid_t child, const struct current *current, const struct options *options)
{
	const int status = wait_for(child, current, options);
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
		return EXIT_SUCCESS;
	fprintf(stderr, "run %ld: %s\n", current->run,
	        WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "a sanitizer ended it");
	keep_input(current, options);
	return EXIT_FAILURE;
}

static int run_in_child(const struct corpus *corpus, const struct options *options)
{
	struct current *current = mmap(NULL, sizeof *current, PROT_READ | PROT_WRITE,
	                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (current == MAP_FAILED)
		return EXIT_FAILURE;
	const pid_t child = fork();
	if (child == 0)
		run_all(current, corpus, options);
	const int status = child == 0  ? EXIT_SUCCESS
	                   : child < 0 ? EXIT_FAILURE
	                               : monitor(child, current, options);
	munmap(current, sizeof *current);
	return status;
}

/* ---- options ---- */

/* Reads the option of that name, with a number; false if it is another. */
static bool read_option(const char *word, const char *name, long *number)
{
	const size_t length = strlen(name);
	char *end;
	if (strncmp(word, name, length) != 0 || word[length] == '\0')
		return false;
	*number = strtol(word + length, &end, 10);
	return *end == '\0';
}

static bool read_word(const char *word, struct options *options, struct corpus *corpus)
{
	if (word[0] != '-')
		return read_path(corpus, word);
	if (read_option(word, "-runs=", &options->runs) ||
	    read_option(word, "-max_total_time=", &options->seconds) ||
	    read_option(word, "-seed=", &options->seed) ||
	    read_option(word, "-timeout=", &options->timeout))
		return true;
	fprintf(stderr, "%s: no such option\n", word);
	return false;
}

int main(int argc, char **argv)
{
	struct options options = {.seed = 1, .timeout = 60};
	struct corpus corpus = {0};
	bool good = true;
	LLVMFuzzerInitialize(&argc, &argv);
	for (int i = 1; i < argc && good; i++)
		good = read_word(argv[i], &options, &corpus);
	if (good && corpus.count == 0)
		fprintf(stderr, "no inputs\n");
	const int status = good && corpus.count > 0 ? run_in_child(&corpus, &options)
	                                            : EXIT_FAILURE;
	free_corpus(&corpus);
	return status;
}
