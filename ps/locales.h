/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LOCALES_H
#define DOTPROC_PS_LOCALES_H

/*
 * Loads the categories of the locale (setlocale(3)) that are needed: all take a quarter of the time
 * of a short ps, and scripts mostly read numbers.
 */

#include "ps/options.h"

/*
 * Call first: loads the language, and the character set if any input is not ASCII. Both functions
 * return 0 or -ENOMEM.
 */
int locales_begin(int argc, char *const argv[], const struct ps_environment *environment);

/* Loads what the listing needs: the character set for names, the words of dates. */
int locales_for_listing(const struct ps_options *options);

#endif
