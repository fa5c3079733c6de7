/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_SIGNALS_H
#define DOTPROC_TOP_BASE_SIGNALS_H

/*
 * Signals: those that become flags for the main loop, and those that end the program at once.
 *
 * The former are blocked except during ppoll(2), so no signal is lost between a check and the next
 * wait, and no other call is interrupted (EINTR).
 */

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The signals that have arrived, as bits. */
enum {
    INTERRUPT_END = 1 << 0,     /* TERM, HUP, QUIT and others: exit in order */
    INTERRUPT_PIPE = 1 << 1,    /* PIPE: the reader of the output has closed it */
    INTERRUPT_SUSPEND = 1 << 2, /* TSTP */
    INTERRUPT_RESIZE = 1 << 3,  /* WINCH */
    INTERRUPT_BREAK = 1 << 5,   /* INT: exit, or stop an inspection */
    INTERRUPT_RESUME = 1 << 4,  /* CONT: after any stop */

    /* These end the program, but a running inspection takes INTERRUPT_BREAK. */
    INTERRUPTS_THAT_END = INTERRUPT_BREAK | INTERRUPT_END | INTERRUPT_PIPE,
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
 * 0, or -errno: why interrupt_wait() cannot wait, as when seccomp(2) rejects ppoll(2). From then on
 * it returns INTERRUPT_END at once.
 */
int interrupt_error(void);

/* Stops the program as SIGTSTP does by default, and returns when it continues. */
void interrupt_stop(void);

/*
 * Resets the terminal when a signal ends the program at once: a crash on any thread, or a signal
 * that interrupt_init() does not catch.
 *
 * Everything is prepared beforehand, so the handler calls only async-signal-safe functions
 * (signal-safety(7)). Then the signal takes its usual effect: the exit status, the core dump and a
 * sanitizer's report are those of a program without handlers.
 */

/* The most bytes that crash_handler_set() takes. */
#define CRASH_BYTES 512

/* A stack for the handler, large enough on every architecture. */
#define CRASH_STACK_BYTES 32768

/*
 * Catches the signals, and saves the modes of terminal `fd` to restore them. To be called on the
 * thread that owns the terminal, as are all functions below except crash_handler_use_stack(). 0 or
 * -errno.
 */
int crash_handler_open(int fd);

/*
 * Sets the bytes that reset the terminal; they are copied, and cut at CRASH_BYTES. With `len` 0, as
 * at first, the handler does not touch the terminal.
 */
void crash_handler_set(const char *bytes, size_t len);

/* Restores the signals' former actions. */
void crash_handler_close(void);

/* Resets the terminal as the handler does; false: there was nothing to reset. */
bool crash_handler_reset(void);

/*
 * Makes the handler run on this stack of CRASH_STACK_BYTES when the calling thread crashes, as the
 * thread's own stack may have overflowed: sigaltstack(2). The stack has to live as long as the
 * thread. An alternate stack set before, as by a sanitizer, is kept.
 */
void crash_handler_use_stack(void *stack);

#endif
