/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/bpf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/bpf/backend.h"
#include "lib/source/proc/backends.h"

static int bpf_fill(struct source *base, struct snapshot *snapshot, struct task *task, need_t need)
{
    struct bpf_source *source = (struct bpf_source *)base;

    return source_fill(&source->proc->base, snapshot, task, need);
}

static void bpf_close(struct source *base)
{
    struct bpf_source *source = (struct bpf_source *)base;

    if (source->proc)
        source_close(&source->proc->base);
    reader_fini(&source->reader);
    records_fini(&source->records);
    row_maker_fini(&source->maker);
    unseen_fini(&source->unseen);
    free(source);
}

/* The procfs behind the source: it must be of the kernel that we run on, and show our own ids. */
static int open_proc(struct bpf_source *source, const struct source_options *options,
                     struct buf *why)
{
    const char *procfs = options->procfs ? options->procfs : "/proc";
    struct source *proc = NULL;
    int result = source_task.open(options, &proc, why);

    if (result < 0)
        return result;
    source->proc = (struct proc_source *)proc;
    if (source->proc->generation.same_pids)
        return 0;
    buf_printf(why, "source bpf: %s shows other tasks than the kernel we run on", procfs);
    return -ENOTSUP;
}

/* Chosen by name it must work, so it is tried; else a scan that cannot have it goes without. */
static int try_out(struct bpf_source *source, const struct host_size *host, struct buf *why)
{
    const struct pass want = {.threads = true};
    int result = -ENOTSUP;

    for (int i = 0; i < WAYS && result < 0; i++) {
        enum reader_way way = reader_choose(&source->reader, &want, host, false);

        if (way == WAY_NONE)
            break;
        result = reader_load(&source->reader, way, &want);
    }
    if (result < 0)
        buf_printf(why, "source bpf: the kernel does not take the programs: %s", strerror(-result));
    return result < 0 ? -ENOTSUP : 0;
}

static int prepare(struct bpf_source *source, const struct source_options *options, struct buf *why)
{
    const struct pass threads = {.threads = true};
    struct host_size host;
    int result;

    source->always = options->name && strcmp(options->name, source_bpf.name) == 0;
    if ((options->by_id || options->fills_only) && !source->always) {
        buf_printf(why, "source bpf: for tasks that are named procfs is cheaper");
        return -ENOTSUP;
    }
    result = open_proc(source, options, why);
    if (result < 0 || options->fills_only) /* that is done from the procfs */
        return result;
    if (!host_suits_bpf(why))
        return -ENOTSUP;
    result = reader_probe(&source->reader, why);
    if (result < 0)
        return result;
    /* Where a sum of times is not what stat shows, there is little to be had from a census. */
    if (source->proc->clock == CLOCK_BAD)
        source->reader.open[WAY_GROUP_COUNT] = false;
    if (!host_read_size(&host)) {
        buf_printf(why, "source bpf: the kernel does not tell how many tasks there are");
        return -ENOTSUP;
    }
    if (source->always)
        return try_out(source, &host, why);
    if (reader_choose(&source->reader, &threads, &host, true) != WAY_NONE)
        return 0;
    buf_printf(why, "source bpf: with %u tasks procfs is cheaper", host.tasks);
    return -ENOTSUP;
}

static int bpf_open(const struct source_options *options, struct source **out, struct buf *why)
{
    struct bpf_source *source = calloc(1, sizeof(*source));
    int result;

    if (!source) {
        buf_printf(why, "source bpf: %s", strerror(ENOMEM));
        return -ENOMEM;
    }
    source->base.ops = &source_bpf;
    source->only = WAY_NONE;
    reader_init(&source->reader);
    records_init(&source->records);
    unseen_init(&source->unseen);
    result = prepare(source, options, why);
    if (result < 0) {
        bpf_close(&source->base);
        return result;
    }
    source->base.live = true;
    source->maker.ns_per_tick = source->proc->ns_per_tick;
    source->maker.page_kib = source->proc->page_kib;
    source->maker.has_clock = source->proc->clock != CLOCK_BAD;
    source->maker.boottime_offset_ns = host_boottime_offset_ns();
    *out = &source->base;
    return 0;
}

const struct source_ops source_bpf = {"bpf", bpf_open, scan_bpf, bpf_fill, bpf_close};
