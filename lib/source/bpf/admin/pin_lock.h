/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ADMIN_PIN_LOCK_H
#define DOTPROC_SOURCE_BPF_ADMIN_PIN_LOCK_H

/*
 * Only one process at a time changes pins: it locks a file beside them. Only root can open that
 * file, or users could lock everybody out.
 */

#include <stdbool.h>

#include "lib/base/buf.h"

/* -error, after a line in `why` that "what" cannot be done to `path`. */
int pin_fail(struct buf *why, const char *what, const char *path, int error);

/* Makes the directory `path` of root if it does not exist. 0; or -errno with a line in `why`. */
int pin_make_directory(const char *path, struct buf *why);

/*
 * Waits for the lock and takes it; with `make`, makes PIN_PARENT if it does not exist. A descriptor
 * for pin_unlock(); -ENOENT without PIN_PARENT; or another -errno with a line in `why`.
 */
int pin_lock(bool make, struct buf *why);

/* Unlocks; with `remove`, removes the file, and PIN_PARENT if it is empty then. */
void pin_unlock(int lock, bool remove);

#endif
