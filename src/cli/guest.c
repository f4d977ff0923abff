#include "cli/guest.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "store/bundle.h"
#include "store/guests.h"

enum {
	TRIES = 5,                        /* at a name */
	ANSWER_MILLISECONDS = 120 * 1000, /* to wait for a line */
	LINE_MAX_BYTES = 1024,            /* of a line; more is not read */
};

enum wish guest_wish(void)
{
	const char *command = getenv("SSH_ORIGINAL_COMMAND");
	if (command != NULL && strcmp(command, "forget") == 0)
		return WISH_FORGET;
	return command != NULL && strcmp(command, "rename") == 0 ? WISH_RENAME : WISH_PLAY;
}

/* ---- a line from the guest ---- */

static bool wait_for_input(int64_t until)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	const int64_t left = until - milliseconds_now();
	return left > 0 && poll(&input, 1, (int)left) > 0;
}

/* Reads a line, byte by byte, because what follows is for the game. One that is too long for `line`
 * becomes "?", which is no name. False at the end of the input, or if none comes. */
static bool read_line(char *line, size_t room)
{
	const int64_t until = milliseconds_now() + ANSWER_MILLISECONDS;
	char text[PLAYER_NAME_MAX + 2] = "";
	size_t length = 0;
	assert(room < sizeof text);
	for (int bytes = 0; bytes < LINE_MAX_BYTES; bytes++) {
		char byte;
		if (!wait_for_input(until) || read(STDIN_FILENO, &byte, 1) != 1)
			return false;
		if (byte == '\n') {
			memcpy(line, length < room ? text : "?", length < room ? length + 1 : 2);
			return true;
		}
		if (byte != '\r' && length < room)
			text[length++] = byte;
	}
	return false;
}

static bool ask(const char *question, char *line, size_t room)
{
	fputs(question, stdout);
	return fflush(stdout) == 0 && read_line(line, room);
}

/* ---- a name ---- */

/* The address the guest comes from; of IPv6 the network, whose other addresses are as easy to have.
 * "unknown" if it is not known. */
static void find_address(char address[GUESTS_ADDRESS_MAX])
{
	struct in6_addr bytes;
	const char *connection = getenv("SSH_CONNECTION");
	snprintf(address, GUESTS_ADDRESS_MAX, "%s", connection == NULL ? "" : connection);
	address[strcspn(address, " %")] = '\0';
	if (inet_pton(AF_INET6, address, &bytes) == 1) {
		if (!IN6_IS_ADDR_V4MAPPED(&bytes))
			memset(&bytes.s6_addr[8], 0, 8);
		inet_ntop(AF_INET6, &bytes, address, GUESTS_ADDRESS_MAX);
	} else if (inet_pton(AF_INET, address, &bytes) != 1) {
		snprintf(address, GUESTS_ADDRESS_MAX, "unknown");
	}
}

/* What a guest is asked for: a first name, or another one. */
struct wanted {
	const char *key;
	const struct guest *guest; /* NULL: new */
	const struct guest_limits *limits;
	struct log *log;
	char name[PLAYER_NAME_MAX + 1];
};

/* Whether the key has another name than it had before the guest was asked: another session of the
 * guest was faster. A new guest then has that name. */
static bool was_named(const struct guests *guests, struct wanted *wanted)
{
	struct guest now;
	const bool found = guests_find(guests, wanted->key, &now);
	if (wanted->guest != NULL)
		return !found || strcmp(now.name, wanted->guest->name) != 0;
	if (found)
		memcpy(wanted->name, now.name, sizeof wanted->name);
	return found;
}

/* Gives the guest the wanted name. False with a sentence; *again if another name may help. */
static bool take_name(struct wanted *wanted, bool made, bool *again, struct error *error)
{
	struct guests guests;
	char address[GUESTS_ADDRESS_MAX];
	const char *own = wanted->guest == NULL ? NULL : wanted->guest->name;
	bool limited = false;
	*again = false;
	find_address(address);
	if (!guests_open(&guests, error))
		return false;
	if (was_named(&guests, wanted)) {
		guests_close(&guests);
		return own == NULL || error_set(error, _("the name has just been changed"));
	}
	bool good = made || guests_is_free(&guests, own, wanted->name, error);
	*again = !good;
	good = good && guests_count_new(&guests, address, wanted->limits, &limited, error) &&
	       (own == NULL ? guests_add(&guests, wanted->key, wanted->name, error)
	                    : guests_rename(&guests, own, wanted->name, error));
	guests_close(&guests);
	if (limited)
		log_write(wanted->log, LEVEL_WARNING,
		          "no new name for a guest from %s: limit reached", address);
	if (good)
		log_write(wanted->log, LEVEL_NOTICE, "%s: new name of %s, from %s", wanted->name,
		          own == NULL ? "a new guest" : own, address);
	return good;
}

