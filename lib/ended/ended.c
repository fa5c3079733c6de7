/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/ended.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/arena.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "lib/ended/counted.h"
#include "lib/ended/exit_sums.h"
#include "lib/ended/exits.h"
#include "lib/ended/infer.h"

struct ended {
    struct ended_options options;
    struct counted *counted; /* NULL: BPF does not count */
    struct exits *exits;     /* if `counted` is NULL; NULL: exits are not reported, either */
    bool missed_some;        /* the exits cover only a part of the interval */
    const struct exit_table *exits_seen; /* in the last interval; NULL: unknown */
    /* Without both: the PID allocated last at the end of the last interval; 0: unknown. */
    long last_pid;
    uint64_t processors; /* online at the end of the last interval */
    struct infer infer;
    struct seen_lists seen;
    struct exit_sums sums; /* of the last interval */
};

int ended_open(const struct ended_options *options, struct ended **out, struct buf *why)
{
    struct ended *ended = calloc(1, sizeof(*ended));
    int result = 0;

    if (!ended)
        return -ENOMEM;
    ended->options = *options;
    if (options->snapshots_only)
        buf_printf(why, "source bpf: disabled by --source");
    else
        result = counted_open(options->threads, &ended->counted, why);
    if (!is_shortage(result) && !ended->counted && !options->snapshots_only)
        result = exits_open(&ended->exits);
    if (is_shortage(result)) {
        free(ended);
        return result;
    }
    *out = ended;
    return 0;
}

void ended_close(struct ended *ended)
{
    if (!ended)
        return;
    counted_close(ended->counted);
    exits_close(ended->exits);
    infer_fini(&ended->infer);
    seen_fini(&ended->seen);
    exit_sums_fini(&ended->sums);
    free(ended);
}

bool ended_is_counted(const struct ended *ended)
{
    return ended->counted != NULL;
}

/*
 * If BPF has failed, usage is inferred from now on; of threads from the next snapshot on, since
 * nothing has the time of those that exited before.
 */
static int fall_back(struct ended *ended, int result)
{
    if (result >= 0 || is_shortage(result))
        return result;
    counted_close(ended->counted);
    ended->counted = NULL;
    ended->missed_some = true;
    if (ended->options.threads)
        seen_fini(&ended->seen);
    result = exits_open(&ended->exits);
    return is_shortage(result) ? result : 0;
}

int ended_begin(struct ended *ended)
{
    return ended->counted ? fall_back(ended, counted_begin(ended->counted)) : 0;
}

/* True if there may have been forks in this PID namespace since the last call. */
static bool note_last_pid(struct ended *ended)
{
    const long before = ended->last_pid;
    const int procfs = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    char text[128];

    ended->last_pid = 0;
    /* "0.20 0.18 0.12 1/80 11206": proc_loadavg(5). A file mounted over it may have any PID. */
    if (procfs >= 0 && !kernel_file_is_mounted(procfs, "loadavg") &&
        kernel_file_read_at(procfs, "loadavg", text, sizeof(text)) && strrchr(text, ' '))
        ended->last_pid = strtol(strrchr(text, ' '), NULL, 10);
    if (procfs >= 0)
        close(procfs);
    return ended->last_pid == 0 || ended->last_pid != before;
}

/* Online now or at the last call, whichever are more. */
static uint64_t note_processors(struct ended *ended)
{
    const uint64_t before = ended->processors;
    const long now = sysconf(_SC_NPROCESSORS_ONLN);

    ended->processors = now > 0 ? (uint64_t)now : 0;
    return before > ended->processors ? before : ended->processors;
}

static int infer(struct ended *ended, const struct snapshot *snapshot)
{
    const int64_t scan_ns = clock_ns(CLOCK_MONOTONIC) - (int64_t)snapshot->system.monotonic_ns;
    struct exit_table *exits = ended->exits ? exits_take(ended->exits) : NULL;
    struct infer_evidence evidence;

    if (exits) {
        int result = exit_table_settle(exits, &ended->seen);

        if (result < 0)
            return result;
    }
    ended->exits_seen = ended->missed_some || (exits && exits->is_lost) ? NULL : exits;
    ended->missed_some = false;
    exit_sums_clear(&ended->sums);
    evidence = (struct infer_evidence){
        .exits = ended->exits_seen,
        .forked = note_last_pid(ended),
        .processors = note_processors(ended),
        .scan_ns = scan_ns > 0 ? (uint64_t)scan_ns : 0,
    };
    return infer_update(&ended->infer, &ended->seen, ended->options.threads, &evidence,
                        &ended->sums);
}

