/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SIGNALS_RESCUE_H
#define DOTPROC_TOP_SIGNALS_RESCUE_H

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

/* Bytes that rescue_set() takes at most. */
#define RESCUE_BYTES 512

/* So large a stack does for the handler on every processor. */
#define RESCUE_STACK_BYTES 32768

/*
 * Catches the signals for the terminal behind `fd`, which is to have its present modes again. For
 * the thread that owns the terminal, as all below but rescue_use_stack(). 0 or -errno.
 */
int rescue_open(int fd);

/*
 * What takes the terminal out of the state that it is in, to be written to it: copied, and cut at
 * RESCUE_BYTES. None at all, as at first: the terminal is not ours now and is left alone.
 */
void rescue_set(const char *bytes, size_t len);

/* The signals are as they were before. */
void rescue_close(void);

/* Takes the signals of crashes, which come to the thread that crashes, out of a set to be blocked.
 */
void rescue_let_through(sigset_t *blocked);

/*
 * The calling thread crashes on this stack of RESCUE_STACK_BYTES, which is to last as long as the
 * thread: its own may have overflowed. One that a sanitizer has given it is kept.
 */
void rescue_use_stack(void *stack);

#endif
