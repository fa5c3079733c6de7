/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_STATUS_H
#define DOTPROC_SOURCE_PROC_PARSE_STATUS_H

/*
 * The lines of /proc/PID/status (proc(5), proc_pid_status() in fs/proc/array.c).
 *
 * A pure parser. Which lines exist depends on the kernel and the task: kernel threads and zombies
 * have no memory lines. What is missing is zero.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/task/task.h"

struct status_lines {
    struct task_status status; /* its `groups` stays NULL: see below */

    /* Borrowed from the text, not NUL-terminated. */
    const char *name; /* NULL: no such line; still escaped: see status_unescape() */
    size_t name_len;
    const char *groups; /* gids, separated and perhaps followed by a space; never NULL */
    size_t groups_len;

    pid_t tgid;      /* 0: the kernel has no thread groups in status */
    int32_t threads; /* 0: before 2.6 */
    uint64_t vm_size_kib;
    uint64_t vm_rss_kib;
};

/* False when the text has no Uid: line, so is no status file. */
bool status_parse(const char *text, size_t len, struct status_lines *lines);

/*
 * Undoes the kernel's escapes of a name in status: "\n" and "\\" for newline and backslash. The
 * result, in `out`, is not longer; the two may overlap where `out` begins no later than the name.
 * Returns the new length.
 */
size_t status_unescape(const char *name, size_t len, char *out);

/* Only the Tgid: line, the thread group of the task; 0 when there is none. */
pid_t status_tgid(const char *text, size_t len);

/*
 * The task's number in its own pid namespace, from the NSpid: line (since 4.1), if that is another
 * one than that of this procfs; else 0.
 */
pid_t status_innermost_tid(const char *text, size_t len);

/* The task's number, if it is in the pid namespace of this procfs and has no other; else 0. */
pid_t status_sole_tid(const char *text, size_t len);

/* Whether there is a CoreDumping: line, as since 4.15. */
bool status_has_core_dumping(const char *text, size_t len);

#endif
