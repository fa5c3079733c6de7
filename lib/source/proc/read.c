/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/source/proc/parse/parse.h"
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

        if (len + 1 >= buffer->size &&
            ARRAY_RESERVE(&buffer->data, &buffer->size,
                          buffer->size ? buffer->size + 1 : FIRST_SIZE) < 0)
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

/* --- files of a task --- */

/* The link count of a directory without subdirectories. */
#define LINKS 2

void task_folder_set(struct task_folder *folder, int dir, const char *pattern, struct task_id id)
{
    size_t len = 0;

    for (; *pattern; pattern++) {
        if (*pattern == 'G' || *pattern == 'T')
            len += (size_t)snprintf(folder->prefix + len, sizeof(folder->prefix) - len, "%d",
                                    *pattern == 'G' ? id.tgid : id.tid);
        else
            folder->prefix[len++] = *pattern;
    }
    folder->prefix[len] = '\0';
    folder->dir = dir;
}

void task_folder_path(const struct task_folder *folder, const char *name, char path[TASK_PATH_MAX])
{
    size_t prefix_len = strlen(folder->prefix);
    size_t name_len = strnlen(name, TASK_PATH_MAX - sizeof(folder->prefix) - 1);

    memcpy(path, folder->prefix, prefix_len);
    path[prefix_len] = '/';
    memcpy(path + prefix_len + 1, name, name_len);
    path[prefix_len + 1 + name_len] = '\0';
}

ssize_t task_folder_read(const struct task_folder *folder, const char *name,
                         struct read_buffer *buffer)
{
    const bool has_strings = strcmp(name, "cmdline") == 0 || strcmp(name, "environ") == 0;
    char path[TASK_PATH_MAX];

    task_folder_path(folder, name, path);
    return (has_strings ? read_strings : read_file)(buffer, folder->dir, path);
}

int task_folder_each_line(const struct task_folder *folder, const char *name, see_line *see,
                          void *context)
{
    char path[TASK_PATH_MAX];

    task_folder_path(folder, name, path);
    return read_each_line(folder->dir, path, see, context);
}

struct seen {
    int (*see)(void *context, const struct mapping *mapping);
    void *context;
};

static int see_mapping(void *context, const char *line, size_t len)
{
    const struct seen *seen = context;
    struct mapping mapping;

    return maps_parse(line, len, &mapping) ? seen->see(seen->context, &mapping) : 0;
}

int task_folder_each_mapping(const struct task_folder *folder,
                             int (*see)(void *context, const struct mapping *mapping),
                             void *context)
{
    struct seen seen = {see, context};

    return task_folder_each_line(folder, "maps", see_mapping, &seen);
}

int task_folder_read_tgid(const struct task_folder *folder, pid_t tid, struct read_buffer *buffer,
                          pid_t *tgid)
{
    ssize_t len = task_folder_read(folder, "status", buffer);

    if (len < 0)
        return (int)len;
    if (len == 0)
        return -ENOENT;
    *tgid = status_tgid(buffer->data, (size_t)len);
    if (*tgid == 0)
        *tgid = tid;
    return 0;
}

uint32_t task_folder_count_threads(const struct stat *directory)
{
    return directory->st_nlink < LINKS ? 0 : (uint32_t)(directory->st_nlink - LINKS);
}
