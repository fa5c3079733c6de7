/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PLACE_H
#define DOTPROC_SOURCE_PROC_PLACE_H

/* Where the files of one task are: "<prefix>/stat" and so on under the directory `dir`. */

#include "lib/source/proc/ids.h"
#include "lib/source/proc/read.h"

struct place {
    int dir;
    char prefix[40];
};

/*
 * Makes a place from a pattern in which 'G' stands for the group's id and 'T' for the thread's:
 * "G", "G/task/T", ".T".
 */
void place_set(struct place *place, int dir, const char *pattern, struct task_id id);

/* "PREFIX/NAME" into `path`. */
#define PLACE_PATH_MAX 64
void place_path(const struct place *place, const char *name, char path[PLACE_PATH_MAX]);

/* Reads one of the files there, as read_file() does. */
ssize_t place_read(const struct place *place, const char *name, struct read_buffer *buffer);

/*
 * The group of the task `tid` there, by the Tgid: line of its status. On kernels that have none
 * every task is its own. 0 with *tgid, -ENOENT when it is gone, or -errno.
 */
int place_read_tgid(const struct place *place, pid_t tid, struct read_buffer *buffer, pid_t *tgid);

#endif
