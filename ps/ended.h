/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_ENDED_H
#define DOTPROC_PS_ENDED_H

/* --ended: waits, and lists what ended meanwhile. */

#include "lib/source/source.h"
#include "ps/options.h"
#include "ps/patience.h"

/*
 * Scans, pauses for options->ended_ns (pause.h, whose interrupt is held before and released here),
 * scans again, and fills the snapshot with rows of what ended in between (lib/ended/ended.h), of
 * those that are selected. The source must be live; `watched` is this thread, whose watcher is told
 * that a pause is not being stuck. 0 or -errno.
 */
int ended_read(struct source *source, struct watched_thread *watched,
               const struct ps_options *options, struct snapshot *snapshot);

/* Appends a line: who counts, or why nobody does. */
void ended_put_info(struct buf *out);

#endif
