/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/ended_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/support.h"

void ended_stream_fini(struct ended_stream *stream)
{
    stream_fini(&stream->bytes);
    free(stream->reading.keys);
    free(stream->reading.sums);
    *stream = (struct ended_stream){0};
}

static bool is_ours(const struct ended_wire_header *header)
{
    return header->kind == WIRE_HEADER && header->magic == WIRE_MAGIC &&
           header->version == WIRE_VERSION && header->entry_size == sizeof(struct ended_wire_entry);
}

static int add(struct ended_stream *stream, const struct ended_wire_entry *entry)
{
    struct ended_reading *reading = &stream->reading;
    const size_t count = reading->sum_count + 1;

    if (ARRAY_RESERVE(&reading->keys, &stream->key_room, count) < 0 ||
        ARRAY_RESERVE(&reading->sums, &stream->sum_room, count) < 0)
        return -ENOMEM;
    reading->keys[reading->sum_count] = entry->key;
    reading->sums[reading->sum_count++] = entry->sum;
    return 0;
}

int ended_stream_parse(struct ended_stream *stream, size_t len, enum ended_wire_kind kind)
{
    struct ended_reading *reading = &stream->reading;
    const char *at = stream->bytes.data;
    struct ended_wire_header header;
    struct ended_wire_entry entry;
    struct ended_wire_end end;
    int result = 0;

    if (len < sizeof(header) + sizeof(end) ||
        (len - sizeof(header) - sizeof(end)) % sizeof(entry) != 0)
        return -EPROTO;
    memcpy(&header, at, sizeof(header));
    memcpy(&end, at + len - sizeof(end), sizeof(end));
    if (!is_ours(&header) || end.kind != WIRE_END)
        return -EPROTO;
    reading->sum_count = 0;
    for (at += sizeof(header); at < stream->bytes.data + len - sizeof(end) && result == 0;
         at += sizeof(entry)) {
        memcpy(&entry, at, sizeof(entry));
        if (entry.key.kind == (uint32_t)kind)
            result = add(stream, &entry);
    }
    reading->complete = header.complete;
    reading->execs = end.execs;
    memset(reading->rest, 0, sizeof(reading->rest));
    reading->rest[kind] = end.rest[kind];
    return result;
}

int ended_stream_read(struct ended_stream *stream, enum ended_wire_kind kind, struct buf *why)
{
    ssize_t len;
    int fd;

    /* It would tell nothing. */
    if (!support_has_group_count())
        return -EXDEV;
    fd = pin_open(PIN_ENDED, why);
    if (fd < 0)
        return fd;
    len = stream_read(&stream->bytes, fd);
    close(fd);
    return len < 0 ? (int)len : ended_stream_parse(stream, (size_t)len, kind);
}
