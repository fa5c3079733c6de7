/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_PAUSE_H
#define DOTPROC_PS_PAUSE_H

/* Waits for a while, which ^C cuts short. */

#include <stdint.h>

/*
 * Called while there is but one thread: from now on ^C (SIGINT) does not end the program, but a
 * pause. It ends the program again after pause_release_interrupt().
 */
void pause_hold_interrupt(void);
void pause_release_interrupt(void);

/* Pauses until ^C at most. Meanwhile, a terminal on standard error shows the seconds. */
void pause_for(int64_t ns);

#endif
