/* parlour-sync: joins the leaderboards of many hosts by way of a PostgreSQL database. It runs in
 * the foreground until SIGTERM, and connects again whenever the connection is lost. */
#include <assert.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algo/random.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/registry.h"
#include "puzzles/list.h"
#include "sync/exchange.h"
#include "sync/log.h"
#include "sync/schema.h"

enum { STATUS_OK, STATUS_FAILED, STATUS_ERROR };

/* In milliseconds. */
enum {
	LOOK_TIME = 250,      /* between looks at our log */
	TOGETHER_TIME = 200,  /* to wait for more after a notification, */
	BUSY_TIME = 1000,     /* but this long after receiving last */
	RECEIVE_TIME = 15000, /* between receiving without one, which also tests the connection */
	RETRY_TIME_MIN = 500, /* before the next connect, doubled up to */
	RETRY_TIME_MAX = 60000,
};

/* ---- the command line ---- */

enum option {
	OPTION_HOST,
	OPTION_LOG,
	OPTION_OTHERS,
	OPTION_DATABASE,
	OPTION_BEST,
	OPTION_ONCE,
	OPTION_OWN,
	OPTION_SYSLOG,
	OPTION_INIT,
	OPTION_ADMIT,
	OPTION_WITHDRAW,
	OPTION_HELP,
	OPTION_VERSION,
	OPTION_COUNT
};

struct sync_options {
	const char *value[OPTION_COUNT]; /* NULL: not given */
};

/* In the order of --help; data/completions.awk reads it. */
static const struct row {
	struct option_name option;
	const char *argument; /* its name in --help (NC_); NULL: none */
	const char *help;     /* what it does (N_) */
} rows[OPTION_COUNT] = {
	[OPTION_HOST] = {{"host", 0, true},
                         NC_("argument", "HOST"),
                         N_("this host's name, as in DNS")},
	[OPTION_LOG] = {{"log", 0, true}, NC_("argument", "FILE"), N_("this host's scores.log")},
	[OPTION_OTHERS] = {{"others", 0, true},
                           NC_("argument", "FILE"),
                           N_("others.log, which the game reads")},
	[OPTION_DATABASE] = {{"database", 0, true},
                             NC_("argument", "CONNINFO"),
                             N_("the database, as libpq takes it; else by libpq's environment "
                                "variables")},
	[OPTION_BEST] = {{"best", 0, false},
                         NULL,
                         N_("receive only results that may be among the best 20 of their level")},
	[OPTION_ONCE] = {{"once", 0, false}, NULL, N_("exchange what is new, then end")},
	[OPTION_OWN] = {{"own", 0, false},
                        NULL,
                        N_("receive this host's own results that FILE of --log lacks, as after a "
                           "restore, then end")},
	[OPTION_SYSLOG] = {{"syslog", 0, false},
                           NULL,
                           N_("report to syslog, not to standard error")},
	[OPTION_INIT] = {{"init", 0, false}, NULL, N_("create the schema, or bring it up to date")},
	[OPTION_ADMIT] = {{"admit", 0, true},
                          NC_("argument", "HOST=ROLE"),
                          N_("let this role send the results of a host")},
	[OPTION_WITHDRAW] = {{"withdraw", 0, true},
                             NC_("argument", "HOST"),
                             N_("take back all results of a host")},
	[OPTION_HELP] = {{"help", 'h', false}, NULL, N_("print this text")},
	[OPTION_VERSION] = {{"version", 'V', false}, NULL, N_("print the version")},
};

static void print_options(enum option from, enum option to)
{
	enum { COLUMN = 28 }; /* of what options do */
	for (enum option i = from; i <= to; i++) {
		char names[HELP_NAMES_MAX] = "";
		const struct option_name *option = &rows[i].option;
		help_add_names(names, option->letter, option->name, rows[i].argument);
		help_print_entry(names, _(rows[i].help), COLUMN);
	}
}

static void print_help(void)
{
	help_print_text(_("Usage: parlour-sync --host HOST --log FILE --others FILE [OPTION]..."));
	help_print_text(
		_("Joins the leaderboards of many hosts through a PostgreSQL database: sends "
	          "the results of this host, and receives those of others. Runs until "
	          "SIGTERM."));
	putchar('\n');
	print_options(OPTION_HOST, OPTION_SYSLOG);
	putchar('\n');
	help_print_text(_("For the owner of the database:"));
	print_options(OPTION_INIT, OPTION_WITHDRAW);
	putchar('\n');
	print_options(OPTION_HELP, OPTION_VERSION);
	putchar('\n');
	help_print_text(_("Exit status: 0 all went well; 1 failed; 2 bad usage."));
}

