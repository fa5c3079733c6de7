/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_AUTOGROUP_H
#define DOTPROC_SOURCE_PROC_PARSE_AUTOGROUP_H

/*
 * The line of /proc/PID/autogroup, "/autogroup-25 nice 0" (sched(7),
 * proc_sched_autogroup_show_task() in kernel/sched/autogroup.c). A pure parser.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False when the text is no such line; then nothing is set. */
bool autogroup_parse(const char *text, size_t len, int64_t *id, int32_t *nice);

#endif
