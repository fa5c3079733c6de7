/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/maps.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Fits the longest line: a path of PATH_MAX bytes, each of which may be written as "\012". */
#define PIECE_SIZE (20 * 1024)

/* A hexadecimal number and the byte behind it, which must be `stop`; moves *at behind both. */
static bool take_hex(const char **at, const char *end, char stop, uint64_t *number)
{
    const char *start = *at;
    const char *digit = start;

    *number = 0;
    for (; digit < end; digit++) {
        if (*digit >= '0' && *digit <= '9')
            *number = *number << 4 | (uint64_t)(*digit - '0');
        else if (*digit >= 'a' && *digit <= 'f')
            *number = *number << 4 | (uint64_t)(*digit - 'a' + 10);
        else
            break;
    }
    if (digit == start || digit == end || *digit != stop)
        return false;
    *at = digit + 1;
    return true;
}

/* A decimal number, at least one digit, and the blanks behind it; moves *at behind all of them. */
static bool take_inode(const char **at, const char *end, uint64_t *inode)
{
    const char *start = *at;

    *inode = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
        *inode = *inode * 10 + (uint64_t)(**at - '0');
    if (*at == start || (*at < end && **at != ' '))
        return false;
    while (*at < end && **at == ' ')
        ++*at;
    return true;
}

/* "7f00-7f10 r-xp 00001000 08:01 1234   /usr/lib/name" */
bool maps_parse(const char *line, size_t len, struct mapping *mapping)
{
    const char *newline = memchr(line, '\n', len);
    const char *end = newline ? newline : line + len;
    const char *at = line;
    const char *flags;
    uint64_t minor;

    if (!take_hex(&at, end, '-', &mapping->start) || !take_hex(&at, end, ' ', &mapping->end))
        return false;
    flags = at;
    if (end - flags < 5 || flags[4] != ' ')
        return false;
    mapping->executable = flags[2] == 'x';
    mapping->shared = flags[3] == 's';
    at += 5;
    if (!take_hex(&at, end, ' ', &mapping->offset) || mapping->end < mapping->start ||
        !take_hex(&at, end, ':', &mapping->device) || !take_hex(&at, end, ' ', &minor) ||
        !take_inode(&at, end, &mapping->inode))
        return false;
    mapping->device = mapping->device << 32 | minor;
    mapping->path = at;
    mapping->path_len = (size_t)(end - at);
    return true;
}

/* Hands over the whole lines of a piece; how many bytes they are, or -1 if no more are wanted. */
static ssize_t see_lines(const char *piece, size_t len,
                         bool (*see)(void *context, const struct mapping *mapping), void *context)
{
    size_t done = 0;
    const char *newline;

    while ((newline = memchr(piece + done, '\n', len - done))) {
        const size_t line_len = (size_t)(newline - (piece + done));
        struct mapping mapping;

        if (maps_parse(piece + done, line_len, &mapping) && !see(context, &mapping))
            return -1;
        done += line_len + 1;
    }
    return (ssize_t)done;
}

int maps_each(const struct task_reader *reader,
              bool (*see)(void *context, const struct mapping *mapping), void *context)
{
    char piece[PIECE_SIZE];
    char path[TASK_PATH_MAX];
    size_t len = 0;
    ssize_t bytes;
    int fd;

    if (!reader->source->base.live)
        return 0;
    task_folder_path(reader->folder, "maps", path);
    fd = openat(reader->folder->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return -errno;
    while (len < sizeof(piece) && (bytes = read(fd, piece + len, sizeof(piece) - len)) != 0) {
        ssize_t done;

        if (bytes < 0 && errno == EINTR)
            continue;
        if (bytes < 0)
            break;
        len += (size_t)bytes;
        done = see_lines(piece, len, see, context);
        if (done < 0)
            break;
        len -= (size_t)done;
        memmove(piece, piece + done, len);
    }
    bytes = bytes < 0 ? -errno : 0;
    close(fd);
    return (int)bytes;
}
