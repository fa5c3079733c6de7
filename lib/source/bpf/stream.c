/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/units.h"

#define FIRST_SIZE (256 * BYTES_PER_KIB)

/* The most that the kernel returns at a time. */
#define READ_SIZE (32 * BYTES_PER_KIB)

void stream_fini(struct stream *stream)
{
    free(stream->data);
    *stream = (struct stream){0};
}

/* 0 or -ENOMEM. */
static int grow(struct stream *stream)
{
    return ARRAY_RESERVE(&stream->data, &stream->size,
                         stream->size ? stream->size + 1 : FIRST_SIZE);
}

ssize_t stream_read(struct stream *stream, int fd)
{
    size_t len = 0;
    ssize_t got;

    do {
        if (stream->size - len < READ_SIZE && grow(stream) < 0)
            return -ENOMEM;
        got = read(fd, stream->data + len, stream->size - len);
        /* EAGAIN: a million tasks in a row without output. */
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return -errno;
        len += got > 0 ? (size_t)got : 0;
    } while (got != 0);
    return (ssize_t)len;
}
