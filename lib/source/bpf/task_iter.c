/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/task_iter.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/source/bpf/parse.h"

#define FIRST_SIZE ((size_t)256 * 1024)

/* The most that the kernel gives at a time. */
#define READ_SIZE ((size_t)32 * 1024)

void task_iter_fini(struct task_iter *stream)
{
    free(stream->data);
    *stream = (struct task_iter){0};
}

static int grow(struct task_iter *stream)
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
static ssize_t read_all(struct task_iter *stream, int fd)
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

int task_iter_read(struct task_iter *stream, int fd, struct records *records)
{
    const struct wire_header *header;
    ssize_t len = read_all(stream, fd);
    int result;

    if (len < 0)
        return (int)len;
    header = (const struct wire_header *)(const void *)stream->data;
    if ((size_t)len < sizeof(*header) || !parse_header_is_ours(header))
        return -EPROTO;
    result = parse_records(stream->data + sizeof(*header), (size_t)len - sizeof(*header), records);
    records->seen = records->task_count;
    return result;
}
