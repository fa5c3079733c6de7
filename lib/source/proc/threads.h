/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_THREADS_H
#define DOTPROC_SOURCE_PROC_THREADS_H

#include "lib/source/proc/proc_source.h"

/*
 * Goes on to the next thread of the current group: scan_ops::next_thread.
 */
int threads_next(struct proc_source *source, pid_t tgid);

#endif
