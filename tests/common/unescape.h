/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_UNESCAPE_H
#define DOTPROC_TESTS_COMMON_UNESCAPE_H

/* Reads a JSON string, and returns the bytes that it was written from. */

#include <stddef.h>

/*
 * `json` is an object with this one member. Returns the number of bytes stored, at most `size`.
 * SIZE_MAX: it is no such object, has control characters, or does not fit.
 */
size_t unescape_member(const char *json, const char *key, char *bytes, size_t size);

#endif
