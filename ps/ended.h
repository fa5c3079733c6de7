/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_ENDED_H
#define DOTPROC_PS_ENDED_H

/* --ended: waits, and lists what ended meanwhile. */

#include "lib/source/source.h"
#include "ps/options.h"
#include "ps/patience.h"

/*
 * Called while there is but one thread: from now on ^C (SIGINT) does not end the program, but the
 * waiting of ended_read(), after which it ends the program again.
 */
void ended_hold_interrupt(void);

/*
 * Scans, waits for options->ended_ns or until ^C, scans again, and fills the snapshot with rows of
 * what ended in between (lib/ended/ended.h), of those that are selected. Meanwhile, a terminal on
 * standard error shows the seconds. The source must be live; `reader` is who watches it, and is
 * told that waiting is not being stuck. 0 or -errno.
 */
int ended_read(struct source *source, struct reader *reader, const struct ps_options *options,
               struct snapshot *snapshot);

/* Appends a line: who counts, or why nobody does. */
void ended_put_info(struct buf *out);

#endif