int ended_update(struct ended *ended, const struct snapshot *snapshot)
{
    int result = seen_update(&ended->seen, snapshot);

    exit_sums_clear(&ended->sums);
    if (result == 0 && ended->counted)
        result = fall_back(ended, counted_update(ended->counted, &ended->seen, &ended->sums));
    if (result == 0 && !ended->counted)
        result = infer(ended, snapshot);
    /* What is remembered of processes may be of any snapshot now. */
    if (result < 0)
        seen_fini(&ended->seen);
    if (ended->seen.interval_ns == 0)
        exit_sums_clear(&ended->sums);
    return result;
}

bool ended_execs(const struct ended *ended, uint64_t *count)
{
    if (!ended->counted || ended->seen.interval_ns == 0)
        return false;
    *count = counted_events(ended->counted).execs;
    return true;
}

void ended_exits(const struct ended *ended, uint64_t *processes, uint64_t *threads)
{
    *processes = *threads = UINT64_MAX;
    if (ended->seen.interval_ns == 0)
        return;
    if (ended->counted) {
        *threads = counted_events(ended->counted).exits;
        if (ended->options.threads)
            return;
        *processes = 0;
        for (size_t i = 0; i < ended->sums.count; i++)
            *processes += ended->sums.rows[i].used.count;
    } else if (ended->exits_seen) {
        *processes = ended->exits_seen->processes;
        *threads = ended->exits_seen->threads;
    }
}

uint64_t ended_interval_ns(const struct ended *ended)
{
    return ended->seen.interval_ns;
}

static uint64_t positive(int64_t number)
{
    return number > 0 ? (uint64_t)number : 0;
}

static const char *name(struct snapshot *snapshot, const char comm[TASK_COMM_LEN])
{
    return arena_copy(&snapshot->arena, comm, strnlen(comm, TASK_COMM_LEN));
}

static int fill_row(const struct ended *ended, const struct ended_row *row,
                    struct snapshot *snapshot, struct task *task)
{
    struct task_ended *more = arena_alloc(&snapshot->arena, sizeof(*more));
    struct task_details *details = snapshot_add_details(snapshot, task);
    const struct ended_used *used = &row->used;

    if (!more || !details)
        return -ENOMEM;
    task->is_ended = true;
    task->have = NEED_STAT | NEED_CMDLINE;
    task->have |= *row->comm ? NEED_COMM : 0;
    task->have |= row->key.euid != NO_OWNER ? NEED_OWNER : 0;
    task->kind = row->key.kind;
    task->euid = row->key.euid;
    task->utime_ns = positive(used->cpu_ns);
    task->minflt = positive(used->minflt);
    task->majflt = positive(used->majflt);
    task->comm = name(snapshot, row->other_comms ? row->key.comm : row->comm);
    more->count = used->count;
    more->lifetime_ns =
        ended->counted && used->count > 0 ? used->lifetime_ns / (int64_t)used->count : -1;
    more->interval_ns = ended->seen.interval_ns;
    more->by = name(snapshot, row->other_bys ? row->key.by : row->by);
    more->by_pid = (pid_t)row->by_pid;
    more->other_comms = row->other_comms;
    details->ended = more;
    return task->comm && more->by ? 0 : -ENOMEM;
}

int ended_put_rows(const struct ended *ended, struct snapshot *snapshot)
{
    int result = 0;

    for (size_t i = 0; i < ended->sums.count && result == 0; i++) {
        const struct ended_row *row = &ended->sums.rows[i];
        struct task *task;

        if (row->used.count == 0 && row->used.cpu_ns <= 0)
            continue;
        task = snapshot_add(snapshot);
        result = task ? fill_row(ended, row, snapshot, task) : -ENOMEM;
    }
    return result;
}
