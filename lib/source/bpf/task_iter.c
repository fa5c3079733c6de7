/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/task_iter.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/source/bpf/parse.h"

#define FIRST_SIZE (256 * BYTES_PER_KIB)

/* The most that the kernel returns at a time. */
#define READ_SIZE (32 * BYTES_PER_KIB)

void task_iter_fini(struct task_iter *iter)
{
    free(iter->data);
    *iter = (struct task_iter){0};
}

/* 0 or -ENOMEM. */
static int grow(struct task_iter *iter)
{
    return ARRAY_RESERVE(&iter->data, &iter->size, iter->size ? iter->size + 1 : FIRST_SIZE);
}

/* All bytes of `fd`; their number or -errno. */
static ssize_t read_all(struct task_iter *iter, int fd)
{
    size_t len = 0;
    ssize_t got;

    do {
        if (iter->size - len < READ_SIZE && grow(iter) < 0)
            return -ENOMEM;
        got = read(fd, iter->data + len, iter->size - len);
        /* EAGAIN: a million tasks in a row without output. */
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return -errno;
        len += got > 0 ? (size_t)got : 0;
    } while (got != 0);
    return (ssize_t)len;
}

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

int task_iter_read(struct task_iter *iter, int fd, struct records *records)
{
    const size_t before = sizeof(struct wire_header);
    ssize_t len = read_all(iter, fd);
    int result;

    if (len < 0)
        return (int)len;
    if (!is_whole(iter->data, (size_t)len))
        return -EPROTO;
    result =
        parse_records(iter->data + before, (size_t)len - before - sizeof(struct wire_end), records);
    records->scope = SCOPE_ALLOWED;
    records->seen = records->task_count;
    return result;
}
