/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_TASK_ITER_H
#define DOTPROC_SOURCE_BPF_TASK_ITER_H

#include <stddef.h>

#include "lib/source/bpf/records.h"

struct budget;

/*
 * The task iterator, read like a file: the bytes returned by task_iter.bpf.c. Zero-initialise. The
 * memory is kept for the next pass.
 */
struct stream {
    char *data;
    size_t size; /* of the memory */
};

void stream_fini(struct stream *stream);

/*
 * Reads `fd`, an unread iterator, to its end, and adds its tasks to `records`; they stay in
 * `stream` until its next use. `budget` may be NULL. 0; -EPROTO if it is not of our version; -ETIME
 * if the budget is spent; -ENOMEM or another -errno.
 */
int task_iter_read(struct stream *stream, int fd, struct budget *budget, struct records *records);

#endif
