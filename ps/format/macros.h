/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_FORMAT_MACROS_H
#define DOTPROC_PS_FORMAT_MACROS_H

#include <stddef.h>

/* The columns that a macro such as "F5FMT" stands for, separated by commas; NULL: no macro. */
const char *format_macro_find(const char *name);

/* Each of them; NULL past the end. */
const char *format_macro_at(size_t index);

#endif
