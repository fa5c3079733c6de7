/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/scanner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "lib/ended/ended.h"
#include "lib/query/delta.h"

/* Exited tasks between scans. */
struct ended_watch {
    struct ended *ended; /* NULL: off */
    bool threads;
    struct snapshot last; /* the fresh rows of the last sample */
    uint64_t forks;       /* the host's fork count then; 0: unknown */
};

struct scanner {
    struct source_options options;
    struct source *source;
    struct read_guard *guard; /* NULL: the caller may wait */
    struct host *host;        /* NULL for a recorded tree */
    bool infers;              /* exited tasks are inferred */
    struct ended_watch ended;
    struct delta delta;
    struct cgroup_reader *cgroups; /* NULL until they are requested */
    struct sample_request before;  /* of the previous scan; no rows: there was none */
    uint64_t cpu_ns, wall_ns;      /* at the end of the previous sample; 0: there was none */
};

/* --- exited tasks between scans --- */

static void ended_watch_close(struct ended_watch *watch)
{
    if (!watch->ended)
        return;
    ended_close(watch->ended);
    snapshot_fini(&watch->last);
    *watch = (struct ended_watch){0};
}

/*
 * Turns on exited threads or processes from the next scan on, unless they are on already: by BPF if
 * that is possible and `infer` is not set. Attaching the programs takes some milliseconds. Where
 * descriptors are short, exited tasks are estimated, as that needs none. 0 or -ENOMEM.
 */
static int ended_watch_open(struct ended_watch *watch, bool threads, bool infer)
{
    struct ended_options options = {.threads = threads, .snapshots_only = infer};
    struct buf why = {0};
    int result;

    if (watch->ended && watch->threads == threads)
        return 0;
    ended_watch_close(watch);
    snapshot_init(&watch->last);
    watch->threads = threads;
    result = ended_open(&options, &watch->ended, &why);
    if (result == -EMFILE || result == -ENFILE) {
        options.snapshots_only = true;
        result = ended_open(&options, &watch->ended, &why);
    }
    buf_fini(&why);
    return result;
}

/* What scans must read for it. */
static need_t ended_watch_need(const struct ended_watch *watch)
{
    return watch->ended && watch->threads && !ended_is_counted(watch->ended) ? NEED_GROUP_CPU : 0;
}

static void count_ended(struct ended_watch *watch, uint64_t forks, struct ended_sample *out)
{
    uint64_t execs;

    if (forks > 0 && watch->forks > 0 && forks >= watch->forks)
        out->forks = forks - watch->forks;
    watch->forks = forks;
    ended_exits(watch->ended, &out->processes, &out->threads);
    if (ended_execs(watch->ended, &execs))
        out->execs = execs;
}

/* After a scan, with the host's fork count (0: unknown). 0 or the error of a shortage. */
static int ended_watch_take(struct ended_watch *watch, const struct snapshot *snapshot,
                            uint64_t forks, struct ended_sample *out)
{
    int result;

    ended_sample_clear(out);
    if (!watch->ended)
        return 0;
    result = ended_update(watch->ended, snapshot);
    if (result < 0)
        return result;
    out->interval_ns = ended_interval_ns(watch->ended);
    out->watched = out->interval_ns > 0;
    out->of_threads = watch->threads;
    out->counted = ended_is_counted(watch->ended);
    out->rows.system = snapshot->system;
    result = ended_put_rows(watch->ended, &out->rows);
    if (result == 0)
        count_ended(watch, forks, out);
    if (result == 0)
        result = ended_sample_complete(out, &watch->last);
    return result == 0 ? ended_sample_copy_fresh(out, &watch->last) : result;
}

/* --- scans --- */

int scanner_open(const struct source_options *options, struct scanner **out, struct buf *why)
{
    struct scanner *scanner = calloc(1, sizeof(*scanner));
    int result;

    if (!scanner) {
        buf_puts(why, strerror(ENOMEM));
        return -ENOMEM;
    }
    scanner->options = *options;
    scanner->infers = !source_may_use_bpf(options);
    result = source_open(options, &scanner->source, why);
    if (!result && scanner->source->live) {
        result = host_open(options->procfs, &scanner->host);
        if (result)
            buf_printf(why, "cannot read the host's figures: %s", strerror(-result));
    }
    if (result) {
        scanner_close(scanner);
        return result;
    }
    *out = scanner;
    return 0;
}

