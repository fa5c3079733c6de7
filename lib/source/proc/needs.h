/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_NEEDS_H
#define DOTPROC_SOURCE_PROC_NEEDS_H

#include <limits.h>
#include <sys/types.h>

#include "lib/source/proc/proc_source.h"
#include "lib/source/proc/read.h"

struct task_field;

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

/* Stores a figure of a task that has its struct task_details: task_field_keep(). */
int task_reader_keep(const struct task_reader *reader, const struct task_field *field,
                     const void *bytes, size_t len);

/* Sets the task's name, unless it has one. 0 or -ENOMEM. */
int task_reader_set_comm(const struct task_reader *reader, const char *name, size_t len);

/* --- by need: needs_read() calls the others --- */

/*
 * Reads those groups of `need` that the task lacks. Strings are allocated in the snapshot's arena.
 * 0; -ENOMEM, -EMFILE or -ENFILE; or an error for which task_is_lost() is true, if one of the
 * NEED_SCANNED groups could not be read.
 */
int needs_read(const struct task_reader *reader, need_t need);

/*
 * For needs_read(): reads a task's stat, in the units of struct task, and records it in
 * repeated scans (recall.h). `need`: NEED_STAT or NEED_ADDRESSES. Sets the name too. Returns as
 * needs_read().
 */
int task_stat_read(const struct task_reader *reader, need_t need);

/*
 * For needs_read(): what is read only for rows that show it, since it has any length or may block
 * the reader: command lines, wait channels, and the groups of NEED_DETAILS. A string that cannot be
 * read is empty, and the row stays. 0, or an error for which task_is_lost() is false.
 */
int details_read(const struct task_reader *reader, need_t need);

/*
 * What a task waits for. For the table in details.c: each reads the group of its field. 0 or
 * -errno; without permission a detail keeps its default.
 */
int waits_read_syscall(const struct task_reader *reader, const struct task_field *field);
int waits_read_wait(const struct task_reader *reader, const struct task_field *field);
int waits_read_file(const struct task_reader *reader, const struct task_field *field);
int waits_read_key(const struct task_reader *reader, const struct task_field *field);
int waits_read_run_delay(const struct task_reader *reader, const struct task_field *field);
int waits_read_switches(const struct task_reader *reader, const struct task_field *field);
int waits_read_lock_holder(const struct task_reader *reader, const struct task_field *field);

#endif
