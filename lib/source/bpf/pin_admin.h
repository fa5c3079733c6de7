/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PIN_ADMIN_H
#define DOTPROC_SOURCE_BPF_PIN_ADMIN_H

/*
 * What dotproc-bpf does with the pins. All of it needs root's rights. Who loads or unloads waits
 * for whoever does so at the time.
 */

#include <sys/stat.h>
#include <sys/types.h>

#include "lib/source/bpf/pin.h"

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
