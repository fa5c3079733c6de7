/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_STREAM_H
#define DOTPROC_SOURCE_BPF_STREAM_H

/* Reading a stream of records: from an iterator that we have loaded, or one that is pinned. */

#include "lib/source/bpf/harvest.h"

/* The memory that records are read into, kept from pass to pass. Zero-initialise. */
struct stream {
    char *data;
    size_t size;
};

void stream_fini(struct stream *stream);

/*
 * Reads `fd` to its end and adds what is there to the harvest. 0; -EPROTO when it is no stream of
 * our version; -ENOMEM or another -errno.
 */
int stream_read(struct stream *stream, int fd, struct harvest *harvest);

#endif
