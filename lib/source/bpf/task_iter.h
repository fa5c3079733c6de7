/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_TASK_ITER_H
#define DOTPROC_SOURCE_BPF_TASK_ITER_H

/*
 * The task iterator: all tasks by the program of task_iter.bpf.c, which is read like a file. It is
 * loaded by us, or an administrator has pinned it.
 */

#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/records.h"

struct task_iter {
    int links[2]; /* of our own programs, without and with status; -1: not loaded */
    char *data;   /* the memory that records are read into, kept from pass to pass */
    size_t size;
};

void task_iter_init(struct task_iter *iter);
void task_iter_fini(struct task_iter *iter);

/* Whether our own program for this pass is in the kernel; brings it there if not: 0 or -errno. */
bool task_iter_is_loaded(const struct task_iter *iter, const struct pass *pass);
int task_iter_load(struct task_iter *iter, const struct pass *pass);

/*
 * Adds the tasks to `records`, by our own program, which has to be loaded, or by a pin. 0; -EPROTO
 * when what is read is not of our version; -ENOMEM or another -errno.
 */
int task_iter_read(struct task_iter *iter, const struct pass *pass, struct records *records);
int task_iter_read_pin(struct task_iter *iter, const struct pass *pass, struct records *records);

/* The same from a descriptor that has not been read; it stays open. */
int task_iter_read_fd(struct task_iter *iter, int fd, struct records *records);

#endif
