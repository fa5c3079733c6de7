/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_STATM_H
#define DOTPROC_SOURCE_PROC_PARSE_STATM_H

/*
 * The numbers of /proc/PID/statm (proc(5), proc_pid_statm() in fs/proc/array.c): all in pages.
 * A pure parser.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct statm_line {
    uint64_t size, resident, shared, text, library, data;
};

/* False when there are fewer than six numbers. */
bool statm_parse(const char *text, size_t len, struct statm_line *line);

#endif
