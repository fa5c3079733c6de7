/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LOCALES_H
#define DOTPROC_PS_LOCALES_H

/*
 * The parts of the locale (setlocale(3)), each loaded only if needed: together they take a quarter
 * of the time of a short ps, and scripts mostly ask for numbers.
 */

#include "ps/grammar/grammar.h"
#include "ps/options.h"

/*
 * Call first: loads the language, and the character set if any input is not ASCII. As the next one,
 * 0 or -ENOMEM.
 */
int locales_begin(int argc, char *const argv[], const struct ps_environment *environment);

/* Loads what the listing may need besides: the character set for names, words of dates. */
int locales_for_listing(const struct ps_options *options);

#endif
