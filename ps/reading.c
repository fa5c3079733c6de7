/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/reading.h"

#include <errno.h>
#include <stdlib.h>

#include "ps/ended.h"
#include "ps/i18n.h"
#include "ps/needs.h"

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

void reading_close(struct reading *reading)
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

static int scan_and_fill(struct source *source, const struct scan_request *request,
                         const struct needs *needs, struct snapshot *snapshot)
{
    const int result = source_scan(source, request, snapshot);

    return result == 0 ? source_fill_all(source, snapshot, needs->processes, needs->threads)
                       : result;
}

int reading_take(struct reading *reading, const struct ps_options *options,
                 struct patience *patience)
{
    const struct needs needs = needs_of(options);
    const struct scan_request request = needs_request(options, &needs);
    struct source *source = reading->source;
    struct snapshot *snapshot = &reading->snapshot;
    int result;

    if (options->ended_ns ||
        (needs.processes | needs.threads | request.filter_need) & NEED_MAY_BLOCK) {
        patience_begin(patience, &reading->reader);
        source_set_guard(source, &reading->reader.guard);
    }
    if (options->ended_ns)
        result = ended_read(source, &reading->reader, options, snapshot);
    else
        result = scan_and_fill(source, &request, &needs, snapshot);
    if (source->guard)
        patience_end(&reading->reader);
    return result;
}
