/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_STATUS_H
#define DOTPROC_SOURCE_PROC_STATUS_H

/*
 * The lines of /proc/PID/status (proc(5), proc_pid_status() in fs/proc/array.c).
 *
 * A pure parser. Which lines there are depends on the kernel and on the task: a kernel thread and
 * a zombie have no memory lines. What is absent stays zero.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/task/task.h"

struct status_lines {
    struct task_status status; /* its `groups` is left NULL: see below */

    /* Spans of the text, borrowed and not NUL-terminated. */
    const char *name; /* NULL: no such line; with the kernel's escapes: see status_unescape() */
    size_t name_len;
    const char *groups; /* gids with a space between and perhaps behind them; never NULL */
    size_t groups_len;

    pid_t tgid;      /* 0: a kernel without thread groups in status */
    int32_t threads; /* 0: a kernel before 2.6 */
    uint64_t vm_size_kib;
    uint64_t vm_rss_kib;
};

/* False when the text has no Uid: line, so is no status file. */
bool status_parse(const char *text, size_t len, struct status_lines *lines);

/*
 * Undoes what the kernel does to a name in status, where a newline and a backslash are written
 * "\n" and "\\". Works in place; returns the new length.
 */
size_t status_unescape(char *name, size_t len);

/*
 * The Tgid: line alone, for finding out to which group a task belongs: 0 when there is none.
 */
pid_t status_tgid(const char *text, size_t len);

#endif
