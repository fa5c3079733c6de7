/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BENCH_WITHOUT_H
#define DOTPROC_TESTS_BENCH_WITHOUT_H

/*
 * Programs that do without one trick each, for `./dev bench ablation`. The sources know nothing of
 * it: ld's --wrap has calls of the trick's function from other files come here, where they answer
 * as if there were no such trick. meson.build has the list.
 *
 * WITHOUT(type, function, arguments) begins the function that is called instead.
 */
#define WITHOUT(type, function, ...)     \
    type __real_##function(__VA_ARGS__); \
    type __wrap_##function(__VA_ARGS__); \
    type __wrap_##function(__VA_ARGS__)

#endif
