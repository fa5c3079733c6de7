/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PIN_ADMIN_H
#define DOTPROC_SOURCE_BPF_PIN_ADMIN_H

/* What dotproc-bpf does with the pins. All of it needs root's rights. */

#include <sys/stat.h>
#include <sys/types.h>

#include "lib/source/bpf/pin.h"

/*
 * Mounts the bpffs if necessary, loads the iterators and, if the kernel supports it, the walk, and
 * replaces any old pins, readable as `mode` says, by `group`. 0, or -errno with a line in `why`.
 */
int pin_load(mode_t mode, gid_t group, struct buf *why);

/*
 * Removes pins and bpffs, and revokes the walk from those who still hold it. 0, also when there
 * were none; or -errno with a line in `why`.
 */
int pin_unload(struct buf *why);

/*
 * Uses a pin as ps would. The number of tasks that it shows, and its mode and group in *file; or
 * -errno with a line in `why`.
 */
ssize_t pin_check(enum pin pin, struct stat *file, struct buf *why);

#endif
