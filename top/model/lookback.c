/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/lookback.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "top/record/rows.h"

/*
 * The shown sample is copied after records of this many bytes, whose old data its arena still has.
 */
#define TAKEN_MAX ((size_t)1 << 20)

/* A scratch buffer that is larger than this is freed after use. */
#define SCRATCH_MAX ((size_t)1 << 20)

static void drop_oldest(struct lookback *lookback)
{
    struct lookback_record *record = &lookback->records[lookback->first++];

    lookback->bytes -= record->len;
    free(record->data);
    lookback->count--;
}

static void drop_all(struct lookback *lookback)
{
    while (lookback->count > 0)
        drop_oldest(lookback);
}

static void clear_shown(struct lookback *lookback)
{
    lookback->back = 0;
    sample_fini(&lookback->shown);
    lookback->shown = (struct sample){.early = false};
}

void lookback_fini(struct lookback *lookback)
{
    drop_all(lookback);
    clear_shown(lookback);
    free(lookback->records);
    buf_fini(&lookback->scratch);
    *lookback = (struct lookback){.count = 0};
}

static void trim_scratch(struct lookback *lookback)
{
    if (lookback->scratch.capacity > SCRATCH_MAX)
        buf_fini(&lookback->scratch);
    buf_clear(&lookback->scratch);
}

/* Makes room for one more record at the end. */
static int reserve(struct lookback *lookback)
{
    if (lookback->first > lookback->count) {
        memmove(lookback->records, lookback->records + lookback->first,
                lookback->count * sizeof(lookback->records[0]));
        lookback->first = 0;
    }
    return ARRAY_RESERVE(&lookback->records, &lookback->capacity,
                         lookback->first + lookback->count + 1);
}

/* Adds the scratch buffer as a record; drops the oldest ones to make room. */
static int add(struct lookback *lookback, uint64_t monotonic_ns)
{
    const struct buf *scratch = &lookback->scratch;
    struct lookback_record record = {.len = scratch->len, .monotonic_ns = monotonic_ns};

    while (lookback->count > 0 && lookback->bytes + record.len > LOOKBACK_BYTES)
        drop_oldest(lookback);
    if (record.len > LOOKBACK_BYTES) /* a single record that is too large is not kept */
        return 0;
    record.data = scratch->failed ? NULL : malloc(record.len);
    if (!record.data || reserve(lookback) < 0) {
        free(record.data);
        drop_all(lookback);
        return -ENOMEM;
    }
    memcpy(record.data, scratch->data, record.len);
    lookback->records[lookback->first + lookback->count++] = record;
    lookback->bytes += record.len;
    return 0;
}

/* With several processes of -p the rows are not in the order of snapshot.h. */
static bool has_order(const struct sample *sample)
{
    return sample->request.pid_count <= 1;
}

int lookback_keep(struct lookback *lookback, const struct sample *sample,
                  const struct sample *newest)
{
    const uint64_t now_ns = newest->snapshot.system.monotonic_ns;
    const bool has_base = has_order(sample) && has_order(newest);
    int result;

    buf_clear(&lookback->scratch);
    sample_record_put(&lookback->scratch, has_base ? newest : NULL, sample);
    result = add(lookback, sample->snapshot.system.monotonic_ns);
    trim_scratch(lookback);
    while (lookback->count > 0 &&
           now_ns - lookback->records[lookback->first].monotonic_ns > LOOKBACK_NS)
        drop_oldest(lookback);
    if (lookback->back > 0)
        lookback->back++;
    return result;
}

/* Makes the shown sample a copy of a sample, which may be itself. */
static int copy(struct lookback *lookback, const struct sample *sample)
{
    struct buf *scratch = &lookback->scratch;
    struct record_reader in;
    int result = -ENOMEM;

    buf_clear(scratch);
    sample_record_put(scratch, NULL, sample);
    if (!scratch->failed) {
        in = record_reader_of(scratch->data, scratch->len);
        lookback->taken = 0;
        result = sample_record_take(&in, &lookback->shown);
    }
    trim_scratch(lookback);
    return result;
}

/* Goes to the sample before the shown one. */
static int step_back(struct lookback *lookback)
{
    const struct lookback_record *record =
        &lookback->records[lookback->first + lookback->count - lookback->back - 1];
    struct record_reader in = record_reader_of(record->data, record->len);
    int result = sample_record_take(&in, &lookback->shown);

    lookback->back++;
    lookback->taken += record->len;
    if (result == 0 && lookback->taken > TAKEN_MAX)
        result = copy(lookback, &lookback->shown);
    return result;
}

int lookback_show(struct lookback *lookback, const struct sample *newest, size_t back)
{
    int result = 0;

    if (back > lookback->count)
        back = lookback->count;
    if (back == 0) {
        clear_shown(lookback);
        return 0;
    }
    if (lookback->back == 0 || back < lookback->back) {
        lookback->back = 0;
        result = copy(lookback, newest);
    }
    lookback->shown.cost.source = newest->cost.source;
    while (result == 0 && lookback->back < back)
        result = step_back(lookback);
    if (result < 0)
        clear_shown(lookback);
    return result;
}

/* The time of the sample at this place. */
static uint64_t time_at(const struct lookback *lookback, const struct sample *newest, size_t back)
{
    if (back == 0)
        return newest->snapshot.system.monotonic_ns;
    return lookback->records[lookback->first + lookback->count - back].monotonic_ns;
}

static uint64_t shown_time(const struct lookback *lookback, const struct sample *newest)
{
    return lookback->back > 0 ? lookback->shown.snapshot.system.monotonic_ns
                              : newest->snapshot.system.monotonic_ns;
}

size_t lookback_find(const struct lookback *lookback, const struct sample *newest, int64_t ns)
{
    const int64_t wanted_ns = (int64_t)shown_time(lookback, newest) - ns;
    size_t back = lookback->back < lookback->count ? lookback->back : lookback->count;

    while (ns > 0 && back < lookback->count && (int64_t)time_at(lookback, newest, back) > wanted_ns)
        back++;
    while (ns < 0 && back > 0 && (int64_t)time_at(lookback, newest, back) < wanted_ns)
        back--;
    return back;
}

uint64_t lookback_age_ns(const struct lookback *lookback, const struct sample *newest)
{
    return newest->snapshot.system.monotonic_ns - shown_time(lookback, newest);
}
