/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ADMIN_PIN_ADMIN_H
#define DOTPROC_SOURCE_BPF_ADMIN_PIN_ADMIN_H

/* The commands of dotproc-bpf. Those that change pins require root. */

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "lib/source/bpf/pin.h"

/*
 * Mounts the bpffs if necessary, loads the iterators and, if the kernel supports it, the walk, and
 * replaces old pins, which are revoked. NULL rights: everybody may use them, unless /proc hides
 * processes here, which the pins would show: that is refused. Without `force` it is refused if
 * users may create BPF maps, which they could bind to a program that they may use. 0, or -errno
 * with a message in `why`. Afterwards this process lacks the capabilities that it no longer needs.
 */
int pin_load(const struct pin_rights *rights, bool force, struct buf *why);

/*
 * Removes pins and bpffs, and revokes the programs for users who still hold them. 0, also if there
 * were none; or -errno with a line in `why`.
 */
int pin_unload(struct buf *why);

/*
 * Uses a pin as ps does. Returns the number of tasks that it shows, and sets *file to the file's
 * mode and group; or -errno with a line in `why`.
 */
ssize_t pin_check(enum pin pin, struct stat *file, struct buf *why);

#endif
