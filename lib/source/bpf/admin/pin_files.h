/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ADMIN_PIN_FILES_H
#define DOTPROC_SOURCE_BPF_ADMIN_PIN_FILES_H

/*
 * Pins as files on their bpffs. Next to each pin is its gate, for root only, by which it can be
 * revoked.
 *
 * Both are created under temporary names and renamed when all of them have their permissions. So no
 * reader finds an unfinished pin, and an interruption leaves no pin without its gate.
 *
 * Only one process at a time changes pins: all functions that do are called with the lock held.
 * They return 0, or -errno with a line in `why`.
 */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/source/bpf/pin.h"

/*
 * The lock is a file next to the bpffs. Only root can open it; otherwise a user could hold the lock
 * forever.
 *
 * Waits for the lock and takes it; with `make`, creates PIN_PARENT if it does not exist. A
 * descriptor for pin_files_unlock(); -ENOENT if PIN_PARENT is missing without `make`; or -errno
 * with a line in `why`.
 */
int pin_files_lock(bool make, struct buf *why);

/* Unlocks; with `remove`, also removes the file, and PIN_PARENT if it is empty then. */
void pin_files_unlock(int lock, bool remove);

bool pin_files_are_mounted(void);
int pin_files_mount(struct buf *why);
int pin_files_unmount(struct buf *why);

/* Pins a descriptor and its gate under temporary names. */
int pin_files_make(enum pin pin, int fd, int gate, const struct pin_rights *rights,
                   struct buf *why);

/* Renames them, replacing older ones. */
int pin_files_place(enum pin pin, struct buf *why);

enum pin_files {
    PIN_FILES_NEW,    /* with temporary names */
    PIN_FILES_PLACED, /* all others, of any version */
};

/* Revokes the pins by their gates: programs that users still hold return nothing from then on. */
int pin_files_revoke(enum pin_files which, struct buf *why);

/* Removes the files; pin_files_revoke() must be called first. */
int pin_files_remove(enum pin_files which, struct buf *why);

#endif
