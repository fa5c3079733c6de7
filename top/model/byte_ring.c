/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/byte_ring.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/invariant.h"

#define SIZE_MIN ((size_t)1 << 16)

void byte_ring_fini(struct byte_ring *ring)
{
    free(ring->bytes);
    *ring = (struct byte_ring){.size = 0};
}

/* The number of contiguous bytes from an index on, at most `len`. */
static size_t adjacent(const struct byte_ring *ring, size_t index, size_t len)
{
    return len < ring->size - index ? len : ring->size - index;
}

static size_t index_of(const struct byte_ring *ring, size_t offset)
{
    const size_t to_end = ring->size - ring->first;

    return offset < to_end ? ring->first + offset : offset - to_end;
}

static int grow(struct byte_ring *ring, size_t wanted, size_t most)
{
    size_t size = ring->size ? ring->size : SIZE_MIN;
    const size_t part = adjacent(ring, ring->first, ring->used);
    char *bytes;

    while (size < wanted)
        size = size < most / 2 ? size * 2 : most;
    bytes = malloc(size);
    if (!bytes)
        return -ENOMEM;
    if (ring->used > 0) {
        memcpy(bytes, ring->bytes + ring->first, part);
        memcpy(bytes + part, ring->bytes, ring->used - part);
    }
    free(ring->bytes);
    ring->bytes = bytes;
    ring->size = size;
    ring->first = 0;
    return 0;
}

int byte_ring_put(struct byte_ring *ring, const struct buf *bytes, size_t most, uint64_t *place)
{
    size_t end, part;

    if (bytes->failed)
        return -ENOMEM;
    if (bytes->len > most || ring->used > most - bytes->len)
        return -ENOSPC;
    *place = ring->start + ring->used;
    if (bytes->len == 0)
        return 0;
    if (ring->size - ring->used < bytes->len && grow(ring, ring->used + bytes->len, most) < 0)
        return -ENOMEM;
    end = index_of(ring, ring->used);
    part = adjacent(ring, end, bytes->len);
    memcpy(ring->bytes + end, bytes->data, part);
    memcpy(ring->bytes, bytes->data + part, bytes->len - part);
    ring->used += bytes->len;
    return 0;
}

void byte_ring_get(const struct byte_ring *ring, uint64_t place, size_t len, struct buf *out)
{
    size_t at, part;

    INVARIANT(place >= ring->start && place - ring->start + len <= ring->used);
    if (len == 0)
        return;
    at = index_of(ring, (size_t)(place - ring->start));
    part = adjacent(ring, at, len);
    buf_put(out, ring->bytes + at, part);
    buf_put(out, ring->bytes, len - part);
}

void byte_ring_drop(struct byte_ring *ring, size_t len)
{
    INVARIANT(len <= ring->used);
    if (len == 0)
        return;
    ring->first = index_of(ring, len);
    ring->used -= len;
    ring->start += len;
    if (ring->used == 0)
        ring->first = 0;
}
