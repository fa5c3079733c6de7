/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_I18N_H
#define DOTPROC_PS_I18N_H

/* Text for users goes through _(); text in tables is marked with N_() and translated later. */

#include "lib/text/locale.h"

#define _(text)  locale_message(text)
#define N_(text) (text)

#endif
