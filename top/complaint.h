/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_COMPLAINT_H
#define DOTPROC_TOP_COMPLAINT_H

/* Messages of the program on standard error. */

#include "lib/base/buf.h"

/* Prints "program: message", both escaped, because the message may quote arguments. */
void complain(const char *program, const char *message);

/*
 * Takes the first of several lines of complaints, which quote files. Returns the lines after it;
 * NULL: there was none.
 */
const char *complaint_take(const char *lines, struct buf *complaint);

#endif
