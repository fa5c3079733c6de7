/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_TASK_FOLDER_H
#define DOTPROC_SOURCE_PROC_TASK_FOLDER_H

#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "lib/source/proc/listing.h"
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

/* Reads a file of the task: cmdline and environ as read_strings() does, others as read_file(). */
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

#endif
