/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Input and output of a task, and its open files. If the kernel does not show it, procps prints 0.
 */
#include "lib/column/family.h"

#define IO(name, text)                                                \
    FIGURE(.row_class = ROW_THREAD, .need = NEED_IO, .sum = SUM_TASK, \
           .member = MEMBER(task_io, name), .as = NONE_IF_MISSING, .none = "0", .help = text)

static const struct column rows[] = {
    {"fds", "FDS", 3, ALIGN_RIGHT,
     FIGURE(.help = "number of open file descriptors", .row_class = ROW_PROCESS, .need = NEED_FDS,
            .sum = SUM_PROCESS, .member = MEMBER(task_details, fds), .as = NONE_IF_NEGATIVE)},
    {"rbytes", "RBYTES", 5, ALIGN_RIGHT, IO(read_bytes, "bytes read from a disk")},
    {"rchars", "RCHARS", 5, ALIGN_RIGHT, IO(read_chars, "bytes read")},
    {"rops", "ROPS", 5, ALIGN_RIGHT, IO(read_calls, "number of read calls")},
    {"wbytes", "WBYTES", 5, ALIGN_RIGHT, IO(write_bytes, "bytes written to a disk")},
    {"wcbytes", "WCBYTES", 5, ALIGN_RIGHT,
     IO(cancelled_write_bytes, "bytes whose writing to a disk was cancelled")},
    {"wchars", "WCHARS", 5, ALIGN_RIGHT, IO(write_chars, "bytes written")},
    {"wops", "WOPS", 5, ALIGN_RIGHT, IO(write_calls, "number of write calls")},
};

const struct column_family column_io = COLUMN_FAMILY(rows);
