/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/task_iter.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/source/bpf/load.h"
#include "lib/source/bpf/parse.h"
#include "lib/source/bpf/pin.h"

#define FIRST_SIZE ((size_t)256 * 1024)

/* The most that the kernel gives at a time. */
#define READ_SIZE ((size_t)32 * 1024)

void task_iter_init(struct task_iter *iter)
{
    *iter = (struct task_iter){.links = {-1, -1}};
}

void task_iter_fini(struct task_iter *iter)
{
    for (int i = 0; i < 2; i++) {
        if (iter->links[i] >= 0)
            close(iter->links[i]);
    }
    free(iter->data);
    task_iter_init(iter);
}

bool task_iter_is_loaded(const struct task_iter *iter, const struct pass *pass)
{
    return iter->links[pass->status] >= 0;
}

int task_iter_load(struct task_iter *iter, const struct pass *pass)
{
    int link, result;

    if (task_iter_is_loaded(iter, pass))
        return 0;
    result = load_task_iter(pass->status, &link);
    if (result == 0)
        iter->links[pass->status] = link;
    return result;
}

static int grow(struct task_iter *iter)
{
    size_t size = iter->size ? iter->size * 2 : FIRST_SIZE;
    char *data = realloc(iter->data, size);

    if (!data)
        return -ENOMEM;
    iter->data = data;
    iter->size = size;
    return 0;
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
        /* EAGAIN: a million tasks in a row that there was nothing to say of. */
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return -errno;
        len += got > 0 ? (size_t)got : 0;
    } while (got != 0);
    return (ssize_t)len;
}

int task_iter_read_fd(struct task_iter *iter, int fd, struct records *records)
{
    const struct wire_header *header;
    ssize_t len = read_all(iter, fd);
    int result;

    if (len < 0)
        return (int)len;
    header = (const struct wire_header *)(const void *)iter->data;
    if ((size_t)len < sizeof(*header) || !parse_header_is_ours(header))
        return -EPROTO;
    result = parse_records(iter->data + sizeof(*header), (size_t)len - sizeof(*header), records);
    records->scope = SCOPE_ALLOWED;
    records->seen = records->task_count;
    return result;
}

/* What is to be read, or an -errno in its place. */
static int read_and_close(struct task_iter *iter, int fd, struct records *records)
{
    int result;

    if (fd < 0)
        return fd;
    result = task_iter_read_fd(iter, fd, records);
    close(fd);
    return result;
}

int task_iter_read(struct task_iter *iter, const struct pass *pass, struct records *records)
{
    return read_and_close(iter, load_open_reader(iter->links[pass->status]), records);
}

int task_iter_read_pin(struct task_iter *iter, const struct pass *pass, struct records *records)
{
    int fd = pass->status ? pin_open(PIN_STATUS, NULL) : -ENOENT;

    /* Without status will do: it is then read from procfs. */
    return read_and_close(iter, fd >= 0 ? fd : pin_open(PIN_TASKS, NULL), records);
}
