/* Everything here holds without the sandbox, too: the sandbox limits what the process can do even
 * if the game has a bug.
 *
 * sshd, login and su call a login shell as "-NAME", or as "NAME -c COMMAND", where NAME is the last
 * part of the account's shell (shell(5) calls it argument zero; do_child in OpenSSH's session.c).
 * The second form looks like --check COMMAND, so the account's shell decides, or SHELL, which they
 * set from it: if several account names share a user number, only SHELL belongs to the name that
 * logged in. Nothing that the guest sent, there or in SSH_ORIGINAL_COMMAND, is used. */
#include "cli/restricted.h"

#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "os/file.h"
#include "os/language.h"
#include "os/portable.h"
#include "os/signal.h"
#include "store/bundle.h"
#include "store/data_file.h"
#include "store/live.h"

enum {
	VALUE_MAX = 64,
	OTHER_MEMORY = 256 << 20, /* bytes of memory besides those of searches */
};

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? path : slash + 1;
}

static void look_up(void *account)
{
	*(const struct passwd **)account = getpwuid(getuid());
}

/* The account of the user; NULL if none was found. False without memory. */
static bool find_account(const struct passwd **account)
{
	*account = NULL;
	return signal_guard(look_up, account);
}

static bool same_name(const char *shell, const char *name)
{
	return shell != NULL && strcmp(last_part(shell), last_part(name)) == 0;
}

static bool is_login_shell(const struct passwd *account, const char *name)
{
	return name[0] == '-' || (account != NULL && same_name(account->pw_shell, name)) ||
	       same_name(getenv("SHELL"), name);
}

bool restricted_requested(int *argc, char **argv, bool *requested, struct error *error)
{
	const struct passwd *account;
	*requested = *argc > 1 && strcmp(argv[1], "--restricted") == 0;
	if (*requested || *argc < 1)
		return true;
	if (!find_account(&account))
		return error_set(error, "out of memory");
	*requested = is_login_shell(account, argv[0]);
	/* A missing account can't be told from a failed lookup. */
	if (!*requested && account == NULL && *argc > 1 && strcmp(argv[1], "-c") == 0)
		return error_set(error, "can't look up the account; -c is also how a login "
		                        "shell is called, so use --check instead");
	if (*requested)
		*argc = 1;
	return true;
}

/* ---- the environment ---- */

/* The variables a guest may set, and the characters allowed besides letters and digits: no paths,
 * and nothing that a library could take for more than a name. */
static const struct allowed_variable {
	const char *name, *others;
} allowed_variables[] = {
	{"COLORFGBG", ";"},    {"COLORTERM", "-"},
	{"ESCDELAY", ""},      {"LANG", "._@-"},
	{"LANGUAGE", "._@:-"}, {"LC_ALL", "._@-"},
	{"LC_CTYPE", "._@-"},  {"LC_MESSAGES", "._@-"},
	{"NO_COLOR", ""},      {"SSH_CONNECTION", ".:% -"},
	{"TERM", "._+-"},
};
enum { ALLOWED_VARIABLES = sizeof allowed_variables / sizeof allowed_variables[0] };

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
static const char digits[] = "0123456789";

static bool value_is_safe(const struct allowed_variable *variable, const char *value)
{
	char allowed[sizeof letters + sizeof digits + 8];
	const bool number = strcmp(variable->name, "ESCDELAY") == 0;
	snprintf(allowed, sizeof allowed, "%s%s%s", number ? "" : letters, digits,
	         variable->others);
	const size_t length = strlen(value);
	return length > 0 && length <= VALUE_MAX && strspn(value, allowed) == length &&
	       value[0] != '.' && value[0] != '-';
}

/* Replaces the whole environment; variables not listed are never read. HOME stays unset: curses
 * would look for the terminal in its .terminfo. */
