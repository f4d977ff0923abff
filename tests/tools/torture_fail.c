/* Makes the n-th call of a kind fail, once or from then on, in a session that does a little of
 * everything: menu, three levels, moves, undo, results, settings, help, quit. The session is a
 * new player's on a host with many, or that of an account's only player, who has a game in
 * progress.
 *
 *	endure fail COUNT PARLOUR fail.so [ONE]
 *
 * tries COUNT of all such cases at random; 0: all of them. ONE is a single case as a fault names
 * it: 'kept openat 7+ EMFILE'. In each case
 *
 * - the session ends by itself, not by a signal, with status 0, or with 2 and a line that says
 *   why;
 * - the terminal is restored, unless the call that restores it kept failing;
 * - the file has every move drawn without NOT SAVED; one drawn with it is in the file, too, or
 *   is reported at the end.
 *
 * The session goes on as long as it shows what an undisturbed one shows; then it is ended. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "tools/torture.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/folder.h"
#include "tools/fail.h"

enum {
	WORKERS = 8,       /* processes; they wait more than they compute */
	TIMEOUT_MS = 300,  /* without output, for the text of a step after a fault */
	FIRST_MS = 5000,   /* the same for the first screen: until then Ctrl-C kills */
	QUIET_MS = 6,      /* without output: the screen is complete */
	END_MS = 60000,    /* after the last key, on a busy machine */
	BUSY_SECONDS = 2,  /* of processor time; a session needs a tenth of one */
	NEVER = -2,        /* instead of a step */
	TRIALS = 3,        /* of each course: the number of calls differs from run to run */
	MORE = 2,          /* calls beyond the most that were counted */
	REPORT_EVERY = 5000, /* cases */
};

/* ---- the session ---- */

static const struct step {
	const char *keys, *text;
	int moves; /* shown for the second level, beyond those saved at first; or -1 */
} steps[] = {
	{"", "Enter play", -1},
	{"groom-2.level\r", "Room 2", 0},
	{TERM_RIGHT, NULL, 1},
	{TERM_LEFT, NULL, 2},
	{"u", NULL, 1},
	{"groom-1.level\r", "Room 1", -1},
	{TERM_RIGHT, "moves 1 ", -1},
	{TERM_DOWN, "Solved in", -1},
	{"gtilt/first-steps:1\r", "First steps 1/", -1},
	{TERM_RIGHT, "moves 1 ", -1},
	{TERM_UP, "Solved in", -1},
	{"R", "Enter play", -1},
	{"PM", "Mouse o", -1},
	{"?", ": back", -1},
	{TERM_ESCAPE, "Enter play", -1},
	{"groom-2.level\r", NULL, 1},
	{TERM_LEFT, NULL, 2},
};
enum { STEPS = sizeof steps / sizeof steps[0], KEPT_MOVES = 2, COURSES = 2 };

/* End the session on any page. */
#define LAST_KEYS TERM_ESCAPE "\003"

/* The contents of the file as one text: levels with their games and results. */
#define ALL(words, table) "ifnull((SELECT group_concat(level || ' ' || " words ", ', ')" \
	" FROM (SELECT * FROM " table " ORDER BY level)), '-')"
#define KEPT "SELECT " ALL("history", "game") " || ' / ' || " ALL("moves", "result")
#define NOTHING "- / -"

/* The data at the start, and the data saved after each step of an undisturbed session. */
struct course {
	const char *name;
	const char *player; /* of --player; NULL: the only one */
	int moves;          /* of the second level, saved before */
	char before[TEXT_MAX], kept[STEPS][TEXT_MAX];
	uint64_t calls[FAIL_KINDS];
};

/* Shared by the workers. */
struct tally {
	_Atomic uint64_t taken, faults; /* cases */
	_Atomic uint64_t tried[FAIL_KINDS], met[FAIL_KINDS];
};

/* One run. */
struct attempt {
	const struct torture *torture;
	struct player *player;
	const struct course *course;
	const char *library; /* tests/tools/fail.c */
	char name[100]; /* "openat 7+ EMFILE", or "count" */
	int kind;
	uint64_t call; /* the first that fails */
	bool on;       /* the calls after it fail, too */
	_Atomic uint64_t *met; /* calls so far, by kind */
	struct term *term;
	int shown;  /* the last step that showed its text; -1: none */
	int saved;  /* the last of them without NOT SAVED; -1: none */
};

