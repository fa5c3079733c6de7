/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PIN_H
#define DOTPROC_SOURCE_BPF_PIN_H

/*
 * Programs that an administrator has pinned in a bpffs for users who may not load programs:
 * iterators, which are read like files, and the id walk, which is run.
 *
 * The pins have a bpffs of their own: the usual one, /sys/fs/bpf, is closed to users if systemd
 * mounts it, and open to files of any user elsewhere.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "lib/base/buf.h"

#define PIN_PARENT    "/run/dotproc"
#define PIN_DIRECTORY PIN_PARENT "/bpf"

enum pin {
    PIN_TASKS,  /* task iterator */
    PIN_STATUS, /* the same with status */
    PIN_WALK,   /* id walk with status; only on kernels that support it */
    PINS,
};

/* A pin can be used by those who may read its file. */
#define PIN_MODE_WORLD 0444
#define PIN_MODE_GROUP 0440
struct pin_rights {
    mode_t mode;
    gid_t group;
};

/* Whether users other than root may use it. */
static inline bool pin_rights_are_shared(mode_t mode)
{
    return mode & ~(mode_t)0700;
}

/* Its name in PIN_DIRECTORY, which ends with WIRE_VERSION. */
const char *pin_name(enum pin pin);

/*
 * Opens a pin, if its file is owned by root and on a bpffs: an iterator for reading, once from
 * front to back, or a program for running. The descriptor; -ENOENT if there is none; or another
 * -errno with a line in `why`, which may be NULL.
 */
int pin_open(enum pin pin, struct buf *why);

#endif
