/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/text/debug.h"

/* One page: stat, statm and status fit, unless the task has many groups. */
#define FIRST_SIZE 4096

#define READ_FLAGS (O_RDONLY | O_CLOEXEC | O_NOCTTY)

void read_buffer_fini(struct read_buffer *buffer)
{
    free(buffer->data);
    buffer->data = NULL;
    buffer->size = 0;
}

void read_buffer_debug(struct read_buffer *buffer, const char *when)
{
    if (buffer->files > 0)
        DEBUG(FILES, "%s: %zu files, %zu bytes", when, buffer->files, buffer->bytes);
    buffer->files = buffer->bytes = 0;
}

/* 0 or -ENOMEM. */
static int buffer_grow(struct read_buffer *buffer)
{
    return ARRAY_RESERVE(&buffer->data, &buffer->size,
                         buffer->size ? buffer->size + 1 : FIRST_SIZE);
}

/* A task that exits between open and read returns ESRCH. */
static int gone_or(int error)
{
    return error == ESRCH ? -ENOENT : -error;
}

static ssize_t read_all(struct read_buffer *buffer, int fd, size_t limit)
{
    size_t len = 0;

    for (;;) {
        size_t room;
        ssize_t bytes;

        if (len + 1 >= buffer->size && buffer_grow(buffer) < 0)
            return -ENOMEM;
        room = buffer->size - 1 - len;
        if (room > limit + 1 - len)
            room = limit + 1 - len;
        bytes = read(fd, buffer->data + len, room);
        if (bytes < 0 && errno == EINTR)
            continue;
        if (bytes < 0)
            return gone_or(errno);
        len += (size_t)bytes;
        if ((size_t)bytes < room || len > limit)
            break;
    }
    buffer->files++;
    buffer->bytes += len;
    if (len <= limit) {
        buffer->data[len] = '\0';
        return (ssize_t)len;
    }
    buffer->data[limit] = '\0';
    return -EFBIG;
}

/*
 * A symbolic link may lead to a regular file of a live procfs whose readers block, such as kmsg; so
 * O_NONBLOCK is set.
 */
static int open_regular(int dir, const char *path)
{
    return kernel_file_is_regular(dir, path, 0) ? openat(dir, path, READ_FLAGS | O_NONBLOCK) : -1;
}

static ssize_t read_within(struct read_buffer *buffer, int dir, const char *path, size_t limit)
{
    int fd = buffer->only_regular ? open_regular(dir, path) : openat(dir, path, READ_FLAGS);
    ssize_t result;

    if (fd < 0)
        return gone_or(errno);
    result = read_all(buffer, fd, limit);
    close(fd);
    return result;
}

ssize_t read_file(struct read_buffer *buffer, int dir, const char *path)
{
    return read_within(buffer, dir, path, READ_LIMIT);
}

ssize_t read_strings(struct read_buffer *buffer, int dir, const char *path)
{
    const ssize_t result = read_within(buffer, dir, path, STRINGS_LIMIT);
    const char *text = buffer->data;
    size_t len = STRINGS_LIMIT;
    bool is_cut;

    if (result != -EFBIG)
        return result;
    /* The last character in UTF-8, of up to four bytes, may be cut. */
    while (len > STRINGS_LIMIT - 3 && (text[len - 1] & 0xc0) == 0x80)
        len--;
    /* Its first byte has as many leading ones as the character has bytes. */
    is_cut = (text[len - 1] & 0xc0) == 0xc0 && text[len - 1] & 0x80 >> (STRINGS_LIMIT + 1 - len);
    return (ssize_t)(is_cut ? len - 1 : STRINGS_LIMIT);
}

/*
 * Passes the whole lines at the start of a piece to `see`, and moves the rest to the front; *len
 * becomes its length.
 */
static int see_lines(char *piece, size_t *len, see_line *see, void *context)
{
    const char *line = piece;
    const char *newline;
    int result = 0;

    while (result == 0 && (newline = memchr(line, '\n', *len))) {
        result = see(context, line, (size_t)(newline - line));
        *len -= (size_t)(newline + 1 - line);
        line = newline + 1;
    }
    memmove(piece, line, *len);
    return result;
}

static int read_lines(int fd, see_line *see, void *context)
{
    char piece[READ_LINE_MAX];
    size_t len = 0;
    int result = 0;

    while (result == 0 && len < sizeof(piece)) {
        const ssize_t bytes = read(fd, piece + len, sizeof(piece) - len);

        if (bytes < 0 && errno == EINTR)
            continue;
        if (bytes <= 0)
            return bytes < 0 ? gone_or(errno) : 0;
        len += (size_t)bytes;
        result = see_lines(piece, &len, see, context);
    }
    return result < 0 ? result : 0;
}

int read_each_line(int dir, const char *path, see_line *see, void *context)
{
    const int fd = openat(dir, path, READ_FLAGS);
    int result;

    if (fd < 0)
        return gone_or(errno);
    result = read_lines(fd, see, context);
    close(fd);
    return result;
}

bool task_is_lost(int error)
{
    return error < 0 && !is_shortage(error);
}

int read_error(ssize_t len)
{
    return len < 0 && is_shortage((int)len) ? (int)len : 0;
}
