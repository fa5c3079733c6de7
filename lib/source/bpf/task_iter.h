/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_STREAM_H
#define DOTPROC_SOURCE_BPF_STREAM_H

/* Reading a stream of records: from an iterator that we have loaded, or one that is pinned. */

#include "lib/source/bpf/records.h"

/* The memory that records are read into, kept from pass to pass. Zero-initialise. */
struct task_iter {
    char *data;
    size_t size;
};

void task_iter_fini(struct task_iter *stream);

/*
 * Reads `fd` to its end and adds what is there to the records. 0; -EPROTO when it is no stream of
 * our version; -ENOMEM or another -errno.
 */
int task_iter_read(struct task_iter *stream, int fd, struct records *records);

#endif
