/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_TRUSTED_FILE_H
#define DOTPROC_TOP_CONFIG_TRUSTED_FILE_H

/*
 * Files that other users may have written. Configurations contain commands, so root refuses such
 * files: sudo may have kept a user's HOME.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/buf.h"

/*
 * Appends the text of a file. 0; -EFBIG for more than `most` bytes; -EINVAL if it is not a regular
 * file, which might block; -EPERM with `only_roots` if others can have written it; or -errno.
 */
int trusted_file_read(const char *path, bool only_roots, size_t most, struct buf *text);

/*
 * Replaces a file atomically, so that either the old or the new text is complete; mode 0600.
 * Creates missing folders, and replaces the target of a link. For root it replaces the link itself,
 * and returns -EPERM for a folder that others may change. With `kept` the old file is kept with a ~
 * after its name, and that path is appended to `kept`. 0 or -errno.
 */
int atomic_file_write(const char *path, const char *text, size_t len, struct buf *kept);

#endif
