/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_KERNEL_H
#define DOTPROC_BASE_KERNEL_H

/* The running kernel: its version, scheduler and small files; the namespaces of this process. */

#include <stdbool.h>
#include <stddef.h>

/* Whether the kernel has this version or a later one. */
bool kernel_is(unsigned long least_major, unsigned long least_minor);

/* The initial namespaces, as named by the links in /proc/PID/ns: include/linux/proc_ns.h. */
#define KERNEL_FIRST_USER "user:[4026531837]"
#define KERNEL_FIRST_PID  "pid:[4026531836]"
#define KERNEL_FIRST_TIME "time:[4026531834]"

/* Whether this process is in the namespace. */
bool kernel_has_namespace(const char *name);

#define SCHEDULER_FOLDER "/sys/kernel/sched_ext"

/* SCX_OPS_NAME_LEN of the kernel; names are of letters, digits, '_' and '.'. */
#define SCHEDULER_NAME_SIZE 128

/*
 * The name of the scheduler that is loaded as a BPF program (sched_ext, Linux 6.12) and enabled;
 * false if there is none. `folder`: SCHEDULER_FOLDER, or a copy of it.
 */
bool scheduler_read(const char *folder, char *name, size_t size);

/* --- small files in /proc and /sys that are read once --- */

/*
 * Reads the start of a file into `text`, at most `size` - 1 bytes and a NUL. False if it cannot be
 * read or is empty; then `text` is "" or unchanged.
 */
bool kernel_file_read(const char *path, char *text, size_t size);

/* The same, with a path relative to an open directory. */
bool kernel_file_read_at(int directory, const char *path, char *text, size_t size);

/*
 * Whether a file, below an open directory, is a regular one, as all that is read are in recorded
 * trees: open(2) alone blocks on a FIFO and may start a device. `flags` of fstatat(2). If not,
 * errno is set, to ENOENT for a file of another kind.
 */
bool kernel_file_is_regular(int directory, const char *path, int flags);

/*
 * Whether the file at `path` is of another file system than its folder, which is open as `dir`: a
 * file that is mounted over one of procfs. LXCFS does so for containers: meminfo, stat, uptime,
 * loadavg and others then have the figures of the container.
 */
bool kernel_file_is_mounted(int dir, const char *path);

#endif
