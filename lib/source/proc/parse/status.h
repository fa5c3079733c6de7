/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_STATUS_H
#define DOTPROC_SOURCE_PROC_PARSE_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/task/task.h"

/*
 * The lines of /proc/PID/status (proc(5), proc_pid_status() in fs/proc/array.c).
 *
 * A pure parser. Which lines exist depends on the kernel and the task: kernel threads and zombies
 * have no memory lines, and 0 of all memory. Other figures are LINE_MISSING.
 */

struct status_lines {
    struct task_status status; /* its `groups` stays NULL; see `groups` below */

    /* Borrowed from the text, not NUL-terminated. */
    const char *name; /* NULL: no such line; still escaped, see status_unescape() */
    size_t name_len;
    const char *groups; /* gids, separated and perhaps followed by a space; never NULL */
    size_t groups_len;

    pid_t tgid;      /* 0: no Tgid: line, the kernel has no thread groups */
    int32_t threads; /* 0: before 2.6 */
    uint64_t vm_size_kib;
    uint64_t vm_rss_kib;
};

/* False if there is no Uid: line: the text is not that of a status file. */
bool status_parse(const char *text, size_t len, struct status_lines *lines);

/*
 * Undoes the kernel's escapes in a name: "\n" and "\\" become newline and backslash. `out` may
 * overlap the name if it begins no later; the result is not longer. Returns the new length.
 */
size_t status_unescape(const char *name, size_t len, char *out);

/* The thread group of the task, from the Tgid: line; 0 if there is none. */
pid_t status_tgid(const char *text, size_t len);

/*
 * The task's TID in its own PID namespace, from the NSpid: line (since 4.1), if that namespace is
 * not that of this procfs; else 0.
 */
pid_t status_innermost_tid(const char *text, size_t len);

/* The task's TID, if its PID namespace is that of this procfs; else 0. */
pid_t status_sole_tid(const char *text, size_t len);

/* Whether there is a CoreDumping: line (since 4.15). */
bool status_has_core_dumping(const char *text, size_t len);

#endif
