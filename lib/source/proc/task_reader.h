/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_TASK_READER_H
#define DOTPROC_SOURCE_PROC_TASK_READER_H

/* One task being read: what the readers of its files have in common. */

#include "lib/source/proc/proc_source.h"

struct task_reader {
    struct proc_source *source;
    const struct task_folder *folder;
    struct snapshot *snapshot;
    struct task *task;       /* a row of the snapshot, or one beside it */
    struct process *process; /* to be its process part, by whoever has it read */
};

/* Reads one of the task's files into the source's buffer, as read_file() does. */
ssize_t task_reader_read(const struct task_reader *reader, const char *name);

/* As task_reader_read(), but an empty file is an error too: the task vanished meanwhile. */
ssize_t task_reader_read_filled(const struct task_reader *reader, const char *name);

/*
 * A row of the same process that already has what its threads share: the one before or, since
 * rows may be filled in any order, the one behind. NULL: neither of them has.
 */
const struct task *task_reader_neighbour(const struct task_reader *reader,
                                         bool (*has)(const struct task *task));

/* Whether stat has just said that the task has no memory: kernel threads and zombies have none. */
bool task_reader_without_memory(const struct task_reader *reader);

#endif
