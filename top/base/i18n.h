/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_I18N_H
#define DOTPROC_TOP_BASE_I18N_H

/* Text for people goes through here: _() translates, N_() only marks a string of a const table. */

#include <libintl.h>

#define _(text)  gettext(text)
#define N_(text) text

#endif
