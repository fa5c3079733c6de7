/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_DETAILS_H
#define DOTPROC_SOURCE_PROC_PARSE_DETAILS_H

/* Pure parsers of the files and links of a task that few columns need. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/task/task.h"

/*
 * The lines of /proc/PID/io (proc(5), do_io_accounting() in fs/proc/base.c). False if none of them
 * is found. Missing ones are LINE_MISSING.
 */
bool io_parse(const char *text, size_t len, struct task_io *io);

/* The same for /proc/PID/smaps_rollup (proc(5), __show_smap() in fs/proc/task_mmu.c). */
bool smaps_parse(const char *text, size_t len, struct task_smaps *smaps);

/*
 * The line of /proc/PID/autogroup, "/autogroup-25 nice 0" (sched(7),
 * proc_sched_autogroup_show_task() in kernel/sched/autogroup.c). False for any other text; then
 * nothing is set.
 */
bool autogroup_parse(const char *text, size_t len, int64_t *id, int32_t *nice);

/*
 * The lines of /proc/PID/cgroup (cgroups(7)), "hierarchy:controllers:path": joins them with commas,
 * in place, without those whose path is "/". The result has no NUL; returns its length, at most
 * `len`.
 */
size_t cgroup_join(char *text, size_t len);

/*
 * The target of a link in /proc/PID/ns, "pid:[4026531836]" (namespaces(7)): the inode number, or 0
 * if the text has another form.
 */
uint64_t namespace_parse(const char *text, size_t len);

#endif
