/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_SCANNER_H
#define DOTPROC_TOP_WORK_SCANNER_H

/*
 * Makes samples: one scan of the tasks joined with the one before, and the host's figures.
 *
 * %CPU needs two scans. Where there is none to compare with, at the start and when the screen
 * changes between processes and threads, a first scan is made that reads just what the difference
 * needs, and the real one follows after a short interval; so the first figures shown are those of
 * that interval, as users and scripts know it.
 *
 * A scanner belongs to one thread at a time.
 */

#include "lib/source/source.h"
#include "top/model/sample.h"
#include "top/work/worker_pool.h"

struct scanner;

/*
 * A scanner of its own source. 0; or -errno with one line in `why`, see source_open(). On success
 * `*out` is to be closed with scanner_close().
 */
int scanner_open(const struct source_options *options, struct scanner **out, struct buf *why);
void scanner_close(struct scanner *scanner);

/* Whether it is about the running host, and not a recorded tree. */
bool scanner_is_live(const struct scanner *scanner);

/* Who reads with it, see guarded_fill.h; NULL, as at first: somebody who may be kept waiting. */
void scanner_set_worker(struct scanner *scanner, struct worker *worker);

/* Fills the sample with what is wanted. Errors are in sample->error too. */
int scanner_read(struct scanner *scanner, const struct sample_request *wanted,
                 struct sample *sample);

/* A sample to be filled again and again. */
void sample_init(struct sample *sample);
void sample_fini(struct sample *sample);

#endif
