/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_WATCHDOG_H
#define DOTPROC_TOP_BASE_WATCHDOG_H

/*
 * Ends the program by a signal that it finds no time for: it may be in write(2) to a terminal whose
 * output is stopped (^S) or stalled, with the signals of interrupts.h blocked. A timer looks for
 * them some five seconds after the main loop has begun to work, then every second; it interrupts
 * what cannot be restarted, such as poll(2), with EINTR.
 */

#include <stdbool.h>

/*
 * For the thread that writes to the terminal; if it has to be reset, after crash_handler_open().
 * Without a timer nothing is watched.
 */
void watchdog_open(void);
void watchdog_close(void);

/* Whether the main loop works, not waits. */
void watchdog_watch(bool works);

/*
 * Notes that the program ends by this signal, in order if it can; the first one counts. For signal
 * handlers, and for INT where it ends the program.
 */
void watchdog_note(int number);

#endif
