/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_INTERRUPTS_H
#define DOTPROC_TOP_BASE_INTERRUPTS_H

/*
 * Signals that become flags for the main loop. They are blocked except in interrupt_wait(), so no
 * signal is lost between a check and the next wait, and they interrupt no other call (EINTR); the
 * timer of watchdog.h may, if the loop has been at work for some seconds.
 */

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

/* The signals that have arrived, as bits. */
enum {
    INTERRUPT_END = 1 << 0,     /* TERM, HUP, QUIT, PIPE and others: exit in order */
    INTERRUPT_BREAK = 1 << 1,   /* INT: exit, or stop an inspection */
    INTERRUPT_SUSPEND = 1 << 2, /* TSTP */
    INTERRUPT_RESIZE = 1 << 3,  /* WINCH */
    INTERRUPT_RESUME = 1 << 4,  /* CONT: after any stop */
};

/* Blocks and catches the signals that these bits stand for. 0 or -errno. */
int interrupt_init(void);

/*
 * Waits until a descriptor is ready, a signal arrives or the time is up; with a negative
 * `timeout_ns` it waits forever. Returns the signals since the last call as INTERRUPT_* bits, and
 * sets revents as poll(2) does.
 */
unsigned interrupt_wait(struct pollfd *fds, nfds_t count, int64_t timeout_ns);

/*
 * Whether these end the program, which the caller has to do; the watchdog does if it takes too
 * long. INTERRUPT_BREAK is to be masked out before if an inspection takes it.
 */
bool interrupt_take_end(unsigned taken);

/*
 * 0, or -errno: why interrupt_wait() could not wait, as when seccomp(2) rejects ppoll(2). From then
 * on it returns INTERRUPT_END.
 */
int interrupt_error(void);

/* Ends the program by a signal that does, taken or still pending; returns if none has come. */
void interrupt_end_if_signalled(void);

#endif