void scanner_close(struct scanner *scanner)
{
    if (!scanner)
        return;
    delta_fini(&scanner->delta);
    cgroup_reader_close(scanner->cgroups);
    ended_watch_close(&scanner->ended);
    host_close(scanner->host);
    source_close(scanner->source);
    free(scanner);
}

const struct source *scanner_source(const struct scanner *scanner)
{
    return scanner->source;
}

void scanner_set_guard(struct scanner *scanner, struct read_guard *guard)
{
    scanner->guard = guard;
    source_set_guard(scanner->source, guard ? &guard->guard : NULL);
}

/* The following reads may take long, but concern no files of tasks. */
static void end_reading(const struct scanner *scanner)
{
    if (scanner->guard)
        read_guard_rest(scanner->guard);
}

static int scan(struct scanner *scanner, const struct sample_request *wanted, need_t need,
                struct sample *sample)
{
    struct scan_request request = {
        .rows = wanted->rows,
        .only = wanted->pid_count ? wanted->pids : NULL,
        .only_count = wanted->pid_count,
        .only_any_thread = true,
        .again = true,
        .last = wanted->last,
        .shown = wanted->shown,
        .shown_count = wanted->shown_count,
        .search_ns = wanted->search_ns,
    };
    int64_t start_ns;
    int result = 0;

    /* Before the scan, which needs the count of forks: /proc/stat is read once for both. */
    if (scanner->host)
        result = host_read(scanner->host, &sample->host);
    sample->host_known = scanner->host != NULL;
    if (result)
        return result;
    request.forks = sample->host.forks;
    result = scanner->ended.ended ? ended_begin(scanner->ended.ended) : 0;
    if (result)
        return result;
    request.need = need | ended_watch_need(&scanner->ended);
    start_ns = clock_ns(CLOCK_MONOTONIC);
    if (sample->early && wanted->limit_ns)
        request.until_ns = start_ns + wanted->limit_ns;
    result = source_scan(scanner->source, &request, &sample->snapshot);
    end_reading(scanner);
    /* In a container with a limit, which the summary shows, %MEM is a share of that. */
    if (sample->host.limits.mem_kib)
        sample->snapshot.system.mem_total_kib = sample->host.limits.mem_kib;
    sample->cost.scan_ns = (uint64_t)(clock_ns(CLOCK_MONOTONIC) - start_ns);
    if (!result)
        result = ended_watch_take(&scanner->ended, &sample->snapshot, sample->host.forks,
                                  &sample->ended);
    sample->interval_ns = 0;
    if (!result && !sample->snapshot.incomplete)
        result = delta_update(&scanner->delta, &sample->snapshot, &sample->interval_ns);
    return result;
}

/* Reads the requested groups that scans do not read. A task that has exited keeps its row. */
static int fill_all(struct scanner *scanner, need_t need, struct snapshot *snapshot)
{
    int result = source_fill_all(scanner->source, snapshot, need, need);

    end_reading(scanner);
    if (!result && !snapshot->incomplete)
        result = delta_update_details(&scanner->delta, snapshot);
    return result;
}

/* Makes the scan with which the first real one is compared, and waits for the interval. */
static int scan_first(struct scanner *scanner, const struct sample_request *wanted,
                      struct sample *sample)
{
    const struct timespec interval = {.tv_nsec = SAMPLE_EARLY_NS};
    struct sample_request first = *wanted;
    int result;

    first.last = false;
    result = scan(scanner, &first, NEED_STAT | (wanted->need & NEED_GROWTH ? NEED_MEM : 0), sample);

    if (!result)
        result = fill_all(scanner, wanted->need & NEED_BEFORE, &sample->snapshot);
    /* A recorded tree does not change. */
    if (!result && scanner->source->live)
        nanosleep(&interval, NULL);
    return result;
}

/* The cost of the whole program since the previous sample, including the screen. */
static void add_up_cost(struct scanner *scanner, struct scan_cost *cost)
{
    uint64_t cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t wall_ns = clock_ns(CLOCK_MONOTONIC);

    cost->source = source_name(scanner->source);
    cost->cpu_ns = cpu_ns - scanner->cpu_ns;
    cost->since_ns = scanner->wall_ns ? wall_ns - scanner->wall_ns : 0;
    scanner->cpu_ns = cpu_ns;
    scanner->wall_ns = wall_ns;
}

/* Whether the previous scan cannot be compared with this one. */
static bool is_new(const struct sample_request *before, const struct sample_request *wanted)
{
    if (before->rows != wanted->rows)
        return true;
    return before->pid_count &&
           (before->pid_count != wanted->pid_count ||
            memcmp(before->pids, wanted->pids, wanted->pid_count * sizeof(wanted->pids[0])) != 0);
}

