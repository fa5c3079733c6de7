/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_HIDEPID_H
#define DOTPROC_SOURCE_HIDEPID_H

/*
 * Whether a procfs is mounted with hidepid=, so that the kernel may list fewer processes than
 * exist. Mount options show hidepid= only if it is set (proc_show_options() in fs/proc/root.c).
 */

#include <stdbool.h>
#include <stdint.h>

/* Whether the procfs open on `dir` hides processes: 1, 0, or -ENODATA if unknown. */
int hidepid_is_set(int dir);

/* The same for the procfs at a path; unknown counts as hidden. */
bool hidepid_hides(const char *procfs);

/*
 * Whether a line of /proc/PID/mountinfo describes mount `id`; if so, sets *hides to whether it has
 * hidepid=.
 */
bool hidepid_read_mount(const char *line, uint64_t id, bool *hides);

#endif
