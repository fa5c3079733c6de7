/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_TTY_H
#define DOTPROC_TEXT_TTY_H

/*
 * Terminals: the device number in /proc/PID/stat, and names.
 *
 * The number is the kernel's encoding (new_encode_dev()): minor bits 0-7 and 20-31, major bits
 * 8-19. Names have no "/dev/": "pts/3", "tty1", "ttyS0", "console".
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"

/*
 * Appends the name of a terminal; "?" for 0. The fixed numbers of devices.txt are built in; others
 * are looked up in /sys/dev/char if `live` is true, and otherwise shown as "major:minor".
 */
void tty_put_name(struct buf *out, uint32_t tty, bool live);

/*
 * The number of a terminal that a user named: "pts/3", "/dev/pts/3", "3" or "tty3", tried in the
 * same order as procps (/dev/pts/X, /dev/X, /dev/ttyX, /dev/ptyX, /dev/Xnsole); "-" and "?" are 0,
 * no terminal. 0; -ENOTTY: the first file of these names is no character device; -ENOENT.
 */
int tty_by_name(const char *name, uint32_t *tty);

#endif
