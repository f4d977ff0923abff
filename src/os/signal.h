/* Termination signals: SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, user signals, timers and CPU
 * limits. The handler only records them. The main loop notices, saves what must be saved, and then
 * terminates with the same signal, as the sender expects. */
#ifndef PARLOUR_OS_SIGNAL_H
#define PARLOUR_OS_SIGNAL_H

#include <signal.h>
#include <stdbool.h>

/* Installs a handler, which no other signal interrupts; blocking calls end with EINTR. False if our
 * parent had set the signal to be ignored: then it stays ignored, as under nohup. */
bool signal_handle(int number, void (*handler)(int number));

/* Records termination signals from now on and adds them to the set; the handler calls `also`. */
void signal_note_termination(void (*also)(void), sigset_t *taken);

/* The last termination signal received; 0: none. */
int signal_received(void);

/* Makes writes to the terminal's descriptor nonblocking until signal_restore_blocking: a
 * terminal that no longer reads must not delay the exit. Both are safe in a handler. */
void signal_set_nonblocking(int file);
void signal_restore_blocking(void);

/* Restores blocking writes and terminates with the recorded signal; returns if there was none. */
void signal_reraise(void);

/* Terminates with a signal, by its default action. */
void signal_raise_default(int number);

/* Runs a call into a library that does not check malloc for NULL: glibc's account lookup, and
 * curses as it starts. False if it crashed, which would end the program without a message. The
 * library must not be used again: report the error and exit. Not while other threads run. */
bool signal_guard(void (*call)(void *context), void *context);

#endif
