/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_CACHED_STAT_H
#define DOTPROC_SOURCE_PROC_CACHED_STAT_H

#include "lib/source/proc/task_reader.h"

/*
 * Reads the stat of reader->task into the source's buffer, from the file that the last scan left
 * open or a new one; `keep`: that stays open, since a task that has run will probably run again.
 * The length or -errno, as read_file().
 */
ssize_t cached_stat_read(const struct task_reader *reader, bool keep);

#endif
