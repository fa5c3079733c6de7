/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_TAKE_OVER_H
#define DOTPROC_TESTS_COMMON_TAKE_OVER_H

/*
 * Takes over a function of the program under test, whose sources know nothing of it: ld's --wrap
 * has calls from other files come here. meson.build has the names.
 *
 * TAKE_OVER(type, function, arguments) begins the function that is called instead; the original is
 * __real_function().
 */
#define TAKE_OVER(type, function, ...)   \
    type __real_##function(__VA_ARGS__); \
    type __wrap_##function(__VA_ARGS__); \
    type __wrap_##function(__VA_ARGS__)

#endif