/* Attaching takes some milliseconds: not before the first frame. */
static int watch_ended(struct scanner *scanner, const struct sample_request *wanted,
                       const struct sample *sample)
{
    if (wanted->ended && scanner->source->live && !sample->early)
        return ended_watch_open(&scanner->ended, wanted->rows == ROWS_THREADS, scanner->infers);
    ended_watch_close(&scanner->ended);
    return 0;
}

static void read_pressure(const struct sample_request *wanted, struct sample *sample)
{
    memset(sample->pressures, 0, sizeof(sample->pressures));
    if (sample->host_known && wanted->pressure)
        pressures_read(PRESSURE_FOLDER, sample->pressures);
}

/* The key of files of control groups for the guard. */
#define CGROUP_FILES 0

/* Each group has a turn of its own, as many of them may take long without being stuck. */
static void begin_group(void *guard)
{
    read_guard_allow_others(guard, CGROUP_FILES);
}

/* Of the group of one task, or of all. Not those of this host beside the tasks of another. */
static int read_cgroups(struct scanner *scanner, const struct sample_request *wanted,
                        struct sample *sample)
{
    int result = 0;

    cgroup_table_clear(&sample->cgroups);
    sample->cgroup.have = 0;
    if (!scanner->source->live && !wanted->cgroup_root) {
        sample->cgroups.compared = true;
        return 0;
    }
    if (!wanted->cgroups && !*wanted->cgroup)
        return 0;
    /* Another worker waits for such a file. */
    if (scanner->guard && !read_guard_allow_others(scanner->guard, CGROUP_FILES)) {
        sample->cgroups.mounted = sample->cgroups.compared = sample->cgroups.incomplete = true;
        return 0;
    }
    if (!scanner->cgroups)
        result = cgroup_reader_open(wanted->cgroup_root, &scanner->cgroups);
    if (!result)
        cgroup_reader_on_group(scanner->cgroups, scanner->guard ? begin_group : NULL,
                               scanner->guard);
    if (!result && *wanted->cgroup)
        result =
            cgroup_reader_read_group(scanner->cgroups, wanted->cgroup, CGROUP_ALL, &sample->cgroup);
    if (!result && wanted->cgroups)
        result = cgroup_reader_read(scanner->cgroups, &wanted->cgroup_request, &sample->cgroups);
    end_reading(scanner);
    return result;
}

/*
 * When wait times are first shown, switches to the source that has them, if there is one. 0; or
 * -errno for lack of memory or descriptors.
 */
static int choose_source(struct scanner *scanner, need_t need)
{
    struct source *source;
    struct buf why = {0};
    int result;

    if (scanner->options.waited || !(need & NEED_WAITED) || !scanner->source->live)
        return 0;
    scanner->options.waited = true;
    result = source_open(&scanner->options, &source, &why);
    if (result == 0) {
        source_close(scanner->source);
        scanner->source = source;
        scanner_set_guard(scanner, scanner->guard);
    }
    buf_fini(&why);
    return is_shortage(result) ? result : 0;
}

static int read_sample(struct scanner *scanner, const struct sample_request *wanted,
                       struct sample *sample)
{
    int result = scan(scanner, wanted, wanted->need | NEED_STAT, sample);

    if (!result)
        result = fill_all(scanner, wanted->need, &sample->snapshot);
    if (result)
        return result;
    read_pressure(wanted, sample);
    return read_cgroups(scanner, wanted, sample);
}

int scanner_read(struct scanner *scanner, const struct sample_request *wanted,
                 struct sample *sample)
{
    const bool has_none = is_new(&scanner->before, wanted);
    int result = choose_source(scanner, wanted->need);

    sample->request = *wanted;
    sample->report_tid = 0;
    sample->early = has_none && wanted->early && scanner->source->live;
    if (!result)
        result = watch_ended(scanner, wanted, sample);
    if (!result && has_none && !sample->early) { /* what the sample is compared with */
        result = read_cgroups(scanner, wanted, sample);
        if (!result)
            result = scan_first(scanner, wanted, sample);
    }
    if (!result)
        result = read_sample(scanner, wanted, sample);
    add_up_cost(scanner, &sample->cost);
    scanner->before = *wanted;
    if (result || sample->snapshot.incomplete)
        scanner->before.rows = 0;
    sample->error = result;
    return result;
}
