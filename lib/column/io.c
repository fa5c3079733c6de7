/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Input and output: what a task has read and written, and the files it has open. Where the kernel
 * keeps that from us, ps has always shown 0.
 */
#include "lib/column/family.h"

static const struct task_io *io_of(const struct task *task)
{
    return task->details ? task->details->io : NULL;
}

static struct value value_rbytes(const struct task *task, const struct column_context *context)
{
    (void)context;
    return io_of(task) ? value_uint(io_of(task)->read_bytes) : value_none();
}

static struct value value_rchars(const struct task *task, const struct column_context *context)
{
    (void)context;
    return io_of(task) ? value_uint(io_of(task)->read_chars) : value_none();
}

static struct value value_rops(const struct task *task, const struct column_context *context)
{
    (void)context;
    return io_of(task) ? value_uint(io_of(task)->read_calls) : value_none();
}

static struct value value_wbytes(const struct task *task, const struct column_context *context)
{
    (void)context;
    return io_of(task) ? value_uint(io_of(task)->write_bytes) : value_none();
}

static struct value value_wcbytes(const struct task *task, const struct column_context *context)
{
    (void)context;
    return io_of(task) ? value_uint(io_of(task)->cancelled_write_bytes) : value_none();
}

static struct value value_wchars(const struct task *task, const struct column_context *context)
{
    (void)context;
    return io_of(task) ? value_uint(io_of(task)->write_chars) : value_none();
}

static struct value value_wops(const struct task *task, const struct column_context *context)
{
    (void)context;
    return io_of(task) ? value_uint(io_of(task)->write_calls) : value_none();
}

static struct value value_fds(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->details && task->details->fds >= 0 ? value_int(task->details->fds) : value_none();
}

#define TRANSFER(code_, header_, value_, help_)                                                 \
    {                                                                                           \
        .code = code_, .header = header_, .help = help_, .width = 5, .align = ALIGN_RIGHT,      \
        .row_class = ROW_THREAD, .sum = SUM_TASK, .none = "0", .need = NEED_IO, .value = value_ \
    }

static const struct column rows[] = {
    {.code = "fds",
     .header = "FDS",
     .help = "number of open file descriptors",
     .width = 3,
     .align = ALIGN_RIGHT,
     .row_class = ROW_PROCESS,
     .sum = SUM_PROCESS,
     .need = NEED_FDS,
     .value = value_fds},
    TRANSFER("rbytes", "RBYTES", value_rbytes, "bytes read from a disk"),
    TRANSFER("rchars", "RCHARS", value_rchars, "bytes read"),
    TRANSFER("rops", "ROPS", value_rops, "number of read calls"),
    TRANSFER("wbytes", "WBYTES", value_wbytes, "bytes written to a disk"),
    TRANSFER("wcbytes", "WCBYTES", value_wcbytes, "bytes whose writing to a disk was cancelled"),
    TRANSFER("wchars", "WCHARS", value_wchars, "bytes written"),
    TRANSFER("wops", "WOPS", value_wops, "number of write calls"),
};

const struct column_family column_io = COLUMN_FAMILY(rows);
