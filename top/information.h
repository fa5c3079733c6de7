/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_INFORMATION_H
#define DOTPROC_TOP_INFORMATION_H

#include "top/options.h"

/*
 * Prints what is requested instead of tasks: --help, --version, -O, --procps-rc. False, after a
 * complaint, if that fails.
 */
bool information_print(const struct options *options, const char *program);

#endif
