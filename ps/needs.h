/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_NEEDS_H
#define DOTPROC_PS_NEEDS_H

/*
 * What must be read: the union of what columns, sort order and tree declare. It is known before the
 * first file is opened, and nothing else is read.
 */

#include "lib/source/source.h"
#include "ps/options.h"

/* For each kind of row; see ROW_PROCESS and ROW_THREAD in column.h. */
struct needs {
    need_t processes;
    need_t threads;
};

struct needs needs_of(const struct ps_options *options);

/* The scan to make. Borrows from `options`. */
struct scan_request needs_request(const struct ps_options *options, const struct needs *needs);

#endif
