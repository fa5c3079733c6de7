/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_TAKE_OVER_H
#define DOTPROC_TESTS_COMMON_TAKE_OVER_H

/*
 * Replaces a function for a test without a change to the sources of the program: with ld's --wrap,
 * calls from other files come to the replacement. meson.build lists the names.
 *
 * TAKE_OVER(type, function, arguments) begins the replacement; the original is __real_function().
 */
#define TAKE_OVER(type, function, ...)   \
    type __real_##function(__VA_ARGS__); \
    type __wrap_##function(__VA_ARGS__); \
    type __wrap_##function(__VA_ARGS__)

#endif
