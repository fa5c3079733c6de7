/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PIN_ADMIN_H
#define DOTPROC_SOURCE_BPF_PIN_ADMIN_H

/*
 * What dotproc-bpf does with the pins. All of it needs root's rights. Who loads or unloads waits
 * for whoever does so at the time.
 */

#include <sys/types.h>

#include "lib/source/bpf/pin.h"

/*
 * Mounts the bpffs if need be, loads the iterators and, where the kernel takes it, the walk, and
 * puts their pins in place of any old ones, which it ends, readable as `mode` says, by `group`. 0,
 * or -errno with a line in `why`. This process has given up then what capabilities it does not need
 * any more: see host.h.
 */
int pin_load(mode_t mode, gid_t group, struct buf *why);

/*
 * Removes pins and bpffs, and ends them for those who still hold them. 0 also when there were
 * none; or -errno with a line in `why`.
 */
int pin_unload(struct buf *why);

#endif
