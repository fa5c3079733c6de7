/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_TASK_READER_H
#define DOTPROC_SOURCE_PROC_TASK_READER_H

#include <limits.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "lib/source/proc/listing.h"
#include "lib/source/proc/proc_source.h"
#include "lib/source/proc/read.h"

/*
 * The folder with the files of one task: "<prefix>/stat" and so on, relative to the directory
 * `dir`.
 */

struct task_folder {
    int dir;
    char prefix[40];
};

/*
 * Sets a folder from a pattern in which 'G' is replaced by the tgid and 'T' by the TID: "G",
 * "G/task/T", ".T".
 */
void task_folder_set(struct task_folder *folder, int dir, const char *pattern, struct task_id id);

/* Writes "PREFIX/NAME" to `path`. */
#define TASK_PATH_MAX 64
void task_folder_path(const struct task_folder *folder, const char *name, char path[TASK_PATH_MAX]);

/* Reads a file of the task, as read_file() does. */
ssize_t task_folder_read(const struct task_folder *folder, const char *name,
                         struct read_buffer *buffer);

/* Reads a file of the task line by line, as read_each_line() does. */
int task_folder_each_line(const struct task_folder *folder, const char *name, see_line *see,
                          void *context);

/*
 * The thread group of the task `tid`, from the Tgid: line of its status; on kernels without that
 * line every task is its own group. 0 with *tgid, -ENOENT if it has exited, or -errno.
 */
int task_folder_read_tgid(const struct task_folder *folder, pid_t tid, struct read_buffer *buffer,
                          pid_t *tgid);

/*
 * The number of threads of a process, from its directory "task", whose link count includes each as
 * a subdirectory (fs/proc/base.c). 0: unknown.
 */
uint32_t task_folder_count_threads(const struct stat *directory);

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
