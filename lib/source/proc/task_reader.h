/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_TASK_READER_H
#define DOTPROC_SOURCE_PROC_TASK_READER_H

#include <limits.h>
#include <sys/types.h>

#include "lib/source/proc/proc_source.h"
#include "lib/source/proc/task_folder.h"

/* A task whose files are read, and where the figures go. */
struct task_reader {
    struct proc_source *source;
    const struct task_folder *folder;
    struct snapshot *snapshot;
    struct task *task;       /* a row of the snapshot, or a separate one */
    struct process *process; /* where its process part goes; set by the caller */
};

/* Reads a file of the task into the source's buffer, as read_file() does. */
ssize_t task_reader_read(const struct task_reader *reader, const char *name);

/* The same, but an empty file is an error: the task has exited. */
ssize_t task_reader_read_filled(const struct task_reader *reader, const char *name);

/* Reads the wait channel. A length of 0: the task is running, or the caller lacks permission. */
ssize_t task_reader_read_wchan(const struct task_reader *reader);

/* Reads the target of a link of the task into `text`, without a NUL; its length, or -errno. */
ssize_t task_reader_link(const struct task_reader *reader, const char *name, char text[PATH_MAX]);

/*
 * An adjacent row of the same process for which `has` is true: the row before or, since rows may be
 * filled in any order, the row after. NULL if there is none. Saves reading what threads share.
 */
const struct task *task_reader_neighbour(const struct task_reader *reader,
                                         bool (*has)(const struct task *task));

/* Whether stat shows that the task has no memory: kernel threads and zombies. */
bool task_reader_without_memory(const struct task_reader *reader);

/* Sets the task's name, unless it has one. 0 or -ENOMEM. */
int task_reader_set_comm(const struct task_reader *reader, const char *name, size_t len);

#endif
