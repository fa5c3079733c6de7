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
    snapshot_fini(&sources->ids);
}

void sources_scan(struct source *source, const struct scan_request *request,
                  struct snapshot *snapshot)
{
    const int result = source_scan(source, request, snapshot);

    if (result < 0)
        fail("a scan by source %s failed: %s", source->ops->name, strerror(-result));
}

static void copy_ids(const struct snapshot *from, struct snapshot *to)
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

static void fill_by_procfs(struct source *proc, struct snapshot *snapshot, need_t group)
{
    const int result = source_fill_all(proc, snapshot, group, group);

    if (result < 0)
        fail("reading %#llx by procfs failed: %s", (unsigned long long)group, strerror(-result));
}

void sources_fill_by_bpf(struct source *bpf, struct snapshot *snapshot, need_t group)
{
    const int result = bpf->ops->fill_ahead(bpf, snapshot, group, group);

    if (result < 0)
        fail("reading %#llx by bpf failed: %s", (unsigned long long)group, strerror(-result));
}

void sources_read_group(struct sources *sources, unsigned rows, need_t group)
{
    const struct scan_request request = {.rows = rows};

    sources_scan(sources->proc, &request, &sources->ids);
    copy_ids(&sources->ids, &sources->before);
    copy_ids(&sources->ids, &sources->now);
    copy_ids(&sources->ids, &sources->after);
    fill_by_procfs(sources->proc, &sources->before, group);
    sources_fill_by_bpf(sources->bpf, &sources->now, group);
    fill_by_procfs(sources->proc, &sources->after, group);
}
