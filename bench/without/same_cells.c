/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ps formats each cell, even if it is the same as in the row above. */
#include "lib/column/value.h"

#define value_same(value, other) ((void)(value), (void)(other), false)

#include "ps/out_text.c" /* in place of the library's */
