/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PIN_LOCK_H
#define DOTPROC_SOURCE_BPF_PIN_LOCK_H

/*
 * One administrator at a time: who changes pins holds a lock, on a file beside them that only root
 * can open, as others could keep everybody out.
 */

#include <stdbool.h>

#include "lib/text/buf.h"

/* -error, after a line in `why` that "what" cannot be done to `path`. */
int pin_fail(struct buf *why, const char *what, const char *path, int error);

/* Makes `path` a directory of root's if it is not there. 0; or -errno with a line in `why`. */
int pin_make_directory(const char *path, struct buf *why);

/*
 * Waits for the lock and takes it; with `make` makes PIN_PARENT for it, if that is not there. A
 * descriptor for pin_unlock(); or -errno with a line in `why`, but for -ENOENT: no PIN_PARENT.
 */
int pin_lock(bool make, struct buf *why);

/* Gives it back; with `remove` removes it, and PIN_PARENT where nothing else is in it. */
void pin_unlock(int lock, bool remove);

#endif
