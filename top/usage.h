/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_USAGE_H
#define DOTPROC_TOP_USAGE_H

/* What top says about itself: -h, -V and -O. */

#include "lib/text/buf.h"

/* `program` is what top was called as, for it may be installed under another name. */
void usage_put_help(struct buf *out, const char *program);

/* One line, the same in every language: scripts look for "procps", or take the last word. */
void usage_put_version(struct buf *out, const char *program);

/* The fields that -o takes, a line each. */
void usage_put_fields(struct buf *out);

#endif