/* ---- a run ---- */

static struct term *start(const struct attempt *attempt)
{
	char what[112], met[600], library[600];
	const char *program = attempt->torture->program;
	for (int kind = 0; kind < FAIL_KINDS; kind++)
		attempt->met[kind] = 0;
	snprintf(what, sizeof what, "FAIL=%s", attempt->name);
	snprintf(met, sizeof met, "FAIL_MET=%s", at_player(attempt->player, "met"));
	snprintf(library, sizeof library, "LD_PRELOAD=%s", attempt->library);
	const char *name = attempt->player->name;
	return player_start(attempt->player,
	                    (const char *[]){program, name == NULL ? NULL : "--player", name, NULL},
	                    (const char *[]){what, met, library, NULL});
}

static bool is_met(const struct attempt *attempt)
{
	return attempt->call > 0 && attempt->met[attempt->kind] >= attempt->call;
}

/* Reads until the text is shown; false after a timeout without output. Before the fault only a
 * busy machine can cause a delay. */
static bool await(const struct attempt *attempt, const char *text)
{
	double last = term_now();
	while (!is_shown(attempt->term, text)) {
		const int came = term_read(attempt->term, 20);
		const int timeout_ms = !is_met(attempt)     ? term_timeout()
		                        : attempt->shown < 0 ? FIRST_MS
		                                             : TIMEOUT_MS;
		if (came < 0 || term_now() > last + timeout_ms)
			return false;
		if (came > 0)
			last = term_now();
	}
	return term_drain(attempt->term, QUIET_MS);
}

static bool do_step(const struct attempt *attempt, const struct step *step)
{
	char moves[32];
	snprintf(moves, sizeof moves, "moves %d ", attempt->course->moves + step->moves);
	const char *text = step->moves >= 0 ? moves : step->text;
	if (!term_send(attempt->term, step->keys))
		return false;
	if (await(attempt, text))
		return true;
	/* A repaint shows cells that were not written. */
	return term_send(attempt->term, "\014") && await(attempt, text);
}

static void play(struct attempt *attempt)
{
	attempt->shown = attempt->saved = -1;
	for (int step = 0; step < STEPS && do_step(attempt, &steps[step]); step++) {
		attempt->shown = step;
		if (!is_shown(attempt->term, "NOT SAVED"))
			attempt->saved = step;
	}
	term_send(attempt->term, LAST_KEYS);
}

/* ---- checks ---- */

static int complain(const struct attempt *attempt, const char *what)
{
	char *screen = term_screen(attempt->term);
	fault("%s %s: %s; shown %d, saved %d; the screen:\n%s", attempt->course->name,
	      attempt->name, what, attempt->shown, attempt->saved, screen);
	free(screen);
	return 1;
}

static int check_end(const struct attempt *attempt)
{
	char what[64];
	if (!term_wait_end(attempt->term, END_MS))
		return complain(attempt, "it hangs");
	const int status = term_end(attempt->term);
	const struct rusage used = term_usage(attempt->term);
	/* If the terminal could not be set up, Ctrl-C is a signal. */
	const bool raw = strcmp(fail_kinds[attempt->kind].name, "ioctl") != 0;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT && !raw)
		return 0;
	if (WIFSIGNALED(status)) {
		snprintf(what, sizeof what, "ended by signal %d", WTERMSIG(status));
		return complain(attempt, what);
	}
	if (used.ru_utime.tv_sec + used.ru_stime.tv_sec >= BUSY_SECONDS)
		return complain(attempt, "it spins");
	/* curses exits by itself. */
	const bool told =
		(WEXITSTATUS(status) == 2 && term_logged(attempt->term, "parlour: ")) ||
		(WEXITSTATUS(status) == 1 && term_logged(attempt->term, "Out of memory"));
	const bool mute = attempt->on && strcmp(fail_kinds[attempt->kind].name, "write") == 0;
	if (WEXITSTATUS(status) == 0 || told || (mute && WEXITSTATUS(status) == 2))
		return 0;
	snprintf(what, sizeof what, "status %d", WEXITSTATUS(status));
	return complain(attempt, what);
}

