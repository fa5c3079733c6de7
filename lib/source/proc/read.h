/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_READ_H
#define DOTPROC_SOURCE_PROC_READ_H

/*
 * Reads a small file completely: open, read, close, and no other system call; or one of any length
 * line by line.
 *
 * Files of procfs have no size; their contents are made when they are read. A read that returns
 * less than was asked for has reached the end, so a file that fits the buffer takes one read(2).
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/base/units.h"

/*
 * The most that is read of a file. Command lines and environments may be megabytes, chosen by any
 * user; procps has the same limit.
 */
#define READ_LIMIT (128 * BYTES_PER_KIB)

/* Fits a line of maps: a path of PATH_MAX bytes, each of which may be written as "\012". */
#define READ_LINE_MAX (20 * BYTES_PER_KIB)

/* A buffer for one file after another. Zero-initialise. */
struct read_buffer {
    char *data;
    size_t size;
    bool only_regular; /* anything else is not there: for trees that anybody may have made */
};

void read_buffer_fini(struct read_buffer *buffer);

/*
 * Reads up to READ_LIMIT bytes of `path` under the directory `dir` into buffer->data and adds a
 * NUL. The number of bytes, or -errno; always -ENOENT for a task that is gone.
 */
ssize_t read_file(struct read_buffer *buffer, int dir, const char *path);

/*
 * The same for an open file, from its start; it stays open. A file that does not fit the buffer is
 * cut, since it is read again and again.
 */
ssize_t read_open_file(struct read_buffer *buffer, int fd);

/* Sees a line, behind which is a newline at line[len]: 0 to go on, 1 to stop, or -errno. */
typedef int see_line(void *context, const char *line, size_t len);

/*
 * Opens a file and reads it piece by piece until `see` has seen all its lines or stops. A line of
 * more than READ_LINE_MAX bytes ends it, too, and is not seen, nor is one without a newline. 0 or
 * -errno, as of read_file(); or that of `see`.
 */
int read_each_line(int dir, const char *path, see_line *see, void *context);

/*
 * Whether an error only means that this task is left out: it is gone or hidden. Running out of
 * memory or file descriptors is different: tasks must not be lost silently.
 */
bool task_is_lost(int error);

/* Of the result of a read: the error if it has to be reported, else 0. */
int read_error(ssize_t len);

#endif
