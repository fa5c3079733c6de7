/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ENDED_STREAM_H
#define DOTPROC_SOURCE_BPF_ENDED_STREAM_H

/*
 * The sums of ended.bpf.c as users read them where an administrator has pinned it (PIN_ENDED). It
 * counts for all readers together, so there are no records of single tasks.
 */

#include "lib/source/bpf/ended_probe.h"
#include "lib/source/bpf/stream.h"

/* Zero-initialise. */
struct ended_stream {
    struct stream bytes;
    size_t key_room, sum_room;
    struct ended_reading reading; /* the last one */
};

void ended_stream_fini(struct ended_stream *stream);

/*
 * Reads the sums of that kind. 0; -ENOENT where nothing is pinned; -EPROTO where it was revoked, or
 * is not of our version; -EXDEV outside of the first pid namespace; or another -errno. Then there
 * may be a line in `why`, which may be NULL.
 */
int ended_stream_read(struct ended_stream *stream, enum ended_wire_kind kind, struct buf *why);

/* The same with `len` bytes that were read into stream->bytes. 0, -EPROTO or -ENOMEM. */
int ended_stream_parse(struct ended_stream *stream, size_t len, enum ended_wire_kind kind);

#endif
