/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/sources.h"

#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/back_end.h"
#include "tests/common/rows.h"
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

struct own_row sources_scan_self(struct source *source, const struct scan_request *request,
                                 struct snapshot *snapshot)
{
    struct own_row own;

    own.before_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    sources_scan(source, request, snapshot);
    own.after_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    own.row = find_row(snapshot, getpid());
    if (!own.row)
        fail("expected a row of this process, and there is none among %zu", snapshot->count);
    return own;
}

void sources_copy_ids(const struct snapshot *from, struct snapshot *to)
{
    snapshot_clear(to);
    for (size_t i = 0; i < from->count; i++) {
        struct task *task = snapshot_add(to);

        if (!task)
            fail("no memory for %zu tasks", from->count);
        task->tid = from->tasks[i].tid;
        task->tgid = from->tasks[i].tgid;
        task->kind = from->tasks[i].kind;
    }
}