static bool read_options(struct sync_options *options, int argc, char **argv, struct error *error)
{
	struct arguments arguments;
	struct option_name names[OPTION_COUNT];
	int option;
	for (int i = 0; i < OPTION_COUNT; i++)
		names[i] = rows[i].option;
	*options = (struct sync_options){0};
	arguments_begin(&arguments, argc, argv);
	while ((option = arguments_next(&arguments, names, OPTION_COUNT, error)) >= 0)
		options->value[option] = names[option].has_value ? arguments.value : "";
	if (option == ARGUMENTS_FAULT)
		return false;
	return arguments.operands == 0 ||
	       error_set(error, _("unexpected argument: %s"), text_shown(argv[1]).bytes);
}

/* Owner's commands take no option of an exchange. */
static bool check_owner(const struct sync_options *options, struct error *error)
{
	static const enum option others[] = {OPTION_HOST, OPTION_LOG,  OPTION_OTHERS,
	                                     OPTION_BEST, OPTION_ONCE, OPTION_OWN};
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (options->value[others[i]] != NULL)
			return error_set(error, _("--%s does not go with commands of the owner"),
			                 rows[others[i]].option.name);
	return true;
}

static bool is_for_owner(const struct sync_options *options)
{
	const char *const *value = options->value;
	return value[OPTION_INIT] != NULL || value[OPTION_ADMIT] != NULL ||
	       value[OPTION_WITHDRAW] != NULL;
}

/* HOST=ROLE. Returns the role; NULL: it is not that. */
static const char *read_admission(const char *word, char host[HOST_NAME_BYTES + 1])
{
	const size_t length = strcspn(word, "=");
	snprintf(host, HOST_NAME_BYTES + 1, "%.*s", length <= HOST_NAME_BYTES ? (int)length : 0,
	         word);
	const bool sound = word[length] != '\0' && word[length + 1] != '\0';
	return sound && text_is_host_name(host) ? word + length + 1 : NULL;
}

/* What the owner's commands need, or the exchange. */
static bool check_options(const struct sync_options *options, struct error *error)
{
	char host[HOST_NAME_BYTES + 1];
	const char *admission = options->value[OPTION_ADMIT];
	if (admission != NULL && read_admission(admission, host) == NULL)
		return error_set(error, _("--admit \"%s\": expected HOST=ROLE"),
		                 text_shown(admission).bytes);
	if (is_for_owner(options))
		return check_owner(options, error);
	static const enum option needed[] = {OPTION_HOST, OPTION_LOG, OPTION_OTHERS};
	for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
		if (options->value[needed[i]] == NULL)
			return error_set(error, _("--%s is needed"), rows[needed[i]].option.name);
	return text_is_host_name(options->value[OPTION_HOST]) ||
	       error_set(error, _("--host \"%s\": expected a host's name"),
	                 text_shown(options->value[OPTION_HOST]).bytes);
}

/* ---- the owner's commands ---- */

static bool admit(struct database *database, const char *word, struct error *error)
{
	char host[HOST_NAME_BYTES + 1];
	const char *role = read_admission(word, host);
	assert(role != NULL);
	return schema_admit(database, host, role, error);
}

static bool administer(const struct sync_options *options, struct error *error)
{
	struct database database = {.patient = true}; /* an index of a large table takes minutes */
	const char *const *value = options->value;
	if (!database_connect(&database, value[OPTION_DATABASE], error))
		return false;
	bool good = value[OPTION_INIT] == NULL || schema_init(&database, error);
	good = good &&
	       (value[OPTION_ADMIT] == NULL || admit(&database, value[OPTION_ADMIT], error));
	good = good && (value[OPTION_WITHDRAW] == NULL ||
	                schema_withdraw(&database, value[OPTION_WITHDRAW], error));
	database_close(&database);
	return good;
}

/* ---- running ---- */

/* After a notification, how long to wait for more: a thousand hosts that receive each record at
 * once would be a burden. */
static int together_time(int64_t since_received)
{
	return since_received < BUSY_TIME - TOGETHER_TIME ? BUSY_TIME - (int)since_received
	                                                  : TOGETHER_TIME;
}

/* While connected: sends and receives whatever is new, until the connection is lost. *complete: it
 * did all that at least once. */
