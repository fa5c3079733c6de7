/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_TASK_FOLDER_H
#define DOTPROC_SOURCE_PROC_TASK_FOLDER_H

/* Where the files of one task are: "<prefix>/stat" and so on under the directory `dir`. */

#include "lib/source/proc/ids.h"
#include "lib/source/proc/read.h"

struct task_folder {
    int dir;
    char prefix[40];
};

/*
 * Names a folder by a pattern in which 'G' stands for the group's id and 'T' for the thread's:
 * "G", "G/task/T", ".T".
 */
void task_folder_set(struct task_folder *folder, int dir, const char *pattern, struct task_id id);

/* "PREFIX/NAME" into `path`. */
#define TASK_PATH_MAX 64
void task_folder_path(const struct task_folder *folder, const char *name, char path[TASK_PATH_MAX]);

/* Reads one of the files there, as read_file() does. */
ssize_t task_folder_read(const struct task_folder *folder, const char *name,
                         struct read_buffer *buffer);

/*
 * The group of the task `tid` there, by the Tgid: line of its status. On kernels that have none
 * every task is its own. 0 with *tgid, -ENOENT when it is gone, or -errno.
 */
int task_folder_read_tgid(const struct task_folder *folder, pid_t tid, struct read_buffer *buffer,
                          pid_t *tgid);

#endif
