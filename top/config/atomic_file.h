/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_ATOMIC_FILE_H
#define DOTPROC_TOP_CONFIG_ATOMIC_FILE_H

#include <stddef.h>

/*
 * Replaces a file atomically, so that either the old or the new text is complete; mode 0600.
 * Creates missing folders, and replaces what a link in the file's place leads to; but for root it
 * replaces the link, and writes into no folder that others may change, which is -EPERM. 0 or
 * -errno.
 */
int atomic_file_write(const char *path, const char *text, size_t len);

#endif
