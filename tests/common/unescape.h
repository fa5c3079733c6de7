/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_UNESCAPE_H
#define DOTPROC_TESTS_COMMON_UNESCAPE_H

/* Reads a string of JSON, and gives back the bytes that it was written for. */

#include <stddef.h>

/*
 * The text is an object with this one member. The number of bytes stored, at most `size`; SIZE_MAX
 * where it is no such object, has bytes that a terminal would obey, or more than there is room for.
 */
size_t unescape_member(const char *json, const char *key, char *bytes, size_t size);

#endif
