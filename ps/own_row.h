/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_OWN_ROW_H
#define DOTPROC_PS_OWN_ROW_H

/*
 * The row of ps itself is that of a program with one thread.
 *
 * The threads that monitor the reading one (patience.h) belong to the means of reading, as the
 * kernel's memory for it does; scripts that look for themselves, or for every ps, expect stock's
 * row. They cannot be started later, only when a read does not return: such a read is not
 * interrupted by signals, so nothing but a thread that exists already could notice.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "lib/task/snapshot.h"

/*
 * The PID of this process in the procfs that a source reads, NULL for /proc; 0 if it is not in it.
 * `live` as in struct source.
 */
pid_t own_row_find(const char *procfs, bool live);

/*
 * Leaves out the rows of all threads of the process `pid` but its first, and counts one thread; 0
 * does nothing. 0 or -ENOMEM.
 */
int own_row_set(struct snapshot *snapshot, pid_t pid);

#endif
