/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/task_iter.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/source/bpf/budget.h"
#include "lib/source/bpf/parse.h"

#define FIRST_SIZE (256 * BYTES_PER_KIB)

/* The maximum that the kernel returns from one read(2). */
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

/* Reads a descriptor to its end; it stays open. The number of bytes or -errno. */
static ssize_t stream_read(struct stream *stream, int fd, struct budget *budget)
{
    size_t len = 0;
    ssize_t got;

    do {
        if (stream->size - len < READ_SIZE && grow(stream) < 0)
            return -ENOMEM;
        if (budget && budget_is_spent(budget))
            return -ETIME;
        got = read(fd, stream->data + len, stream->size - len);
        /* EAGAIN: a million consecutive tasks without output */
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return -errno;
        len += got > 0 ? (size_t)got : 0;
    } while (got != 0);
    return (ssize_t)len;
}

/* Whether the stream is complete: it may be cut between any two records. */
static bool is_whole(const char *data, size_t len)
{
    const struct wire_end *end;

    if (len < sizeof(struct wire_header) + sizeof(*end) || len % sizeof(*end) != 0 ||
        !parse_header_is_ours((const struct wire_header *)(const void *)data))
        return false;
    end = (const struct wire_end *)(const void *)(data + len - sizeof(*end));
    return end->kind == WIRE_END;
}

int task_iter_read(struct stream *stream, int fd, struct budget *budget, struct records *records)
{
    const size_t before = sizeof(struct wire_header);
    ssize_t len = stream_read(stream, fd, budget);
    int result;

    if (len < 0)
        return (int)len;
    if (!is_whole(stream->data, (size_t)len))
        return -EPROTO;
    result = parse_records(stream->data + before, (size_t)len - before - sizeof(struct wire_end),
                           records);
    records->scope = SCOPE_ALLOWED;
    records->seen = records->task_count;
    return result;
}
