/* What parlour-sync reports: lines with a level on standard error, or to syslog. */
#ifndef PARLOUR_SYNC_LOG_H
#define PARLOUR_SYNC_LOG_H

#include <stdbool.h>
#include <syslog.h>

/* From now on to syslog. */
void log_to_syslog(void);

/* One line; `priority` is one of syslog(3): LOG_ERR, LOG_WARNING, LOG_INFO. */
void log_say(int priority, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
