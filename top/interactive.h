/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_INTERACTIVE_H
#define DOTPROC_TOP_INTERACTIVE_H

#include "top/actions.h"
#include "top/run.h"

/*
 * The interactive screen and its main loop. Runs until the user ends it or all iterations were
 * shown, and restores the terminal. After any other ending `why` may have one line about it. With
 * LEAVES_AT_ONCE threads in the background may still use what was read, so the program has to end
 * by _exit(2).
 */
struct ending interactive_run(const struct run *run, struct saving saving, struct buf *why);

#endif
