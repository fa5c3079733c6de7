/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_TASK_ITER_H
#define DOTPROC_SOURCE_BPF_TASK_ITER_H

/* The task iterator: all tasks by the program of task_iter.bpf.c, which is read like a file. */

#include "lib/source/bpf/records.h"
#include "lib/source/bpf/stream.h"

/*
 * Reads `fd`, an unread iterator, to its end, and adds its tasks to `records`, which stay in
 * `stream` until that is used for the next pass. 0; -EPROTO when it is not of our version; -ENOMEM
 * or another -errno.
 */
int task_iter_read(struct stream *stream, int fd, struct records *records);

#endif
