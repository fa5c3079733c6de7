/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/sources.h"

#include <string.h>

#include "lib/source/back_end.h"
#include "tests/common/verdict.h"

struct source *sources_open_one(const char *name, struct buf *why)
{
    const struct source_options options = {.name = name};
    struct source *source;

    return source_open(&options, &source, why) < 0 ? NULL : source;
}

bool sources_open(struct sources *sources, struct buf *why)
{
    sources->proc = sources_open_one("task", why);
    if (sources->proc)
        sources->bpf = sources_open_one("bpf", why);
    return sources->bpf != NULL;
}

void sources_close(struct sources *sources)
{
    source_close(sources->bpf);
    source_close(sources->proc);
    snapshot_fini(&sources->before);
    snapshot_fini(&sources->now);
    snapshot_fini(&sources->after);
}

void sources_scan(struct source *source, const struct scan_request *request,
                  struct snapshot *snapshot)
{
    const int result = source_scan(source, request, snapshot);

    if (result < 0)
        fail("a scan by source %s failed: %s", source->ops->name, strerror(-result));
}
