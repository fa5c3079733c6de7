/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_SMAPS_H
#define DOTPROC_SOURCE_PROC_PARSE_SMAPS_H

/*
 * The lines of /proc/PID/smaps_rollup (proc(5), __show_smap() in fs/proc/task_mmu.c). A pure
 * parser.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/task/task.h"

/* False when there is none of the lines. Missing ones are 0. */
bool smaps_parse(const char *text, size_t len, struct task_smaps *smaps);

#endif
