/* Signals that ask for the end: SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, those of users, and of
 * time that is up. They are only noted; whoever runs sees that, keeps what is to be kept, and then
 * dies by the signal, as its sender expects. */
#ifndef PARLOUR_OS_SIGNAL_H
#define PARLOUR_OS_SIGNAL_H

#include <signal.h>
#include <stdbool.h>

/* Has the handler called, which no other signal interrupts; a call that waits ends with EINTR.
 * False where our parent had us ignore the signal: it stays ignored, as with nohup. */
bool signal_take(int number, void (*handler)(int number));

/* Has those that ask for the end noted from now on, and adds them to the set. `also` is called in
 * the handler. */
void signal_take_ends(void (*also)(void), sigset_t *taken);

/* The last of them that came; 0: none. */
int signal_end(void);

/* No write to that file, which is that of the terminal, waits until signal_wait_again: what no
 * longer reads must not hold up the end. Both are safe in a handler. */
void signal_never_wait(int file);
void signal_wait_again(void);

/* Lets writes wait again, and dies by the signal; returns if there was none. */
void signal_die(void);

/* Dies by any signal that it has a handler for. */
void signal_die_by(int number);

#endif