static bool stay(struct exchange *exchange, bool once, bool *complete, struct error *error)
{
	int64_t received = 0;
	bool notified = true, ignored;
	for (;;) {
		if (exchange_is_due(exchange) && !exchange_send(exchange, error))
			return false;
		if (notified || milliseconds_now() - received >= RECEIVE_TIME) {
			if (!exchange_receive(exchange, once, error) ||
			    !exchange_ask_again(exchange, error) ||
			    !exchange_digests(exchange, error))
				return false;
			received = milliseconds_now();
		}
		if (!exchange_carry(exchange, once, error))
			return false;
		*complete = true;
		if (once && !(exchange->may_send && exchange->must_offer))
			return true;
		if (!database_wait(&exchange->database, LOOK_TIME, &notified, error))
			return false;
		const int together = together_time(milliseconds_now() - received);
		if (notified && !database_wait(&exchange->database, together, &ignored, error))
			return false;
		if (database_must_stop())
			return true;
	}
}

/* Connects and stays. */
static bool visit(struct exchange *exchange, const char *conninfo, bool once, bool *complete,
                  struct error *error)
{
	const bool began = database_connect(&exchange->database, conninfo, error) &&
	                   exchange_begin(exchange, error);
	*complete = false;
	if (began)
		log_say(LOG_INFO, "connected");
	const bool good = began && stay(exchange, once, complete, error);
	database_close(&exchange->database);
	return good;
}

/* Half of the time at least, so that many hosts do not come at once. */
static int retry_time(int time, struct random *random)
{
	return time / 2 + (int)random_below(random, (uint32_t)time / 2);
}

static bool run(struct exchange *exchange, const struct sync_options *options, struct error *error)
{
	const bool once = options->value[OPTION_ONCE] != NULL || exchange->own;
	int time = RETRY_TIME_MIN;
	bool complete, ignored;
	struct random random = {.state = (uint64_t)wall_milliseconds() ^ (uint64_t)getpid()};
	while (!visit(exchange, options->value[OPTION_DATABASE], once, &complete, error)) {
		if (database_must_stop())
			return true;
		if (once)
			return false;
		log_say(LOG_WARNING, "%s", error->text);
		if (complete)
			time = RETRY_TIME_MIN;
		database_wait(&exchange->database, retry_time(time, &random), &ignored, error);
		time = 2 * time < RETRY_TIME_MAX ? 2 * time : RETRY_TIME_MAX;
		if (database_must_stop())
			return true;
	}
	return true;
}

static bool start(const struct sync_options *options, struct error *error)
{
	struct exchange exchange = {.host = options->value[OPTION_HOST],
	                            .log = options->value[OPTION_LOG],
	                            .best = options->value[OPTION_BEST] != NULL,
	                            .own = options->value[OPTION_OWN] != NULL};
	database_take_signals();
	language_choose(
		"en"); /* what follows is a log, for programs that look for its lines, too */
	bool good = exchange_open(&exchange, options->value[OPTION_OTHERS], error);
	if (good) {
		good = run(&exchange, options, error) &&
		       others_flush(&exchange.others, &exchange.others.cursor, true, error);
		if (good && options->value[OPTION_ONCE] != NULL && !exchange.admitted)
			good = error_set(error, "nothing was sent");
		log_say(LOG_INFO, "ended");
	}
	exchange_close(&exchange);
	return good;
}

static int report(bool good, const struct error *error)
{
	if (!good)
		log_say(LOG_ERR, "%s", error->text);
	return good ? STATUS_OK : STATUS_FAILED;
}

int main(int argc, char **argv)
{
	struct sync_options options;
	struct error error;
	setlocale(LC_CTYPE, "");
	language_choose_by_environment();
	signal(SIGXFSZ, SIG_IGN);
	if (!read_options(&options, argc, argv, &error)) {
		log_say(LOG_ERR, "%s", error.text);
		return STATUS_ERROR;
	}
	const char *const *value = options.value;
	if (value[OPTION_HELP] != NULL || value[OPTION_VERSION] != NULL) {
		if (value[OPTION_HELP] != NULL)
			print_help();
		else
			puts(PACKAGE_STRING);
		return fflush(stdout) == 0 ? STATUS_OK : STATUS_ERROR;
	}
	if (value[OPTION_SYSLOG] != NULL)
		log_to_syslog();
	if (!check_options(&options, &error) || !registry_install(all_puzzles, &error)) {
		log_say(LOG_ERR, "%s", error.text);
		return STATUS_ERROR;
	}
	const bool good =
		is_for_owner(&options) ? administer(&options, &error) : start(&options, &error);
	return report(good, &error);
}
