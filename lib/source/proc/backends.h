/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_BACKENDS_H
#define DOTPROC_SOURCE_PROC_BACKENDS_H

/* The procfs sources, for source.c: see lib/source/source.h for what each one is. */

#include "lib/source/source.h"

extern const struct source_ops source_dot;
extern const struct source_ops source_task;
extern const struct source_ops source_flat;

/* Opens the first of them that works here, as each one's open() does; looks at the procfs once. */
int procfs_open(const struct source_options *options, struct source **out, struct buf *why);

#endif
