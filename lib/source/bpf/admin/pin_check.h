/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ADMIN_PIN_CHECK_H
#define DOTPROC_SOURCE_BPF_ADMIN_PIN_CHECK_H

#include <sys/stat.h>
#include <sys/types.h>

#include "lib/source/bpf/pin.h"

/*
 * Uses a pin as ps does. Returns the number of tasks that it shows, and sets *file to the file's
 * mode and group; or -errno with a line in `why`.
 */
ssize_t pin_check(enum pin pin, struct stat *file, struct buf *why);

#endif
