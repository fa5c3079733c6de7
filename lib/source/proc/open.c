/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The procfs back ends: one source with three ways to find tasks. */
#include "lib/source/back_end.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/proc/file_locks.h"
#include "lib/source/proc/futexes.h"
#include "lib/source/proc/libraries.h"
#include "lib/source/proc/needs.h"
#include "lib/source/proc/numa.h"
#include "lib/source/proc/report/report.h"
#include "lib/source/proc/sockets.h"
#include "lib/source/proc/system.h"
#include "lib/source/proc/walk.h"
#include "lib/text/debug.h"

/* On some kernels these are sums over threads, which only a scan computes. */
#define NEEDS_A_SCAN ((need_t)(NEED_STAT | NEED_NLWP))

/* Reads groups that scans do not read. */
static int fill(struct proc_source *source, struct snapshot *snapshot, struct task *task,
                need_t need)
{
    const struct task_id id = {task->tgid, task->tid};
    struct process process = *task->process;
    struct task_folder folder;
    const struct task_reader reader = {source, &folder, snapshot, task, &process};
    int result;

    if (task->kind == TASK_PROCESS)
        task_folder_set(&folder, source->dir, "G", id);
    else
        source->walk->thread_folder(source, id, false, &folder);
    result = needs_read(&reader, need);
    if (snapshot_set_process(snapshot, task, &process) < 0)
        result = -ENOMEM;
    if (need & NEED_COMM && !task->comm)
        task->comm = "";
    return task_is_lost(result) ? -ENOENT : result;
}

static int proc_fill(struct source *base, struct snapshot *snapshot, struct task *task, need_t need)
{
    struct proc_source *source = (struct proc_source *)base;
    const unsigned scan = source->records.scan;
    const bool recalls = source->recalled && need & NEED_WAIT_RECORDS;
    int result = 0;

    need &= ~NEEDS_A_SCAN;
    if (recalls)
        result = wait_records_show(&source->waits, scan, snapshot, task, need);
    if (result == 0 && need & ~task->have)
        result = fill(source, snapshot, task, need);
    if (result == 0 && recalls)
        result = wait_records_keep(&source->waits, scan, task);
    return result;
}

static void proc_close(struct source *base)
{
    struct proc_source *source = (struct proc_source *)base;

    read_buffer_debug(&source->buffer, "after the last scan");
    listing_fini(&source->listing);
    id_list_fini(&source->processes);
    id_list_fini(&source->threads);
    group_records_fini(&source->records);
    wait_records_fini(&source->waits);
    read_buffer_fini(&source->buffer);
    numa_fini(&source->numa);
    login_fini(&source->login);
    selinux_fini(&source->selinux);
    sockets_fini(&source->sockets);
    futexes_fini(&source->futexes);
    file_locks_fini(&source->file_locks);
    if (source->dir >= 0)
        close(source->dir);
    free(source);
}

static int explain(int error, const char *procfs, struct buf *why)
{
    if (error == -ENOENT)
        buf_printf(why, "%s is not a procfs: it lists no processes", procfs);
    else
        buf_printf(why, "cannot read %s: %s", procfs, strerror(-error));
    return error;
}

/* A source whose walk is not chosen yet. 0, or -errno and the reason in `why`. */
static int open_unfit(const char *procfs, struct proc_source **out, struct buf *why)
{
    struct proc_source *source = calloc(1, sizeof(*source));
    int result = 0;

    if (!source)
        return explain(-ENOMEM, procfs, why);
    source->task_dir = -1;
    source->ns_per_tick = (uint64_t)ns_per_tick();
    source->page_kib = (uint32_t)(sysconf(_SC_PAGESIZE) / BYTES_PER_KIB);
    source->dir = open(procfs, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (source->dir < 0) {
        result = -errno;
        buf_printf(why, "cannot open %s: %s", procfs, strerror(errno));
    } else {
        result = generation_probe(source->dir, &source->generation);
        if (result < 0)
            explain(result, procfs, why);
    }
    if (result < 0) {
        proc_close(&source->base);
        return result;
    }
    source->base.live = source->generation.live;
    source->base.same_pids = source->generation.same_pids;
    source->buffer.only_regular = !source->base.live;
    source->file_locks.dir = source->dir;
    source->file_locks.buffer.only_regular = !source->base.live;
    source->futexes.dir = source->dir;
    source->futexes.live = source->base.live;
    source->futexes.same_pids = source->base.same_pids;
    /* With the procfs patch the clock saves nothing. */
    source->may_have_clocks = clock_may_fit(source->base.same_pids && !source->generation.has_dot);
    *out = source;
    return 0;
}

/* In the order tried. */
enum kind {
    KIND_DOT,
    KIND_TASK,
    KIND_FLAT,
};

static const struct {
    const struct walk_ops *walk;
    const struct source_ops *ops;
} kinds[] = {
    [KIND_DOT] = {&walk_dot, &source_dot},
    [KIND_TASK] = {&walk_task, &source_task},
    [KIND_FLAT] = {&walk_flat, &source_flat},
};

/* Opens the first kind that works here; the reason in `why` is that of the last one tried. */
static int open_one_of(enum kind first, enum kind last, const struct source_options *options,
                       struct source **out, struct buf *why)
{
    const char *procfs = options->procfs ? options->procfs : "/proc";
    struct proc_source *source;
    int result = open_unfit(procfs, &source, why);

    if (result < 0)
        return result;
    for (enum kind kind = first; kind <= last; kind++) {
        const struct walk_ops *walk = kinds[kind].walk;
        const struct source_ops *ops = kinds[kind].ops;

        if (walk_works(walk, &source->generation)) {
            source->base.ops = ops;
            source->walk = walk;
            buf_clear(why);
            *out = &source->base;
            return 0;
        }
        buf_clear(why);
        buf_printf(why, "source %s: %s %s", ops->name, procfs, walk->unfit);
        DEBUG(SOURCE, "tried %s", buf_text(why));
    }
    proc_close(&source->base);
    return -ENOTSUP;
}

int procfs_open(const struct source_options *options, struct source **out, struct buf *why)
{
    return open_one_of(KIND_DOT, KIND_FLAT, options, out, why);
}

static int dot_open(const struct source_options *options, struct source **out, struct buf *why)
{
    return open_one_of(KIND_DOT, KIND_DOT, options, out, why);
}

static int task_open(const struct source_options *options, struct source **out, struct buf *why)
{
    return open_one_of(KIND_TASK, KIND_TASK, options, out, why);
}

static int flat_open(const struct source_options *options, struct source **out, struct buf *why)
{
    return open_one_of(KIND_FLAT, KIND_FLAT, options, out, why);
}

struct procfs_facts procfs_facts(const struct source *base)
{
    const struct proc_source *source = (const struct proc_source *)base;

    return (struct procfs_facts){
        .has_clock = source->may_have_clocks,
        .ns_per_tick = source->ns_per_tick,
        .page_kib = source->page_kib,
    };
}

#define PROCFS(name_, open_)                                                     \
    {                                                                            \
        .name = (name_), .open = (open_), .scan = &proc_scan, .fill = proc_fill, \
        .report_wait = report_read, .close = proc_close                          \
    }

const struct source_ops source_dot = PROCFS("dot", dot_open);
const struct source_ops source_task = PROCFS("task", task_open);
const struct source_ops source_flat = PROCFS("flat", flat_open);