static bool rebuild_environment(void)
{
	static char *clean[ALLOWED_VARIABLES + 3]; /* with two folders, and NULL at the end */
	char **next = clean;
	const struct passwd *account;
	for (int i = 0; i < ALLOWED_VARIABLES; i++) {
		const char *name = allowed_variables[i].name, *given = getenv(name);
		if (given != NULL && value_is_safe(&allowed_variables[i], given) &&
		    asprintf(next++, "%s=%s", name, given) < 0)
			return false;
	}
	environ = clean;
	if (!find_account(&account))
		return false;
	if (account == NULL || account->pw_dir == NULL || account->pw_dir[0] != '/')
		return true;
	return asprintf(next++, "XDG_CONFIG_HOME=%s/.config", account->pw_dir) >= 0 &&
	       asprintf(next, "XDG_STATE_HOME=%s/.local/state", account->pw_dir) >= 0;
}

/* ---- preparing the process ---- */

static bool check_rights(struct error *error)
{
	if (getuid() != geteuid() || getgid() != getegid())
		return error_set(error, "--restricted refuses to run setuid or setgid");
	return getuid() != 0 || error_set(error, "--restricted refuses to run as root: it needs "
	                                         "its own account");
}

bool restricted_prepare(struct error *error)
{
	if (!check_rights(error))
		return false;
	umask(077);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	close_all_from(STDERR_FILENO + 1);
	signal(SIGTSTP, SIG_IGN); /* there is no shell to return to */
	return rebuild_environment() || error_set(error, "out of memory");
}

/* ---- the sandbox ---- */

/* A path that the sandbox ignores instead of NULL, which ends its lists. */
static const char *or_none(const char *path)
{
	return path == NULL ? "" : path;
}

struct sandbox restricted_start_sandbox(const char *player, const char *bundle_key, size_t bytes)
{
	/* They must exist before the sandbox starts: a rule names an existing file, and the right
	 * to create files in a folder covers all folders below it, other players' too. */
	char folder[DATA_FILE_NAME_MAX], name[SANDBOX_NAME_MAX];
	data_file_player_path(player, "", folder);
	char *own = data_file_make_folder(folder);
	char *log = player == NULL ? NULL : data_file_make_folder("scores.log");
	char *lock = player == NULL ? NULL : data_file_make_folder("scores.lock");
	char *live = player == NULL ? NULL : live_make_file(player);
	char *lives = player == NULL ? NULL : live_make_folder();
	char *leaving = bundle_key == NULL ? NULL : bundle_leaving_path(bundle_key);
	char *arriving = bundle_key == NULL ? NULL : bundle_arriving_path(bundle_key);
	const char *const write[] = {own,           or_none(log),     or_none(lock),
	                             or_none(live), or_none(leaving), NULL};
	/* curses' terminal descriptions, wherever systems keep them (terminfo(5)); SQLite's source
	 * of random numbers; and the administrator's keys file and theme. */
	const char *config = getenv("XDG_CONFIG_HOME");
	char *keys = file_user_path(config, ".config", "keys");
	char *theme = file_user_path(config, ".config", "theme");
	struct data_file others; /* results of other hosts */
	data_file_open(&others, "others", ".log");
	const char *const read[] = {"/etc/terminfo",
	                            "/lib/terminfo",
	                            "/usr/lib/terminfo",
	                            "/usr/share/terminfo",
	                            "/usr/local/share/terminfo",
	                            "/etc/localtime",
	                            "/dev/urandom",
	                            or_none(others.path),
	                            keys,
	                            theme,
	                            or_none(lives),
	                            or_none(arriving),
	                            NULL};
	/* Searches keep their own limit; this one is for bugs. */
	const struct sandbox sandbox =
		sandbox_start(write, read, (uint64_t)2 * bytes + OTHER_MEMORY);
	free(own);
	free(log);
	free(lock);
	free(live);
	free(lives);
	free(leaving);
	free(arriving);
	free(keys);
	free(theme);
	data_file_close(&others);
	sandbox_name(sandbox, name);
	if (!sandbox_is_complete(sandbox))
		cli_warn(_("the sandbox is incomplete on this system: %s"), name);
	return sandbox;
}
