/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Input and output of a task, and its open files. Where the kernel does not show it, procps prints
 * 0.
 */
#include "lib/column/family.h"

static const struct column rows[] = {
    {"fds", "FDS", 3, ALIGN_RIGHT,
     FIGURE(.help = "number of open file descriptors", .row_class = ROW_PROCESS, .need = NEED_FDS,
            .sum = SUM_PROCESS, .member = MEMBER(task_details, fds), .as = NONE_IF_NEGATIVE)},
    {"rbytes", "RBYTES", 5, ALIGN_RIGHT,
     FIGURE(.help = "bytes read from a disk", .row_class = ROW_THREAD, .need = NEED_IO,
            .sum = SUM_TASK, .member = MEMBER(task_io, read_bytes), .none = "0")},
    {"rchars", "RCHARS", 5, ALIGN_RIGHT,
     FIGURE(.help = "bytes read", .row_class = ROW_THREAD, .need = NEED_IO, .sum = SUM_TASK,
            .member = MEMBER(task_io, read_chars), .none = "0")},
    {"rops", "ROPS", 5, ALIGN_RIGHT,
     FIGURE(.help = "number of read calls", .row_class = ROW_THREAD, .need = NEED_IO,
            .sum = SUM_TASK, .member = MEMBER(task_io, read_calls), .none = "0")},
    {"wbytes", "WBYTES", 5, ALIGN_RIGHT,
     FIGURE(.help = "bytes written to a disk", .row_class = ROW_THREAD, .need = NEED_IO,
            .sum = SUM_TASK, .member = MEMBER(task_io, write_bytes), .none = "0")},
    {"wcbytes", "WCBYTES", 5, ALIGN_RIGHT,
     FIGURE(.help = "bytes whose writing to a disk was cancelled", .row_class = ROW_THREAD,
            .need = NEED_IO, .sum = SUM_TASK, .member = MEMBER(task_io, cancelled_write_bytes),
            .none = "0")},
    {"wchars", "WCHARS", 5, ALIGN_RIGHT,
     FIGURE(.help = "bytes written", .row_class = ROW_THREAD, .need = NEED_IO, .sum = SUM_TASK,
            .member = MEMBER(task_io, write_chars), .none = "0")},
    {"wops", "WOPS", 5, ALIGN_RIGHT,
     FIGURE(.help = "number of write calls", .row_class = ROW_THREAD, .need = NEED_IO,
            .sum = SUM_TASK, .member = MEMBER(task_io, write_calls), .none = "0")},
};

const struct column_family column_io = COLUMN_FAMILY(rows);
