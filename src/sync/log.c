#include "sync/log.h"

#include <stdarg.h>
#include <stdio.h>

#include "os/text.h"

static bool to_syslog;

void log_to_syslog(void)
{
	openlog("parlour-sync", LOG_PID, LOG_DAEMON);
	to_syslog = true;
}

static const char *name_of(int priority)
{
	return priority == LOG_ERR ? "error" : priority == LOG_WARNING ? "warning" : "info";
}

void log_say(int priority, const char *format, ...)
{
	char words[1024], line[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(words, sizeof words, format, arguments);
	va_end(arguments);
	text_sanitize(line, sizeof line, words);
	if (to_syslog)
		syslog(priority, "%s", line);
	else
		fprintf(stderr, "parlour-sync: %s: %s\n", name_of(priority), line);
}
