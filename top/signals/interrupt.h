/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SIGNALS_INTERRUPT_H
#define DOTPROC_TOP_SIGNALS_INTERRUPT_H

/*
 * Signals, made into something that the main loop can ask about.
 *
 * They are blocked all the time but for the moment of waiting, so that none comes between a look
 * at what has arrived and the wait for more, and no call is ever cut short by one.
 */

#include <poll.h>
#include <stdint.h>

/* What has arrived; a set. */
enum {
    INTERRUPT_END = 1 << 0,     /* TERM, HUP, QUIT: leave in order */
    INTERRUPT_PIPE = 1 << 1,    /* the reader of the output has gone */
    INTERRUPT_SUSPEND = 1 << 2, /* TSTP */
    INTERRUPT_RESIZE = 1 << 3,  /* WINCH */
    INTERRUPT_BREAK = 1 << 5,   /* INT: likewise, or end what is going on */
    INTERRUPT_RESUME = 1 << 4,  /* CONT: after a stop, whoever caused it */
};

/* Blocks and catches the signals above. 0 or -errno. */
int interrupt_init(void);

/*
 * Waits until a descriptor is ready, a signal arrives or the time is up; `timeout_ns` below 0
 * means for ever. Returns the interrupts since the last call, 0 when there was none. The
 * descriptors' revents are set as by poll(2).
 */
unsigned interrupt_wait(struct pollfd *fds, nfds_t count, int64_t timeout_ns);

/* Stops the program, as it would have without being asked about, and returns when it goes on. */
void interrupt_stop(void);

#endif
