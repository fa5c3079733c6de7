/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_COMPLAIN_H
#define DOTPROC_TOP_COMPLAIN_H

/* Messages about the program itself. */

#include "lib/base/buf.h"

/* Prints "program: message" to standard error, both escaped: the message may quote arguments. */
void complain(const char *program, const char *message);

/* Appends the message, shown once, for worker_pools_foreground_error(). */
void complaint_put_foreground(struct buf *out);

#endif
