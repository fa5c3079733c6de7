/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_CAPABILITIES_H
#define DOTPROC_SOURCE_BPF_CAPABILITIES_H

/* What this thread is allowed to do, in the first user namespace: capabilities(7). */

#include <stdbool.h>

/* Whether it may load programs that look at tasks. */
bool capabilities_suffice(void);

/*
 * Once programs are loaded and the bpffs is mounted: gives up all capabilities but CAP_CHOWN, to
 * give pins to a group, and CAP_BPF, which kernels before 5.19 want for changing a map. 0 or
 * -errno.
 */
int capabilities_give_up(void);

#endif
