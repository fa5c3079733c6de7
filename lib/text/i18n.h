/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_I18N_H
#define DOTPROC_TEXT_I18N_H

/*
 * For the programs, as lib has no messages: _() translates a text for people; N_() only marks one
 * in a const table.
 */

#include "lib/text/locale.h"

#define _(text)  locale_message(text)
#define N_(text) text

#endif
