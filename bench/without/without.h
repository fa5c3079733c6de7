/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_WITHOUT_H
#define DOTPROC_BENCH_WITHOUT_H

/*
 * Programs without one optimisation each, for `./dev bench ablation`: the functions of the
 * optimisation are replaced by others that do without it. meson.build has the list.
 */
#include "tests/common/take_over.h"

/* Begins the function that is called instead. */
#define WITHOUT TAKE_OVER

#endif
