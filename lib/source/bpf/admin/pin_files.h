/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ADMIN_PIN_FILES_H
#define DOTPROC_SOURCE_BPF_ADMIN_PIN_FILES_H

/*
 * Pins as files on their bpffs; callers hold the lock (pin_lock.h). Beside each pin is its gate,
 * for root alone, which revokes it.
 *
 * Both are created under temporary names and renamed when all of them have their rights: no reader
 * finds an unfinished pin, and an interruption leaves no pin without its gate. Each function: 0, or
 * -errno with a line in `why`.
 */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/source/bpf/ended_hooks.h"
#include "lib/source/bpf/pin.h"

bool pin_files_are_mounted(void);
int pin_files_mount(struct buf *why);
int pin_files_unmount(struct buf *why);

/* Pins a descriptor and its gate under temporary names. */
int pin_files_make(enum pin pin, int fd, int gate, const struct pin_rights *rights,
                   struct buf *why);

/* Renames them, replacing older ones. */
int pin_files_place(enum pin pin, struct buf *why);

/*
 * The same with a link that keeps a program attached, which is for root alone: it is attached until
 * its file is removed.
 */
int pin_files_make_hook(enum ended_hook hook, int fd, struct buf *why);
int pin_files_place_hook(enum ended_hook hook, struct buf *why);

enum pin_files {
    PIN_FILES_NEW,    /* with temporary names */
    PIN_FILES_PLACED, /* all others, of any version */
};

/* Revokes them by their gates: whoever still holds such a pin gets nothing from it any more. */
int pin_files_revoke(enum pin_files which, struct buf *why);

/* Removes them; pin_files_revoke() comes first. */
int pin_files_remove(enum pin_files which, struct buf *why);

#endif
