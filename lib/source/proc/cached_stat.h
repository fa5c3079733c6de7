/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_CACHED_STAT_H
#define DOTPROC_SOURCE_PROC_CACHED_STAT_H

/*
 * The stat file of a task in a scan that keeps files. Of a process of many threads the file that is
 * kept becomes that of its leader, and its CPU time is read from its clock (leader_stat.h). What a
 * process was ahead by when it first was read so is taken off, lest an idle one seem to have used a
 * tick in that moment.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/leader_stat.h"

/*
 * Reads the stat of reader->task into the source's buffer, from the file that the last scan left
 * open or one to be left so. `usage`: NEED_USAGE is asked for. The length or -errno, as
 * read_file().
 */
ssize_t cached_stat_read(const struct task_reader *reader, bool usage, struct clock_sample *clock);

/*
 * For the next scans, of a process that was just read from its own file, without need of
 * NEED_USAGE: once it has had many threads for a few scans, turns to the clock. `nlwp` and
 * `cpu_ns` are what the file has shown.
 */
void cached_stat_turn(const struct task_reader *reader, int32_t nlwp, uint64_t cpu_ns,
                      const struct clock_sample *clock);

#endif
