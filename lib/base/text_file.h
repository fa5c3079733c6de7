/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_TEXT_FILE_H
#define DOTPROC_BASE_TEXT_FILE_H

/* Small kernel files in /proc and /sys that are read once. */

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads the start of a file into `text`, at most `size` - 1 bytes and a NUL. False if it cannot be
 * read or is empty; then `text` is "" or unchanged.
 */
bool text_file_read(const char *path, char *text, size_t size);

/* The same, with a path relative to an open directory. */
bool text_file_read_at(int directory, const char *path, char *text, size_t size);

#endif
