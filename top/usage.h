/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_USAGE_H
#define DOTPROC_TOP_USAGE_H

/* The texts of -h, -V and -O. */

#include "lib/source/source.h"
#include "lib/text/buf.h"

/* `program` is the name by which top was called: it may be installed under another one. */
void usage_put_help(struct buf *out, const char *program);

/* The version, and the sources of tasks that can be used here. */
void usage_put_version(struct buf *out, const char *program, const struct source_options *source);

/* The fields that -o takes, a line each. */
void usage_put_fields(struct buf *out);

#endif
