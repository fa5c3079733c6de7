/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/reading.h"

#include <errno.h>
#include <stdlib.h>

#include "ps/ended.h"
#include "ps/i18n.h"
#include "ps/needs.h"

/*
 * The rows of the first part, which is to be seen soon, and of the largest: by procfs 2 and 100 ms
 * of reading.
 */
#define PART_ROWS_MIN 64
#define PART_ROWS_MAX 4096

struct source_options reading_source_options(const struct ps_options *options)
{
    return (struct source_options){
        .name = options->source,
        .procfs = options->procfs,
        .by_id = options->only != NULL,
    };
}

struct reading *reading_new(void)
{
    struct reading *reading = calloc(1, sizeof(*reading));

    if (reading)
        snapshot_init(&reading->snapshot);
    return reading;
}

void reading_release(struct reading *reading)
{
    if (!reading)
        return;
    snapshot_fini(&reading->snapshot);
    source_close(reading->source);
}

int reading_open(struct reading *reading, const struct ps_options *options, struct buf *why)
{
    const struct source_options source = reading_source_options(options);
    int result = source_open(&source, &reading->source, why);

    if (result == 0 && options->ended_ns && !reading->source->live) {
        buf_puts(why, _("--ended needs the procfs of the running kernel"));
        result = -EINVAL;
    }
    return result;
}

/* Hands rows on to a sink, from a scan that takes long. */
struct passing {
    struct scan_taker taker; /* the first member */
    struct reading *reading;
    const struct needs *needs;
    struct row_sink *sink;
};

static int fill(struct reading *reading, const struct needs *needs)
{
    return source_fill_all(reading->source, &reading->snapshot, needs->processes, needs->threads);
}

/* The sink may wait for who reads a pipe: that is not to look like being stuck with a task. */
static int pass_on(struct scan_taker *taker, struct snapshot *snapshot)
{
    struct passing *passing = (struct passing *)taker;
    struct reading *reading = passing->reading;
    int result = fill(reading, passing->needs);

    if (reading->source->guard)
        patience_rest(&reading->watched);
    if (taker->rows < PART_ROWS_MAX)
        taker->rows *= 2;
    return result == 0 ? passing->sink->put(passing->sink, snapshot) : result;
}

static int scan_and_fill(struct reading *reading, struct scan_request request,
                         const struct needs *needs, struct row_sink *sink)
{
    struct passing passing = {{PART_ROWS_MIN, pass_on}, reading, needs, sink};
    int result;

    if (sink)
        request.taker = &passing.taker;
    result = source_scan(reading->source, &request, &reading->snapshot);
    return result == 0 ? fill(reading, needs) : result;
}

static void begin_watch(struct reading *reading, struct patience *patience)
{
    patience_begin(patience, &reading->watched);
    source_set_guard(reading->source, &reading->watched.guard);
}

int reading_take(struct reading *reading, const struct ps_options *options,
                 struct patience *patience, struct row_sink *sink)
{
    const struct needs needs = needs_of(options);
    const struct scan_request request = needs_request(options, &needs);
    struct source *source = reading->source;
    int result;

    if (options->ended_ns ||
        (needs.processes | needs.threads | request.filter_need) & NEED_MAY_BLOCK)
        begin_watch(reading, patience);
    if (options->ended_ns)
        result = ended_read(source, &reading->watched, options, &reading->snapshot);
    else
        result = scan_and_fill(reading, request, &needs, sink);
    if (source->guard)
        patience_rest(&reading->watched);
    return result;
}