static bool restores(int kind)
{
	return strcmp(fail_kinds[kind].name, "write") == 0 ||
	       strcmp(fail_kinds[kind].name, "ioctl") == 0;
}

static int check_terminal(const struct attempt *attempt)
{
	if ((attempt->on && restores(attempt->kind)) || term_restored(attempt->term))
		return 0;
	return complain(attempt, "the terminal is not as it was");
}

/* The last step after which just that was saved; -1: the start. */
static int step_of(const struct course *course, const char *kept)
{
	for (int step = STEPS - 1; step >= 0; step--)
		if (strcmp(course->kept[step], kept) == 0)
			return step;
	return strcmp(course->before, kept) == 0 ? -1 : NEVER;
}

/* Removes the times of the moves, which differ each time. */
static void drop_times(char *record)
{
	char *mark = strchr(record, '~');
	if (mark != NULL)
		memmove(mark, mark + strcspn(mark, " "), strlen(mark + strcspn(mark, " ")) + 1);
}

/* Appends the records of the leaderboard without their checksums, dates and times. */
static void add_log(const struct player *player, char kept[TEXT_MAX])
{
	char line[TEXT_MAX];
	int after = 0;
	FILE *log = fopen(at_player(player, "state/parlour/scores.log"), "r");
	while (log != NULL && fgets(line, sizeof line, log) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		sscanf(line, "score1 %*s %*s %n", &after);
		drop_times(line);
		strncat(kept, " / ", TEXT_MAX - 1 - strlen(kept));
		strncat(kept, line + after, TEXT_MAX - 1 - strlen(kept));
	}
	if (log != NULL)
		fclose(log);
}

/* All that is saved, as one text. Returns the number of faults. */
static int all_kept(const struct player *player, char kept[TEXT_MAX])
{
	const int faults = kept_text(player, KEPT, kept);
	if (kept[0] == '\0')
		snprintf(kept, TEXT_MAX, "%s", NOTHING);
	add_log(player, kept);
	return faults;
}

static int check_kept(const struct attempt *attempt)
{
	char kept[TEXT_MAX], what[TEXT_MAX + 64];
	int faults = all_kept(attempt->player, kept);
	const int step = step_of(attempt->course, kept);
	const bool told = term_logged(attempt->term, "parlour: NOT SAVED") ||
	                  (attempt->on && strcmp(fail_kinds[attempt->kind].name, "write") == 0);
	snprintf(what, sizeof what, "lost%s: kept is step %d: %s",
	         step >= attempt->saved ? ", and not told" : "", step, kept);
	/* A state that no step has lacks one of several writes, which must be reported. */
	if (step == NEVER ? !told : step < attempt->saved || (step < attempt->shown && !told))
		faults += complain(attempt, what);
	return faults;
}

/* ---- courses ---- */

static void copy_file(const char *from, const char *to)
{
	const struct bytes bytes = folder_read(from);
	FILE *out = fopen(to, "w");
	const bool whole = out != NULL && fwrite(bytes.at, 1, bytes.size, out) == bytes.size;
	if (out == NULL || fclose(out) != 0 || !whole)
		give_up("%s can't be written", to);
	free(bytes.at);
}

/* Restores the player's folder as it was at the start. */
static void reset_player(struct player *player, const struct course *course)
{
	player->name = course->player;
	folder_remove(at_player(player, "state"));
	if (course->moves == 0)
		return;
	mkdir(at_player(player, "state"), 0700);
	mkdir(at_player(player, "state/parlour"), 0700);
	copy_file(at_player(player, course->name), at_own(player, "parlour.db"));
}

static void run_attempt(struct attempt *attempt, struct tally *tally)
{
	reset_player(attempt->player, attempt->course);
	attempt->term = start(attempt);
	play(attempt);
	int faults = check_end(attempt);
	if (faults == 0)
		faults = check_terminal(attempt) + check_kept(attempt);
	term_free(attempt->term);
	tally->tried[attempt->kind]++;
	tally->met[attempt->kind] += is_met(attempt);
	tally->faults += (uint64_t)faults;
}

static void note_kept(const struct player *player, char kept[TEXT_MAX])
{
	if (all_kept(player, kept) != 0)
		give_up("nothing failed, and yet the file can't be read");
}

