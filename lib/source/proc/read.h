/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_READ_H
#define DOTPROC_SOURCE_PROC_READ_H

/*
 * Reading one small file whole: open, read, close, and nothing else.
 *
 * Files of procfs have no size and are made at the moment they are read. A read that returns
 * less than was asked for has reached the end, so a file that fits the buffer costs one read(2).
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/base/units.h"

/*
 * The most that is read of a file. Command lines and environments may be megabytes, chosen by
 * anybody; procps shows as much of them.
 */
#define READ_LIMIT (128 * BYTES_PER_KIB)

/* One buffer serves file after file. Zero-initialise. */
struct read_buffer {
    char *data;
    size_t size;
};

void read_buffer_fini(struct read_buffer *buffer);

/*
 * Reads up to READ_LIMIT bytes of `path` under the directory `dir` into buffer->data, with a NUL
 * behind them. The number of bytes, or -errno; a task that has gone gives -ENOENT, whichever way
 * the kernel says so.
 */
ssize_t read_file(struct read_buffer *buffer, int dir, const char *path);

/*
 * The same of a file that is open, from its start; it stays open. As it is read again and again,
 * one that does not fit the buffer is cut.
 */
ssize_t read_open_file(struct read_buffer *buffer, int fd);

/*
 * An error of one file that only means: leave this task out. (Gone, or hidden from us.) Running
 * out of memory or of file descriptors is not: tasks must not be lost in silence.
 */
bool task_is_lost(int error);

#endif
