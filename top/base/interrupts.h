/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_INTERRUPTS_H
#define DOTPROC_TOP_BASE_INTERRUPTS_H

/*
 * Signals that become flags for the main loop. They are blocked except during ppoll(2), so no
 * signal is lost between a check and the next wait, and they interrupt no other call (EINTR); the
 * timer of the watchdog below may, if the loop has been at work for some seconds.
 */

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

/* The signals that have arrived, as bits. */
enum {
    INTERRUPT_END = 1 << 0,     /* TERM, HUP, QUIT and others: exit in order */
    INTERRUPT_PIPE = 1 << 1,    /* PIPE: the reader of the output has closed it */
    INTERRUPT_SUSPEND = 1 << 2, /* TSTP */
    INTERRUPT_RESIZE = 1 << 3,  /* WINCH */
    INTERRUPT_RESUME = 1 << 4,  /* CONT: after any stop */
    INTERRUPT_BREAK = 1 << 5,   /* INT: exit, or stop an inspection */
};

/* Blocks and catches the signals above. 0 or -errno. */
int interrupt_init(void);

/*
 * Waits until a descriptor is ready, a signal arrives or the time is up; with a negative
 * `timeout_ns` it waits forever. Returns the signals since the last call as INTERRUPT_* bits, and
 * sets revents as poll(2) does.
 */
unsigned interrupt_wait(struct pollfd *fds, nfds_t count, int64_t timeout_ns);

/*
 * Whether these end the program. Then the caller has to end it, and the watchdog does where it
 * finds no time. A running inspection takes INTERRUPT_BREAK before.
 */
bool interrupts_take_end(unsigned taken);

/*
 * 0, or -errno: why interrupt_wait() cannot wait, as when seccomp(2) rejects ppoll(2). From then on
 * it returns INTERRUPT_END at once.
 */
int interrupt_error(void);

/* Stops the program as SIGTSTP does by default, and returns when it continues. */
void interrupt_stop(void);

/*
 * Stops the process group while another one has this terminal, as the terminal would when its modes
 * are set; ends the program by a signal that ends it, which the shell sends before SIGCONT. False:
 * another group still has the terminal, and this one cannot stop.
 */
bool interrupt_await_foreground(int terminal);

/*
 * The watchdog ends the program by a signal that it finds no time for: it may be in write(2) to a
 * terminal whose output is stopped (^S) or stalled, with the signals above blocked. A timer looks
 * for them some five seconds after the main loop has begun to work, then every second; it
 * interrupts what cannot be restarted, such as poll(2), with EINTR.
 *
 * For the thread that writes to the terminal; if it has to be reset, after terminal_reset_open().
 * Without a timer nothing is watched.
 */
void watchdog_open(void);
void watchdog_close(void);

/* Whether the main loop works, not waits. */
void watchdog_watch(bool works);

#endif