/* Plays undisturbed, to learn which data is saved when and how many calls there are at most. */
static void learn_course(struct attempt *attempt, struct course *course)
{
	reset_player(attempt->player, course);
	note_kept(attempt->player, course->before);
	attempt->course = course;
	snprintf(attempt->name, sizeof attempt->name, "count");
	attempt->term = start(attempt);
	for (int step = 0; step < STEPS; step++) {
		if (!do_step(attempt, &steps[step]))
			give_up("nothing failed, and yet step %d shows nothing", step);
		note_kept(attempt->player, course->kept[step]);
	}
	term_send(attempt->term, LAST_KEYS);
	if (term_end(attempt->term) != 0)
		give_up("nothing failed, and yet it ends badly");
	term_free(attempt->term);
	for (int kind = 0; kind < FAIL_KINDS; kind++)
		if (course->calls[kind] < attempt->met[kind])
			course->calls[kind] = attempt->met[kind];
}

/* Leaves in "kept" the data file of a player with a game in progress. */
static void make_kept(const struct torture *torture, const struct player *player)
{
	static const char *const moves[][2] = {{"", "moves 0 "}, {TERM_RIGHT, "moves 1 "},
	                                       {TERM_LEFT, "moves 2 "}};
	struct term *term = player_start(
		player, (const char *[]){torture->program, "room-2.level", NULL}, NULL);
	for (int i = 0; i <= KEPT_MOVES; i++) {
		term_send(term, moves[i][0]);
		term_wait_text(term, moves[i][1]);
	}
	term_send(term, "q");
	term_end(term);
	term_free(term);
	if (rename(at_own(player, "parlour.db"), at_player(player, "kept")) != 0)
		give_up("nothing was kept");
}

/* A player with the levels and data file of each course. */
static struct player player_of_courses(const struct torture *torture)
{
	struct player player = player_new();
	player_write_level(&player, 1);
	player_write_level(&player, 2);
	make_kept(torture, &player);
	return player;
}

/* Counters shared with other processes: through a file or, with -1, with child processes. */
static void *share(int file, size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
	                    MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0), file, 0);
	if (memory == MAP_FAILED)
		give_up("no memory can be shared");
	return memory;
}

