/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_HIDEPID_H
#define DOTPROC_SOURCE_HIDEPID_H

/*
 * A procfs mounted with hidepid=: the kernel may list fewer processes than there are. It names the
 * option only where it is set (proc_show_options() in fs/proc/root.c).
 */

#include <stdbool.h>
#include <stdint.h>

/* Whether the procfs open on `dir` hides processes: 1, 0, or -ENODATA when it is unknown. */
int hidepid_is_set(int dir);

/*
 * Whether a line of /proc/PID/mountinfo describes mount `id`; then *hides says whether it has
 * hidepid=.
 */
bool hidepid_read_mount(const char *line, uint64_t id, bool *hides);

#endif
