/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_TASK_ITER_H
#define DOTPROC_SOURCE_BPF_TASK_ITER_H

/* The task iterator: all tasks by the program of task_iter.bpf.c, which is read like a file. */

#include "lib/source/bpf/records.h"

/* The memory for records, reused by the next pass. Zero-initialise. */
struct task_iter {
    char *data;
    size_t size;
};

void task_iter_fini(struct task_iter *iter);

/*
 * Reads `fd`, an unread iterator, to its end, and adds its tasks to `records`. 0; -EPROTO when it
 * is not of our version; -ENOMEM or another -errno.
 */
int task_iter_read(struct task_iter *iter, int fd, struct records *records);

#endif
