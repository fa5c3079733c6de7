/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_IO_H
#define DOTPROC_SOURCE_PROC_PARSE_IO_H

/* The lines of /proc/PID/io (proc(5), do_io_accounting() in fs/proc/base.c). A pure parser. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/task/task.h"

/* False when there is none of the lines. Missing ones are 0. */
bool io_parse(const char *text, size_t len, struct task_io *io);

#endif
