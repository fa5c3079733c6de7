/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BENCH_WITHOUT_H
#define DOTPROC_TESTS_BENCH_WITHOUT_H

/*
 * Programs that do without one trick each, for `./dev bench ablation`: the trick's functions are
 * taken over, and answer as if there were no such trick. meson.build has the list.
 */
#include "tests/common/take_over.h"

/* Begins the function that is called instead. */
#define WITHOUT TAKE_OVER

#endif
