/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ADMIN_PRIVILEGES_H
#define DOTPROC_SOURCE_BPF_ADMIN_PRIVILEGES_H

/*
 * Once programs are loaded and the bpffs is mounted: gives up all capabilities but CAP_CHOWN, to
 * give pins to a group, and CAP_BPF, which kernels before 5.19 want for changing a map. 0 or
 * -errno.
 */
int privileges_give_up(void);

#endif
