/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LOCALES_H
#define DOTPROC_PS_LOCALES_H

/*
 * The parts of the locale (setlocale(3)), each loaded when there is use for it: together they
 * cost a short ps a quarter of its time, and scripts ask for numbers.
 */

#include "ps/grammar/grammar.h"
#include "ps/options.h"

/* Before anything is read or said: the language, and characters where some are beyond ASCII. */
void locale_begin(int argc, char *const argv[], const struct ps_environment *environment);

/* What a listing of this kind may show besides: characters of names, words of dates. */
void locale_for_listing(const struct ps_options *options);

#endif
