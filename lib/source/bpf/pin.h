/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PIN_H
#define DOTPROC_SOURCE_BPF_PIN_H

/*
 * What an administrator has left in a bpffs for those who may not load programs: task iterators,
 * which are read like files, and the id walk, which is run.
 *
 * They have a bpffs of their own: the usual one, /sys/fs/bpf, is closed to users where systemd
 * mounts it, and open to everybody's files elsewhere.
 */

#include <sys/stat.h>
#include <sys/types.h>

#include "lib/text/buf.h"

#define PIN_PARENT    "/run/dotproc"
#define PIN_DIRECTORY PIN_PARENT "/bpf"

enum pin {
    PIN_TASKS,  /* a task iterator */
    PIN_STATUS, /* the same, with status */
    PIN_WALK,   /* the id walk, with status; only of kernels that take it */
    PINS,
};

/* Its name in PIN_DIRECTORY. */
const char *pin_name(enum pin pin);

/*
 * Opens a pin when it is root's and on a bpffs: an iterator for reading, once from front to back,
 * or a program for running. The descriptor; -ENOENT when there is none; or another -errno, with a
 * line in `why`, which may be NULL.
 */
int pin_open(enum pin pin, struct buf *why);

/* What dotproc-bpf does; all three need root's rights. */

/*
 * Mounts the bpffs if need be, loads the iterators and, where the kernel takes it, the walk, and
 * puts their pins in place of any old ones, readable as `mode` says, by `group`. 0, or -errno with
 * a line in `why`.
 */
int pin_load(mode_t mode, gid_t group, struct buf *why);

/*
 * Removes pins and bpffs, and ends the walk for those who still hold it. 0 also when there were
 * none; or -errno with a line in `why`.
 */
int pin_unload(struct buf *why);

/*
 * Uses a pin as ps would. The number of tasks that it shows, with its mode and group; or -errno
 * with a line in `why`.
 */
ssize_t pin_check(enum pin pin, struct stat *file, struct buf *why);

#endif
