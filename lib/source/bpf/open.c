/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/support.h"

static void bpf_set_guard(struct source *base, struct source_guard *guard)
{
    source_set_guard(((struct bpf_source *)base)->proc, guard);
}

static void bpf_close(struct source *base)
{
    struct bpf_source *source = (struct bpf_source *)base;

    source_close(source->proc);
    reader_fini(&source->reader);
    records_fini(&source->records);
    row_maker_fini(&source->maker);
    hidden_groups_fini(&source->hidden);
    for (int program = 0; program < PROGRAMS; program++)
        free(source->pages[program]);
    wait_cache_fini(&source->wait_cache);
    free(source);
}

/* Opens the procfs for the rest: it must be that of the running kernel and of our PID namespace. */
static int open_proc(struct bpf_source *source, const struct source_options *options,
                     struct buf *why)
{
    const char *procfs = options->procfs ? options->procfs : "/proc";
    struct procfs_facts facts;
    int result = source_task.open(options, &source->proc, why);

    if (result < 0)
        return result;
    if (!source->proc->same_pids) {
        buf_printf(why, "source bpf: %s does not show the tasks of this pid namespace", procfs);
        return -ENOTSUP;
    }
    facts = procfs_facts(source->proc);
    source->maker.ns_per_tick = facts.ns_per_tick;
    source->maker.page_kib = facts.page_kib;
    source->maker.has_clock = facts.has_clock;
    source->maker.has_worker_names = kernel_is(6, 11);
    source->maker.boottime_offset_ns = support_boottime_offset_ns();
    return 0;
}

/*
 * Whether a pass over all threads is possible here and, unless bpf was named, cheaper than procfs.
 */
static int try_out(struct bpf_source *source, struct buf *why)
{
    struct pass pass = {.threads = true};
    int result;

    errno = 0;
    if (!pass_read_size(&pass)) {
        result = is_shortage(-errno) ? -errno : -ENOTSUP;
        buf_printf(why, "source bpf: %s",
                   result == -ENOTSUP ? "the number of tasks is unknown" : strerror(-result));
        return result;
    }
    if (!source->reader.never_procfs) {
        if (reader_choose(&source->reader, &pass) != WAY_NONE)
            return 0;
        buf_printf(why, "source bpf: with %u tasks procfs is cheaper", pass.listed.tasks);
        return -ENOTSUP;
    }
    /* If named, BPF must work. Otherwise scans for which it fails use procfs. */
    result = reader_load(&source->reader, &pass);
    if (is_shortage(result)) {
        buf_printf(why, "source bpf: %s", strerror(-result));
        return result;
    }
    if (result < 0)
        buf_printf(why, "source bpf: the kernel rejects the programs: %s", strerror(-result));
    return result < 0 ? -ENOTSUP : 0;
}

static int prepare(struct bpf_source *source, const struct source_options *options, struct buf *why)
{
    const bool by_name = options->name && strcmp(options->name, source_bpf.name) == 0;
    int result;

    if (!by_name && (options->waited || (options->fills_only && options->reports))) {
        if (!support_may_load(why))
            return -ENOTSUP;
    } else if (!by_name && (options->by_id || options->fills_only)) {
        buf_printf(why, "source bpf: procfs is cheaper for tasks selected by id");
        return -ENOTSUP;
    }
    result = open_proc(source, options, why);
    if (result < 0 || options->fills_only) /* fills are done by procfs */
        return result;
    if (!support_has_same_figures(why))
        return -ENOTSUP;
    result = reader_probe(&source->reader, why);
    if (result < 0)
        return result;
    source->reader.never_procfs = by_name;
    source->reader.no_limit = by_name;
    /* Scans may use procfs. */
    return options->waited && !by_name ? 0 : try_out(source, why);
}

/*
 * Programs can only be loaded, and so tested, with the necessary capabilities; without them the
 * reason has been printed already.
 */
static void bpf_put_details(struct buf *out)
{
    struct buf why = {0};

    if (support_may_load(&why)) {
        load_put_programs(out);
        if (reader_is_slow())
            buf_puts(out, "        a pass takes longer than procfs, which is read instead\n");
    }
    buf_fini(&why);
}

static int bpf_open(const struct source_options *options, struct source **out, struct buf *why)
{
    struct bpf_source *source = calloc(1, sizeof(*source));
    int result;

    if (!source) {
        buf_printf(why, "source bpf: %s", strerror(ENOMEM));
        return -ENOMEM;
    }
    source->base = (struct source){.ops = &source_bpf, .live = true, .same_pids = true};
    reader_init(&source->reader);
    result = prepare(source, options, why);
    if (result == 0)
        *out = &source->base;
    else
        bpf_close(&source->base);
    return result;
}

const struct source_ops source_bpf = {
    .name = "bpf",
    .open = bpf_open,
    .scan = &bpf_scan,
    .fill = bpf_fill,
    .report_wait = bpf_report_wait,
    .close = bpf_close,
    .fill_ahead = bpf_fill_ahead,
    .set_guard = bpf_set_guard,
    .put_details = bpf_put_details,
};
