/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_TERMINAL_RESET_H
#define DOTPROC_TOP_BASE_TERMINAL_RESET_H

/*
 * Gives the terminal back where the program ends without closing the screen:
 *
 * - after a crash on any thread, or by a signal that interrupts.c does not catch: the handler that
 *   terminal_reset_open() installs;
 * - by one that it does, in the background or when the loop is stuck: terminal_reset_end_by();
 * - at an exit(3) in ncurses, and when top ends in the background: terminal_reset_now().
 *
 * term/ opens it and prepares the bytes beforehand; work/worker_pool.c starts threads that have a
 * stack for the handler, so this is in base/. The handler calls only async-signal-safe functions
 * (signal-safety(7)), and then the signal takes its usual effect: the exit status, the core dump
 * and a sanitizer's report are those of a program without handlers.
 */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The most bytes that terminal_reset_set() takes. */
#define TERMINAL_RESET_BYTES 512

/*
 * Catches the signals, and saves the modes of terminal `fd` to restore them. To be called on the
 * thread that owns the terminal, as are the functions below that say nothing else. 0 or -errno.
 */
int terminal_reset_open(int fd);

/* Saves the modes anew, which stty(1) may have set in a stop. Not while there are bytes to send. */
bool terminal_reset_save_modes(void);

/*
 * Sets the bytes that reset the terminal; they are copied. Those of before stay if these are more
 * than TERMINAL_RESET_BYTES. With `len` 0, as at first, nothing here touches the terminal.
 */
void terminal_reset_set(const char *bytes, size_t len);

/* Restores the signals' former actions. */
void terminal_reset_close(void);

/*
 * Resets the terminal as the handler does, once in the life of the program: then
 * terminal_reset_set() sets nothing any more. False: there was nothing to reset.
 */
bool terminal_reset_now(void);

/*
 * Drops what the terminal has not taken, resets it, and ends the program by this signal, also if it
 * is blocked. Also for signal handlers.
 */
_Noreturn void terminal_reset_end_by(int number);

/*
 * Starts a thread like thread_start(), but with a stack of its own for the handler: when the thread
 * crashes, its stack may have overflowed. 0 or -errno.
 */
int terminal_reset_start_thread(pthread_t *thread, void *(*run)(void *), void *argument);

#endif
