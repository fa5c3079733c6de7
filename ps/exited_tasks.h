/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_EXITED_TASKS_H
#define DOTPROC_PS_EXITED_TASKS_H

/* --ended: lists the tasks that exit during a pause. */

#include "lib/source/source.h"
#include "ps/options.h"
#include "ps/patience.h"

/*
 * Called while there is only one thread: from now on ^C (SIGINT) ends the pause of
 * exited_tasks_read(), not the program.
 */
void exited_tasks_hold_interrupt(void);

/*
 * Scans, pauses for options->ended_ns, from then on lets ^C end the program again, scans again, and
 * fills the snapshot with rows of tasks that exited in between (lib/ended/ended.h).
 * The source must be live. `watched` is this thread; its watchdog does not count the pause as being
 * stuck. 0 or -errno; -ENOTSUP if names or users are selected, which only BPF knows; -ENODATA if
 * BPF failed before the end, and they are, or threads are listed.
 */
int exited_tasks_read(struct source *source, struct watched_thread *watched,
                      const struct ps_options *options, struct snapshot *snapshot);

/* Appends a line: whether BPF counts exits, or why not. */
void exited_tasks_put_info(struct buf *out);

/* The message for an error of exited_tasks_read(). */
const char *exited_tasks_error(int result);

#endif
