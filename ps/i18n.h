/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_I18N_H
#define DOTPROC_PS_I18N_H

/* Text for users goes through _(); text in tables is marked with N_() and translated later. */

#include <libintl.h>

#define _(text)  gettext(text)
#define N_(text) (text)

#endif
