/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_COMPLAINT_H
#define DOTPROC_TOP_COMPLAINT_H

/* What is said on the error output. */

#include "lib/base/buf.h"

/* Prints "top: message", escaped, because it may quote arguments. */
void complain(const char *program, const char *message);

/*
 * Takes the first of several lines of complaints, which quote files. The lines behind it; NULL when
 * there was none.
 */
const char *complaint_take(const char *lines, struct buf *complaint);

#endif
