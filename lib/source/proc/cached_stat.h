/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_CACHED_STAT_H
#define DOTPROC_SOURCE_PROC_CACHED_STAT_H

/*
 * The stat file of a task in a scan that caches files. For a process of many threads the cached
 * file becomes that of its leader, and its CPU time is read from its clock (leader_stat.h). At the
 * switch the clock may be a tick ahead of the file; that is subtracted, or an idle process would
 * seem to have used a tick.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/leader_stat.h"

/*
 * Reads the stat of reader->task into the source's buffer, from the file in the cache or from one
 * that goes there. `usage`: NEED_USAGE is asked for. The length or -errno, as read_file().
 */
ssize_t cached_stat_read(const struct task_reader *reader, bool usage, struct clock_sample *clock);

/*
 * For a process that was just read from its own file, without NEED_USAGE: once it has had many
 * threads for a few scans, switches to the clock. `nlwp` and `cpu_ns` are what the file showed.
 */
void cached_stat_turn(const struct task_reader *reader, int32_t nlwp, uint64_t cpu_ns,
                      const struct clock_sample *clock);

#endif
