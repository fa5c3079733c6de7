/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_STREAM_H
#define DOTPROC_SOURCE_BPF_STREAM_H

/* The bytes that an iterator returns. */

#include <stddef.h>
#include <sys/types.h>

/* Zero-initialise. It keeps its memory for the next reading. */
struct stream {
    char *data;
    size_t size; /* of the memory */
};

void stream_fini(struct stream *stream);

/* Reads all bytes of a descriptor, which stays open. Their number or -errno. */
ssize_t stream_read(struct stream *stream, int fd);

#endif
