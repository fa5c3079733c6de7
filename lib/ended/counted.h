/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_COUNTED_H
#define DOTPROC_ENDED_COUNTED_H

/*
 * What the kernel counts of ended tasks: by programs of this reader, or by those that an
 * administrator has pinned.
 */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/ended/seen.h"
#include "lib/ended/tally.h"

struct counted;

/*
 * Opens what counts tasks of a kind. With `settle` it waits at the beginning of a reading until the
 * kernel has freed, and so counted, what ended until then. 0; -ENOTSUP with a line in `why` where
 * the kernel does not count for us; or -ENOMEM.
 */
int counted_open(enum ended_wire_kind kind, bool settle, struct counted **out, struct buf *why);
void counted_close(struct counted *counted);

/* Called just before a snapshot of all tasks. 0 or -errno. */
int counted_begin(struct counted *counted);

/* Called after it, with what it has shown: adds to `out` what ended. 0 or -errno. */
int counted_update(struct counted *counted, const struct seen_lists *seen, struct ended_tally *out);

/* Programs that were started between the two last updates. */
uint64_t counted_execs(const struct counted *counted);

#endif
