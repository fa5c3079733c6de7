/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_CRASH_HANDLER_H
#define DOTPROC_TOP_BASE_CRASH_HANDLER_H

/*
 * Resets the terminal when a signal ends the program at once: a crash on any thread, or a signal
 * that interrupt_init() does not catch.
 *
 * Everything is prepared beforehand, so the handler calls only async-signal-safe functions
 * (signal-safety(7)). Then the signal takes its usual effect: the exit status, the core dump and a
 * sanitizer's report are those of a program without handlers.
 */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The most bytes that crash_handler_set() takes. */
#define CRASH_BYTES 512

/*
 * Whether this process group is in the foreground of the terminal; else setting its modes stops the
 * group by SIGTTOU. Also true where it is not the controlling terminal, which alone has a foreground.
 */
bool terminal_is_ours(int fd);

/*
 * Catches the signals, and saves the modes of terminal `fd` to restore them. To be called on the
 * thread that owns the terminal, as are the functions below that say nothing else. 0 or -errno.
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
 * Drops what the terminal has not taken, resets it, and ends the program by this signal, also if it
 * is blocked. For signal handlers.
 */
_Noreturn void crash_handler_end_by(int number);

/*
 * Starts a thread like thread_start(), but with a stack of its own for the handler: when the thread
 * crashes, its stack may have overflowed. 0 or -errno.
 */
int crash_handler_start_thread(pthread_t *thread, void *(*run)(void *), void *argument);

#endif
