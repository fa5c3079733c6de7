/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_LOOKBACK_H
#define DOTPROC_TOP_MODEL_LOOKBACK_H

/*
 * The samples of the last ten minutes, in memory. Each is a record of its differences from the next
 * sample, so the oldest can be dropped alone. Looking back starts at the newest sample, which the
 * caller owns, and applies one record after the other.
 *
 * A sample is kept with all figures that its rows have when the next one arrives, including those
 * read only for rows on the screen.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "top/model/sample.h"

/* Samples older than this are dropped, and the oldest ones if all of them need more bytes. */
#define LOOKBACK_NS    ((uint64_t)(600 * NS_PER_S))
#define LOOKBACK_BYTES ((size_t)32 << 20)

struct lookback_record {
    char *data; /* owned */
    size_t len;
    uint64_t monotonic_ns; /* when the sample was taken */
};

/* Zero-initialise. */
struct lookback {
    struct lookback_record *records; /* `count` from `first` on, the oldest first */
    size_t first, count, capacity;
    size_t bytes; /* of all records */
    struct buf scratch;

    size_t back;         /* the place of the shown sample, counted from the newest; 0: the newest */
    struct sample shown; /* when back > 0 */
    size_t taken;        /* bytes of records applied since `shown` was copied */
};

void lookback_fini(struct lookback *lookback);

/*
 * Keeps a sample that `newest` replaces. The shown sample does not change. 0 or -ENOMEM; then this
 * sample and all earlier ones are dropped.
 */
int lookback_keep(struct lookback *lookback, const struct sample *sample,
                  const struct sample *newest);

/*
 * Shows the sample `back` places before the newest, at most the oldest one; 0: none. The sample
 * shown before is no longer valid. 0 or -errno; then none is shown.
 */
int lookback_show(struct lookback *lookback, const struct sample *newest, size_t back);

/*
 * The place, for lookback_show(), of the first sample that is at least `ns` older than the shown
 * one, or newer if `ns` is negative.
 */
size_t lookback_find(const struct lookback *lookback, const struct sample *newest, int64_t ns);

/* The time between the shown sample and the newest. */
uint64_t lookback_age_ns(const struct lookback *lookback, const struct sample *newest);

#endif
