/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_INFORMATION_H
#define DOTPROC_TOP_INFORMATION_H

/* What top prints instead of tasks: --help, --version, -O, --procps-rc. */

#include "top/options.h"

/* Prints the information that the options request; false, after a complaint, if that fails. */
bool information_print(const struct options *options, const char *program);

#endif
