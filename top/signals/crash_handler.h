/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SIGNALS_CRASH_HANDLER_H
#define DOTPROC_TOP_SIGNALS_CRASH_HANDLER_H

/*
 * Gives the terminal back when a signal ends the program where it stands: a crash, on whatever
 * thread, or one of those that interrupt.h does not make into an end in order.
 *
 * All that it takes is prepared beforehand, so that nothing is called which a handler must not
 * call (signal-safety(7)). After that the signal does what it would have done: the status, the core
 * dump and a sanitizer's report are those of a program without handlers.
 */

#include <signal.h>
#include <stddef.h>

/* Bytes that crash_handler_set() takes at most. */
#define CRASH_BYTES 512

/* So large a stack does for the handler on every processor. */
#define CRASH_STACK_BYTES 32768

/*
 * Catches the signals for the terminal behind `fd`, which is to have its present modes again. For
 * the thread that owns the terminal, as all below but crash_handler_use_stack(). 0 or -errno.
 */
int crash_handler_open(int fd);

/*
 * What takes the terminal out of the state that it is in, to be written to it: copied, and cut at
 * CRASH_BYTES. None at all, as at first: the terminal is not ours now and is left alone.
 */
void crash_handler_set(const char *bytes, size_t len);

/* The signals are as they were before. */
void crash_handler_close(void);

/* Takes the signals of crashes, which come to the thread that crashes, out of a set to be blocked.
 */
void crash_handler_unblock(sigset_t *blocked);

/*
 * The calling thread crashes on this stack of CRASH_STACK_BYTES, which is to last as long as the
 * thread: its own may have overflowed. One that a sanitizer has given it is kept.
 */
void crash_handler_use_stack(void *stack);

#endif
