/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_BYTE_RING_H
#define DOTPROC_TOP_MODEL_BYTE_RING_H

/*
 * A queue of bytes with an upper bound. Its memory doubles as needed and never shrinks, so a queue
 * of stable length allocates nothing.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"

/* Zero-initialise. */
struct byte_ring {
    char *bytes;
    size_t size;
    size_t first;   /* index of the oldest byte */
    size_t used;    /* bytes in the queue */
    uint64_t start; /* place of the oldest byte: the number of bytes dropped so far */
};

void byte_ring_fini(struct byte_ring *ring);

/*
 * Appends bytes and stores their place, for byte_ring_get(), valid until they are dropped. 0,
 * -ENOMEM, or -ENOSPC if the queue would be longer than `most`.
 */
int byte_ring_put(struct byte_ring *ring, const struct buf *bytes, size_t most, uint64_t *place);

/* Appends `len` bytes from a place, all of which must be in the queue, to a buffer. */
void byte_ring_get(const struct byte_ring *ring, uint64_t place, size_t len, struct buf *out);

/* Drops the `len` oldest bytes. */
void byte_ring_drop(struct byte_ring *ring, size_t len);

#endif
