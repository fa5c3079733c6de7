/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SIGNALS_CRASH_HANDLER_H
#define DOTPROC_TOP_SIGNALS_CRASH_HANDLER_H

/*
 * Resets the terminal when a signal ends the program at once: a crash, on any thread, or a signal
 * for which interrupt.h does not end it in order.
 *
 * Everything is prepared beforehand, so the handler calls only async-signal-safe functions
 * (signal-safety(7)). Then the signal has its usual effect: the exit status, the core dump and a
 * sanitizer's report are those of a program without handlers.
 */

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* The most bytes that crash_handler_set() takes. */
#define CRASH_BYTES 512

/* A stack for the handler, large enough on every architecture. */
#define CRASH_STACK_BYTES 32768

/*
 * Catches the signals, and saves the modes of the terminal `fd` to restore them. For the thread
 * that owns the terminal, as all functions below except crash_handler_use_stack(). 0 or -errno.
 */
int crash_handler_open(int fd);

/*
 * Sets the bytes that reset the terminal: copied, and cut at CRASH_BYTES. With none, as at first,
 * the handler leaves the terminal alone: it is not ours now.
 */
void crash_handler_set(const char *bytes, size_t len);

/* Restores the signals' former actions. */
void crash_handler_close(void);

/* Resets the terminal as the handler does. False if there is nothing to reset. */
bool crash_handler_reset(void);

/*
 * Runs the handler of the calling thread on this stack of CRASH_STACK_BYTES, because its own may
 * have overflowed: sigaltstack(2). It has to live as long as the thread. An alternate stack set
 * before, as by a sanitizer, stays.
 */
void crash_handler_use_stack(void *stack);

#endif
