/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PIN_FILES_H
#define DOTPROC_SOURCE_BPF_PIN_FILES_H

/*
 * Pins as files on their bpffs, for whoever holds the lock (pin_lock.h). Each has a gate beside it,
 * for root alone, by which it is ended.
 *
 * Both are made under other names, and get their own when all of them are there with the rights
 * that they should have: no reader ever finds half a pin, and what is interrupted leaves none
 * without its gate. Each function: 0, or -errno with a line in `why`.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "lib/source/bpf/pin.h"
#include "lib/text/buf.h"

/* Who may use a pin. */
struct pin_rights {
    mode_t mode;
    gid_t group;
};

bool pin_files_are_mounted(void);
int pin_files_mount(struct buf *why);
int pin_files_unmount(struct buf *why);

/* Makes a pin of the descriptor, and one of its gate, under the other names. */
int pin_files_make(enum pin pin, int fd, int gate, const struct pin_rights *rights,
                   struct buf *why);

/* Gives them the names that they should have, in place of any that have them. */
int pin_files_place(enum pin pin, struct buf *why);

enum pin_files {
    PIN_FILES_NEW,    /* those under the other names */
    PIN_FILES_PLACED, /* all others, of any version */
};

/* Closes their gates: nobody is told anything by them from then on. */
int pin_files_end(enum pin_files which, struct buf *why);

/* Removes them, which are ended. */
int pin_files_remove(enum pin_files which, struct buf *why);

#endif
