/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_TRUSTED_FILE_H
#define DOTPROC_TOP_CONFIG_TRUSTED_FILE_H

/*
 * Files that others may have made. Configurations contain commands, so root trusts none that others
 * may have written: sudo may have kept their HOME.
 */

#include <sys/stat.h>

#include "lib/base/buf.h"

/* Whether only root can have made it what it is; a link is as good as the folder that it is in. */
bool trusted_file_is_roots(const struct stat *status);

/*
 * Appends what a file has, `most` bytes or -EFBIG. 0 or -errno: -EINVAL where it is not a regular
 * file, which might block; -EPERM where `only_roots` may have made it, but others can have.
 */
int trusted_file_read(const char *path, bool only_roots, size_t most, struct buf *text);

#endif
