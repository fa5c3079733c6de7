/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PIN_H
#define DOTPROC_SOURCE_BPF_PIN_H

/*
 * Streams that an administrator has left in a bpffs, for those who may not load programs.
 *
 * They have a bpffs of their own: the usual one, /sys/fs/bpf, is closed to users where systemd
 * mounts it, and open to everybody's files elsewhere.
 */

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "lib/text/buf.h"

#define PIN_PARENT    "/run/dotproc"
#define PIN_DIRECTORY PIN_PARENT "/bpf"

/* The name of a pin has the version of its records in it; bpffs allows no dot there. */
#define PIN_TASKS  "tasks-v1"
#define PIN_STATUS "status-v1"

/*
 * Opens a pin for reading, once from front to back, when it is root's and on a bpffs. The
 * descriptor; -ENOENT when there is none; or another -errno, with a line in `why`.
 */
int pin_open(bool status, struct buf *why);

/* What dotproc-bpf does; all three need root's rights. */

/*
 * Mounts the bpffs if need be, loads both streams, and puts their pins in place of any old ones,
 * readable as `mode` says, by `group`. 0, or -errno with a line in `why`.
 */
int pin_load(mode_t mode, gid_t group, struct buf *why);

/* Removes pins and bpffs. 0 also when there were none; or -errno with a line in `why`. */
int pin_unload(struct buf *why);

/*
 * Reads a pin as ps would. The number of tasks that it shows, with its mode and group; or -errno
 * with a line in `why`.
 */
ssize_t pin_check(bool status, struct stat *file, struct buf *why);

#endif
