/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/task_iter.h"

#include <errno.h>
#include <stdbool.h>

#include "lib/source/bpf/parse.h"

/* Whether nothing of the stream is missing: it can be cut short anywhere between two records. */
static bool is_whole(const char *data, size_t len)
{
    const struct wire_end *end;

    if (len < sizeof(struct wire_header) + sizeof(*end) || len % sizeof(*end) != 0 ||
        !parse_header_is_ours((const struct wire_header *)(const void *)data))
        return false;
    end = (const struct wire_end *)(const void *)(data + len - sizeof(*end));
    return end->kind == WIRE_END;
}

int task_iter_read(struct stream *stream, int fd, struct records *records)
{
    const size_t before = sizeof(struct wire_header);
    ssize_t len = stream_read(stream, fd);
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