static struct attempt attempt_of(const struct torture *torture, struct player *player,
                                 const char *library)
{
	const size_t size = FAIL_KINDS * sizeof(uint64_t);
	const int file = open(at_player(player, "met"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0 || ftruncate(file, (off_t)size) != 0)
		give_up("%s can't be made", at_player(player, "met"));
	struct attempt attempt = {.torture = torture, .player = player, .library = library,
	                          .met = share(file, size)};
	close(file);
	return attempt;
}

/* ---- cases ---- */

/* How many errors a kind is tried with: allocations only with the first. */
static int errors_of(int kind)
{
	return fail_kinds[kind].number == FAIL_MEMORY ? 1 : FAIL_ERRORS;
}

static uint64_t calls_of(const struct course *course, int kind)
{
	return course->calls[kind] == 0 ? 0 : course->calls[kind] + MORE;
}

/* How many cases a course has: each kind, error and call, once and from then on. */
static uint64_t cases_of(const struct course *course)
{
	uint64_t count = 0;
	for (int kind = 0; kind < FAIL_KINDS; kind++)
		count += calls_of(course, kind) * 2 * (uint64_t)errors_of(kind);
	return count;
}

static uint64_t all_cases(const struct course courses[COURSES])
{
	uint64_t count = 0;
	for (int i = 0; i < COURSES; i++)
		count += cases_of(&courses[i]);
	return count;
}

static void name_attempt(struct attempt *attempt, int kind, uint64_t call, bool on, int error)
{
	attempt->kind = kind;
	attempt->call = call;
	attempt->on = on;
	snprintf(attempt->name, sizeof attempt->name, "%s %lu%s %s", fail_kinds[kind].name,
	         (unsigned long)call, on ? "+" : "", fail_errors[error].name);
}

/* Selects a case by its number below all_cases. */
static void choose(struct attempt *attempt, const struct course courses[COURSES], uint64_t number)
{
	int kind = 0;
	attempt->course = courses;
	for (; number >= cases_of(attempt->course); attempt->course++)
		number -= cases_of(attempt->course);
	for (;; kind++) {
		const uint64_t errors = (uint64_t)errors_of(kind);
		const uint64_t here = calls_of(attempt->course, kind) * 2 * errors;
		if (number < here)
			break;
		number -= here;
	}
	const uint64_t calls = calls_of(attempt->course, kind);
	name_attempt(attempt, kind, number % calls + 1, number / calls % 2 == 1,
	             (int)(number / calls / 2));
}

/* Runs the cases that no other worker takes: all, or COUNT at random. */
static void work(struct attempt *attempt, const struct course courses[COURSES], struct tally *tally)
{
	const uint64_t all = all_cases(courses);
	for (uint64_t number; (number = tally->taken++) < all;) {
		uint64_t seed = number;
		if ((number + 1) % REPORT_EVERY == 0) {
			printf("fail: at case %lu\n", (unsigned long)number + 1);
			fflush(stdout);
		}
		if (attempt->torture->count != 0 &&
		    chance(&seed, (unsigned)all) >= (unsigned)attempt->torture->count)
			continue;
		choose(attempt, courses, number);
		run_attempt(attempt, tally);
	}
}

static void run_workers(const struct torture *torture, const char *library,
                        const struct course courses[COURSES], struct tally *tally)
{
	int status;
	pid_t worker[WORKERS];
	for (int i = 0; i < WORKERS; i++) {
		worker[i] = fork();
		if (worker[i] != 0)
			continue;
		struct player player = player_of_courses(torture);
		struct attempt attempt = attempt_of(torture, &player, library);
		work(&attempt, courses, tally);
		player_free(&player);
		_exit(0);
	}
	for (int i = 0; i < WORKERS; i++)
		if (waitpid(worker[i], &status, 0) != worker[i] || status != 0)
			tally->faults += (uint64_t)fault("a worker was lost");
}

/* Runs the case that a fault names. */
static void run_one(struct attempt *attempt, const struct course courses[COURSES],
                    const char *words, struct tally *tally)
{
	char name[16], kind[32], on[2] = "", error[32];
	unsigned long call;
	if (sscanf(words, "%15s %31s %lu%1[+] %31s", name, kind, &call, on, error) != 5 &&
	    sscanf(words, "%15s %31s %lu %31s", name, kind, &call, error) != 4)
		give_up("expected COURSE KIND N[+] ERROR");
	attempt->course = &courses[strcmp(name, courses[0].name) == 0 ? 0 : 1];
	for (int i = 0; i < FAIL_KINDS; i++)
		for (int e = 0; e < FAIL_ERRORS; e++)
			if (strcmp(kind, fail_kinds[i].name) == 0 &&
			    strcmp(error, fail_errors[e].name) == 0)
				name_attempt(attempt, i, call, on[0] != '\0', e);
	if (attempt->call == 0)
		give_up("no such call or error: %s", words);
	run_attempt(attempt, tally);
}

static void print_tally(const struct tally *tally)
{
	for (int kind = 0; kind < FAIL_KINDS; kind++)
		if (tally->tried[kind] > 0)
			printf("fail: %s: %lu cases tried, %lu of them reached\n",
			       fail_kinds[kind].name,
			       (unsigned long)tally->tried[kind], (unsigned long)tally->met[kind]);
}

int torture_fail(const struct torture *torture)
{
	struct player player = player_of_courses(torture);
	static struct course courses[COURSES] = {{.name = "new", .player = "anna"},
	                                         {.name = "kept", .moves = KEPT_MOVES}};
	char *library = torture->extra[0] != NULL ? realpath(torture->extra[0], NULL) : NULL;
	if (library == NULL)
		give_up("usage: endure fail COUNT PARLOUR fail.so [ONE]");
	struct attempt attempt = attempt_of(torture, &player, library);
	struct tally *tally = share(-1, sizeof *tally);
	for (int i = 0; i < COURSES * TRIALS; i++)
		learn_course(&attempt, &courses[i % COURSES]);
	printf("fail: there are %lu cases\n", (unsigned long)all_cases(courses));
	fflush(stdout);
	if (torture->extra[1] != NULL)
		run_one(&attempt, courses, torture->extra[1], tally);
	else
		run_workers(torture, library, courses, tally);
	print_tally(tally);
	free(library);
	player_free(&player);
	return (int)tally->faults;
}
