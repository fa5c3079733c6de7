/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_TEXT_FILE_H
#define DOTPROC_BASE_TEXT_FILE_H

/* Small files of the kernel's, in /proc and /sys, that are read once. */

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads the beginning of a file into `text`, `size` bytes with the NUL at the end. False when it
 * cannot be read, or is empty.
 */
bool text_file_read(const char *path, char *text, size_t size);

#endif