static bool make_name(const char *key, char name[PLAYER_NAME_MAX + 1], struct error *error)
{
	struct guests guests;
	if (!guests_open(&guests, error))
		return false;
	guests_make_name(&guests, key, name);
	guests_close(&guests);
	return true;
}

/* Asks until a name is taken; an empty line takes the made one, "" if there is none. */
static bool ask_name(struct wanted *wanted, const char made[PLAYER_NAME_MAX + 1],
                     struct error *error)
{
	char question[PLAYER_NAME_MAX + 64];
	const bool has_made = made[0] != '\0';
	if (has_made)
		/* TRANSLATORS: A question; %s is the name that Enter takes. */
		snprintf(question, sizeof question, _("Name [%s]: "), made);
	else
		/* TRANSLATORS: A question for the player's name. */
		snprintf(question, sizeof question, "%s", _("Name: "));
	for (int try = 0; try < TRIES; try++) {
		char line[PLAYER_NAME_MAX + 1];
		bool again;
		if (!ask(question, line, sizeof line))
			return error_set(error, _("no name was given"));
		const bool is_made = has_made && (*line == '\0' || strcmp(line, made) == 0);
		if (!is_made && !text_is_player_name(line)) {
			puts(_("That is not a name."));
			continue;
		}
		memcpy(wanted->name, is_made ? made : line, sizeof wanted->name);
		if (take_name(wanted, is_made, &again, error))
			return true;
		if (!again)
			return false;
		puts(error->text);
	}
	return error_set(error, _("no name was given"));
}

static const char rules[] = N_("It has 1 to 32 characters from a-z A-Z 0-9 . _ -");

static bool welcome(struct options *options, struct log *log, struct error *error)
{
	char made[PLAYER_NAME_MAX + 1];
	struct wanted wanted = {.key = options->key, .limits = &options->guest_limits, .log = log};
	if (!options->plain && !(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)))
		return error_set(error, _("only the game runs here, and it needs a terminal: use "
		                          "ssh -t"));
	if (!make_name(options->key, made, error))
		return false;
	puts(_("Welcome to Parlour. Which name shall others see on the leaderboard?"));
	puts(_(rules));
	if (!ask_name(&wanted, made, error))
		return false;
	snprintf(options->guest, sizeof options->guest, "%s", wanted.name);
	/* TRANSLATORS: %s is a name; "rename" and "forget" are typed like this. */
	printf(_("Hello, %s. To change the name or to delete all that is kept of you, send ssh the "
	         "command\nrename or forget.\n"),
	       options->guest);
	return true;
}

/* ---- entering ---- */

/* Finds the key's name and holds the folder, so that it can't be renamed or deleted meanwhile. */
static bool find_name(struct options *options, bool *found, struct error *error)
{
	struct guests guests;
	struct guest guest;
	if (!guests_open(&guests, error))
		return false;
	*found = guests_find(&guests, options->key, &guest);
	bool good = !*found || guests_finish_rename(&guest, error);
	if (good && *found) {
		memcpy(options->guest, guest.name, sizeof options->guest);
		good = guests_hold(guest.name, false, error) >= 0 || error->text[0] == '\0';
	}
	guests_close(&guests);
	return good;
}

/* The player whom the variable names. */
static bool read_variable(struct options *options, char *const *environment, struct error *error)
{
	const char *name = options->player_variable;
	const size_t length = strlen(name);
	for (; *environment != NULL; environment++)
		if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=')
			options->player = *environment + length + 1;
	if (options->player == NULL)
		return error_set(error, _("--player-from: the variable %s is not set"), name);
	return text_is_player_name(options->player) ||
	       error_set(error, _("--player-from: %s is not a name: \"%s\""), name,
	                 text_shown(options->player).bytes);
}

/* Whether the --player's folder is held: always, if the command may create it. */
static bool needs_folder(const struct options *options)
{
	switch (options->command) {
	case COMMAND_FORGET:
	case COMMAND_RENAME:
		return false;
	case COMMAND_GAME:
	case COMMAND_EDIT:
	case COMMAND_DEMO:
	case COMMAND_IMPORT:
		return true;
	default:
		return options->restricted || guests_has_folder(options->player);
	}
}

bool guest_enter(struct options *options, char *const *environment, struct log *log,
                 struct error *error)
{
	bool found = false;
	if (options->player_variable != NULL && !read_variable(options, environment, error))
		return false;
	if (options->key == NULL)
		return options->player == NULL || !needs_folder(options) ||
		       guests_hold(options->player, false, error) >= 0 || error->text[0] == '\0';
	if (!find_name(options, &found, error) ||
	    (!found && (!welcome(options, log, error) || !find_name(options, &found, error))))
		return false;
	options->player = options->guest;
	options->bundle_key = bundle_prepare(options->key) ? options->key : NULL;
	return true;
}

