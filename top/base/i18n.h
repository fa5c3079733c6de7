/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_I18N_H
#define DOTPROC_TOP_BASE_I18N_H

/* _() translates a text for people; N_() only marks one in a const table. */

#include "lib/text/locale.h"

#define _(text)  locale_message(text)
#define N_(text) text

#endif
