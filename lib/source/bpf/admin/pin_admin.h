/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ADMIN_PIN_ADMIN_H
#define DOTPROC_SOURCE_BPF_ADMIN_PIN_ADMIN_H

/* What dotproc-bpf does with the pins. All of it needs root's rights. */

#include <stdbool.h>

#include "lib/source/bpf/pin.h"

/*
 * Mounts the bpffs if necessary, loads the iterators and, if the kernel supports it, the walk, and
 * replaces any old pins, which it revokes. With `ended`, what ends is counted from now on until
 * then or pin_unload(), and its sums are pinned, too. NULL rights: everybody may use them, unless
 * /proc hides processes here, which the pins would show: then -ENODATA. 0, or -errno with a line in
 * `why`. This process has then given up the capabilities that it no longer needs: privileges.h.
 */
int pin_load(const struct pin_rights *rights, bool ended, struct buf *why);

/*
 * Removes pins and bpffs, and revokes them from those who still hold them. 0, also when there
 * were none; or -errno with a line in `why`.
 */
int pin_unload(struct buf *why);

#endif
