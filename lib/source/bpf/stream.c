/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define FIRST_SIZE ((size_t)256 * 1024)

/* The most that the kernel gives at a time. */
#define READ_SIZE ((size_t)32 * 1024)

void stream_fini(struct stream *stream)
{
    free(stream->data);
    *stream = (struct stream){0};
}

static int grow(struct stream *stream)
{
    size_t size = stream->size ? stream->size * 2 : FIRST_SIZE;
    char *data = realloc(stream->data, size);

    if (!data)
        return -ENOMEM;
    stream->data = data;
    stream->size = size;
    return 0;
}

/* All bytes of `fd`; their number or -errno. */
static ssize_t read_all(struct stream *stream, int fd)
{
    size_t len = 0;
    ssize_t got;

    do {
        if (stream->size - len < READ_SIZE && grow(stream) < 0)
            return -ENOMEM;
        got = read(fd, stream->data + len, stream->size - len);
        /* EAGAIN: a million tasks in a row that there was nothing to say of. */
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return -errno;
        len += got > 0 ? (size_t)got : 0;
    } while (got != 0);
    return (ssize_t)len;
}

static bool is_ours(const char *data, size_t len)
{
    const struct wire_header *header = (const struct wire_header *)(const void *)data;

    return len >= sizeof(*header) && header->kind == WIRE_HEADER && header->magic == WIRE_MAGIC &&
           header->version == WIRE_VERSION && header->task_size == sizeof(struct wire_task) &&
           header->group_size == sizeof(struct wire_group) &&
           header->status_size == sizeof(struct wire_status);
}

/* Adds the record at `data`; its size, 0 when it is none, or -ENOMEM. */
static ssize_t add_record(const void *data, size_t left, struct harvest *harvest)
{
    const uint32_t *kind = data;
    struct harvest_task *last =
        harvest->task_count > 0 ? &harvest->tasks[harvest->task_count - 1] : NULL;

    if (left >= sizeof(struct wire_task) && *kind == WIRE_TASK)
        return harvest_add_task(harvest, data, NULL) < 0 ? -ENOMEM
                                                         : (ssize_t)sizeof(struct wire_task);
    if (left >= sizeof(struct wire_group) && *kind == WIRE_GROUP)
        return harvest_add_group(harvest, data) < 0 ? -ENOMEM : (ssize_t)sizeof(struct wire_group);
    if (left >= sizeof(struct wire_status) && *kind == WIRE_STATUS && last) {
        last->status = data;
        return sizeof(struct wire_status);
    }
    return 0;
}

int stream_read(struct stream *stream, int fd, struct harvest *harvest)
{
    ssize_t len = read_all(stream, fd);
    size_t at = sizeof(struct wire_header);

    if (len < 0)
        return (int)len;
    if (!is_ours(stream->data, (size_t)len))
        return -EPROTO;
    while (at < (size_t)len) {
        ssize_t size = add_record(stream->data + at, (size_t)len - at, harvest);

        if (size <= 0)
            return size < 0 ? (int)size : -EPROTO;
        at += (size_t)size;
    }
    harvest->seen = harvest->task_count;
    return 0;
}
