/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_SCANNER_H
#define DOTPROC_TOP_WORK_SCANNER_H

/*
 * Makes samples: a scan of the tasks joined with the previous one, and the host's figures.
 *
 * %CPU needs two scans. Without a previous one, at the start and when the screen changes between
 * processes and threads, a first scan reads only what the difference needs, and the real one
 * follows after a short interval; so the first figures are those of that interval, as in stock top.
 * With an `early` request the first scan reads everything and is the sample; the caller requests
 * the next one after SAMPLE_EARLY_NS. With a limit it may have the first tasks only
 * (snapshot::incomplete) and no differences: the caller requests the next one at once.
 *
 * A scanner belongs to one thread at a time.
 */

#include "lib/source/guard.h"
#include "lib/source/source.h"
#include "top/model/sample.h"

struct scanner;

/*
 * Opens a scanner with a source of its own. 0; or -errno with one line in `why`, see source_open().
 */
int scanner_open(const struct source_options *options, struct scanner **out, struct buf *why);
void scanner_close(struct scanner *scanner);

/* Its source, which the next scan may replace by another one of the same procfs. */
const struct source *scanner_source(const struct scanner *scanner);

/* The guard of the reading thread; borrowed. NULL, as at first: the caller may wait. */
void scanner_set_guard(struct scanner *scanner, struct read_guard *guard);

/* Fills the sample. 0 or -errno, which is in sample->error too. */
int scanner_read(struct scanner *scanner, const struct sample_request *wanted,
                 struct sample *sample);

#endif
