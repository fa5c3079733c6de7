/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_WATCHDOG_H
#define DOTPROC_TOP_BASE_WATCHDOG_H

/*
 * The watchdog looks for signals that the main loop finds no time for: it may be in write(2) to a
 * terminal whose output is stopped (^S) or stalled, with the signals of interrupts.h blocked. A
 * timer calls a function on the loop's thread some five seconds after the loop has begun to work,
 * then every second; it interrupts what cannot be restarted, such as poll(2), with EINTR.
 */

#include <stdbool.h>

/*
 * Calls look(), which is async-signal-safe, in a signal handler, until the program ends. To be
 * called on the thread that writes to the terminal. Without a timer nothing is watched.
 */
void watchdog_open(void (*look)(void));

/* Begins to watch, with the full time again; false: the loop waits or stops, which is no work. */
void watchdog_watch(bool works);

#endif
