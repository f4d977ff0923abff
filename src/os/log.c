/* The socket is connected, so that write(2) sends: sendto(2) is not allowed in the sandbox. */
#include "os/log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "os/file.h"
#include "os/language.h"
#include "os/portable.h"
#include "os/text.h"

enum { FACILITY_DAEMON = 3 << 3, TEXT_MAX = 400 };

static bool connect_syslog(struct log *log, struct error *error)
{
	static const struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/dev/log"};
	log->file = socket(AF_UNIX, SOCK_DGRAM, 0);
	if (log->file >= 0 && set_descriptor_flags(log->file, O_CLOEXEC | O_NONBLOCK) &&
	    connect(log->file, (const struct sockaddr *)&address, sizeof address) == 0)
		return true;
	const int fault = errno;
	log_close(log);
	return error_set(error, _("syslog: %s"), error_reason(fault));
}

bool log_open(struct log *log, enum log_target target, struct error *error)
{
	*log = (struct log){.target = target, .file = STDERR_FILENO};
	if (target == LOG_SYSLOG)
		return connect_syslog(log, error);
	if (target == LOG_STDERR && isatty(STDERR_FILENO))
		log->target = LOG_NOWHERE;
	return true;
}

void log_close(struct log *log)
{
	if (log->target == LOG_SYSLOG && log->file >= 0)
		close(log->file);
	log->target = LOG_NOWHERE;
}

/* A pipe that can be written to takes a line of this size whole (pipe(7)). */
static bool is_ready(void)
{
	struct pollfd out = {.fd = STDERR_FILENO, .events = POLLOUT};
	return poll(&out, 1, 0) == 1 && (out.revents & POLLOUT) != 0;
}

static void write_stderr(enum log_level level, const char *text)
{
	static const char *const names[] =
		{[LEVEL_ERROR] = "error", [LEVEL_WARNING] = "warning", [LEVEL_NOTICE] = "notice"};
	char line[TEXT_MAX + 32];
	const int length = snprintf(line, sizeof line, "parlour: %s: %s\n", names[level], text);
	if (is_ready() && !file_write(STDERR_FILENO, line, (size_t)length))
		errno = 0; /* lost */
}

/* The format of RFC 3164, as the C library's syslog() writes it. */
static void write_syslog(int file, enum log_level level, const char *text)
{
	char line[TEXT_MAX + 64], date[32];
	struct tm local;
	const time_t now = time(NULL);
	if (localtime_r(&now, &local) == NULL ||
	    strftime(date, sizeof date, "%b %e %H:%M:%S", &local) == 0)
		return;
	const int length = snprintf(line, sizeof line, "<%d>%s parlour[%ld]: %s",
	                            FACILITY_DAEMON | (int)level, date, (long)getpid(), text);
	if (write(file, line, (size_t)length) < 0)
		errno = 0; /* lost: the receiver is full or gone */
}

void log_write(struct log *log, enum log_level level, const char *format, ...)
{
	char text[TEXT_MAX], safe[TEXT_MAX];
	assert(level == LEVEL_ERROR || level == LEVEL_WARNING || level == LEVEL_NOTICE);
	if (log->target == LOG_NOWHERE || log->lines >= LOG_LINES)
		return;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (++log->lines == LOG_LINES)
		snprintf(text, sizeof text, "too many lines; this session writes no more");
	text_sanitize(safe, sizeof safe, text);
	if (log->target == LOG_STDERR)
		write_stderr(level, safe);
	else
		write_syslog(log->file, level, safe);
}