/* ---- forget and rename ---- */

/* The folder must be held. */
static bool forget(const struct guests *guests, const char *player, struct error *error)
{
	size_t results;
	if (!guests_forget(guests, player, &results, error))
		return false;
	printf(text_plural("Deleted all data of %s, and %zu line of the leaderboard. Nobody can "
	                   "take the name.\n",
	                   "Deleted all data of %s, and %zu lines of the leaderboard. Nobody can "
	                   "take the name.\n",
	                   (long)results),
	       player, results);
	return true;
}

static bool forget_player(const struct guests *guests, const struct options *options,
                          struct error *error)
{
	return forget(guests, options->player, error);
}

static bool rename_player(const struct guests *guests, const struct options *options,
                          struct error *error)
{
	return guests_is_free(guests, options->player, options->new_name, error) &&
	       guests_rename(guests, options->player, options->new_name, error);
}

/* Changes the --player, if there is such a player, or `formerly` was. Returns the exit status. */
static int change_player(const struct options *options, bool formerly,
                         bool (*change)(const struct guests *guests, const struct options *options,
                                        struct error *error))
{
	struct error error;
	struct guests guests;
	int held = -1;
	if (!guests_open(&guests, &error))
		return cli_fail(error.text);
	if (guests_is_player(&guests, options->player, formerly))
		held = guests_hold(options->player, true, &error);
	else
		error_set(&error, _("there is no player %s"), options->player);
	const bool good = held >= 0 && change(&guests, options, &error);
	guests_close(&guests);
	if (held >= 0)
		close(held);
	return good ? STATUS_OK : cli_fail(error.text);
}

/* It can be repeated, if it was not completed. */
int cli_forget(struct request *request)
{
	return change_player(request->options, true, forget_player);
}

int cli_rename(struct request *request)
{
	return change_player(request->options, false, rename_player);
}

static bool confirm_forgetting(const char *player, struct error *error)
{
	char line[PLAYER_NAME_MAX + 1], question[1024];
	snprintf(question, sizeof question,
	         _("This deletes your games, results and settings on this host, and takes you "
	           "off its leaderboard.\nType your name, %s, to go on: "),
	         player);
	return (ask(question, line, sizeof line) && strcmp(line, player) == 0) ||
	       error_set(error, _("nothing was deleted"));
}

static bool forget_guest(const char *player, struct log *log, struct error *error)
{
	struct guests guests;
	bool good = false;
	const int held = guests_hold(player, true, error);
	if (held < 0)
		return false;
	if (confirm_forgetting(player, error) && guests_open(&guests, error)) {
		good = forget(&guests, player, error);
		guests_close(&guests);
	}
	close(held);
	if (good)
		log_write(log, LEVEL_NOTICE, "%s: forgotten, as the guest asked", player);
	return good;
}

static const char no_name[PLAYER_NAME_MAX + 1] = "";

static bool rename_guest(const struct options *options, const struct guest *guest, struct log *log,
                         struct error *error)
{
	struct wanted wanted = {.key = options->key,
	                        .guest = guest,
	                        .limits = &options->guest_limits,
	                        .log = log};
	if (guest->previous[0] != '\0' && time(NULL) - guest->since < SECONDS_PER_DAY)
		return error_set(error, _("a name can be changed once a day"));
	const int held = guests_hold(guest->name, true, error);
	if (held < 0)
		return false;
	printf(_("Your name is %s. Which name shall it be? The old one stays yours.\n"),
	       guest->name);
	puts(_(rules));
	const bool good = ask_name(&wanted, no_name, error);
	if (good)
		printf(_("Your name is %s now.\n"), wanted.name);
	close(held);
	return good;
}

int guest_grant(const struct options *options, enum wish wish, struct log *log)
{
	struct error error;
	struct guests guests;
	struct guest guest = {.since = 0};
	bool good = false;
	if (!guests_open(&guests, &error))
		return cli_fail(error.text);
	const char *player = options->key == NULL ? options->player : guest.name;
	const bool found = options->key == NULL
	                           ? player != NULL && guests_is_player(&guests, player, false)
	                           : guests_find(&guests, options->key, &guest);
	guests_close(&guests);
	if (!found)
		good = error_set(&error, _("nothing is kept under your name here"));
	else if (wish == WISH_FORGET)
		good = forget_guest(player, log, &error);
	else
		good = options->key == NULL ? error_set(&error, _("your name was set by the "
		                                                  "administrator of this host"))
		                            : rename_guest(options, &guest, log, &error);
	return good ? STATUS_OK : cli_fail(error.text);
}
