/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A scan by BPF: its groups are those of one pass over the kernel's tasks, merged in order with
 * those left to procfs: none, some or all.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/source/bpf/bpf.h"
#include "lib/source/procfs.h"

/* --- groups that BPF does not see --- */

void hidden_groups_fini(struct hidden_groups *hidden)
{
    snapshot_fini(&hidden->snapshot);
    free(hidden->groups);
    *hidden = (struct hidden_groups){0};
}

static int add_unless_seen(struct hidden_groups *hidden, const struct records *records, pid_t tgid)
{
    if (records_has(records, (uint32_t)tgid))
        return 0;
    if (ARRAY_RESERVE(&hidden->groups, &hidden->capacity, hidden->count + 1) < 0)
        return -ENOMEM;
    hidden->groups[hidden->count++] = tgid;
    return 0;
}

static int list_all(struct hidden_groups *hidden, struct source *proc,
                    const struct records *records)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES};
    int result = source_scan(proc, &request, &hidden->snapshot);

    hidden->count = 0;
    for (size_t i = 0; result == 0 && i < hidden->snapshot.count; i++)
        result = add_unless_seen(hidden, records, hidden->snapshot.tasks[i].tgid);
    return result;
}

/* The number of threads of all groups in the list; 0 if one cannot be read. */
static uint64_t count_threads(struct hidden_groups *hidden, struct source *proc)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT | NEED_NLWP,
        .only = hidden->groups,
        .only_count = hidden->count,
    };
    const struct snapshot *snapshot = &hidden->snapshot;
    uint64_t threads = 0;

    if (source_scan(proc, &request, &hidden->snapshot) < 0 || snapshot->count != hidden->count)
        return 0;
    for (size_t i = 0; i < snapshot->count; i++)
        threads += (uint64_t)snapshot->tasks[i].process->nlwp;
    return threads;
}

/*
 * Whether only the groups in the list are missing. If tasks start or exit meanwhile, the counts
 * differ and the result is false.
 */
static bool are_all(struct hidden_groups *hidden, struct source *proc,
                    const struct records *records)
{
    uint64_t threads = count_threads(hidden, proc);
    struct host_size now;

    return threads > 0 && records->seen > 0 && records->seen + threads == records->expected &&
           host_size_read(&now) && now.tasks == records->expected;
}

static int compare_pids(const void *left, const void *right)
{
    const pid_t *a = left;
    const pid_t *b = right;

    return (*a > *b) - (*a < *b);
}

/* The groups that the pass reported as hidden, each once. */
static int take_hidden(struct hidden_groups *hidden, const struct records *records)
{
    size_t unique = 0;
    int result = 0;

    for (size_t i = 0; result == 0 && i < records->hidden_count; i++)
        result = add_unless_seen(hidden, records, records->hidden[i]);
    if (hidden->count > 1)
        qsort(hidden->groups, hidden->count, sizeof(*hidden->groups), compare_pids);
    for (size_t i = 0; i < hidden->count; i++) {
        if (unique == 0 || hidden->groups[unique - 1] != hidden->groups[i])
            hidden->groups[unique++] = hidden->groups[i];
    }
    hidden->count = unique;
    return result;
}

/* Finds the groups that `proc`, a procfs source, has and `records` lacks. 0 or -errno. */
static int find_hidden(struct hidden_groups *hidden, struct source *proc,
                       const struct records *records)
{
    pid_t self = getpid();
    int result;

    hidden->count = 0;
    if (records->scope == SCOPE_BUT_HIDDEN)
        return take_hidden(hidden, records);
    result = add_unless_seen(hidden, records, 1);
    if (result == 0 && self != 1)
        result = add_unless_seen(hidden, records, self);
    if (result < 0 || hidden->count == 0 || are_all(hidden, proc, records))
        return result;
    return list_all(hidden, proc, records);
}

/* --- the scan --- */

static int read_system(struct source *base, struct system_info *system)
{
    struct source *proc = ((struct bpf_source *)base)->proc;

    return proc->ops->scan->read_system(proc, system);
}

/* The groups with figures that are counted per CPU. */
#define NEEDS_RSS (NEED_MEM | NEED_STATM | NEED_STATUS)

/* These, and other figures of memory. */
#define NEEDS_MEMORY (NEEDS_RSS | NEED_LOCKED | NEED_ADDRESSES)

static struct pass pass_for(const struct scan_request *request)
{
    const need_t need = request->need | request->filter_need;

    return (struct pass){
        .threads = request->rows & ROWS_THREADS,
        .status = need & NEED_STATUS,
        .memory = need & NEEDS_MEMORY,
        .rss = need & NEEDS_RSS,
        .again = request->again,
        .last = request->last,
        .shown = request->shown,
        .shown_count = request->shown_count,
    };
}

/* The expected number of rows; 0 if some may be left out. */
static size_t expected_rows(const struct records *records, const struct scan_request *request)
{
    size_t count = 0;

    if (!request->filter && request->rows & ROWS_PROCESSES)
        count += records->group_count;
    if (!request->filter && request->rows & ROWS_THREADS)
        count += records->task_count;
    return count;
}

/* Advances to the next group that is left to procfs. */
static int advance_rest(struct bpf_source *source)
{
    int result = source->proc->ops->scan->next_group(source->proc, &source->rest_group);

    source->has_rest = result > 0;
    return result < 0 ? result : 0;
}

static void advance_records(struct bpf_source *source)
{
    source->has_records = records_next(&source->records, &source->cursor, &source->group);
    source->next_thread = 0;
}

/* Starts the procfs scan of the groups that the records lack, if any. */
static int begin_rest(struct bpf_source *source, const struct scan_request *request,
                      struct snapshot *snapshot)
{
    struct hidden_groups *hidden = &source->hidden;
    int result;

    source->rest = *request;
    if (source->records.scope != SCOPE_NONE) {
        result = find_hidden(hidden, source->proc, &source->records);
        if (result < 0 || hidden->count == 0)
            return result;
        source->rest.only = hidden->groups;
        source->rest.only_count = hidden->count;
    }
    result = source->proc->ops->scan->begin(source->proc, &source->rest, snapshot);
    return result < 0 ? result : advance_rest(source);
}

/* The part of begin() after the pass. */
static int begin_rows(struct bpf_source *source, const struct scan_request *request,
                      struct snapshot *snapshot)
{
    int result = snapshot_expect(snapshot, expected_rows(&source->records, request));

    row_maker_begin(&source->maker, snapshot, &source->records, request->again);
    source->cursor = (struct records_cursor){0};
    source->current = CURRENT_NONE;
    source->has_rest = false;
    advance_records(source);
    return result < 0 ? result : begin_rest(source, request, snapshot);
}

static int begin(struct source *base, const struct scan_request *request, struct snapshot *snapshot)
{
    struct bpf_source *source = (struct bpf_source *)base;
    const struct pass pass = pass_for(request);
    const bool had_pin = reader_has_pin(&source->reader);
    int result = 0;

    records_clear(&source->records);
    /* For a few named groups procfs reads only a few files. */
    if (!request->only)
        result = reader_read(&source->reader, &pass, &source->records);
    if (had_pin != reader_has_pin(&source->reader))
        snapshot->pins = had_pin ? PINS_REVOKED : PINS_REPLACED;
    return result < 0 ? result : begin_rows(source, request, snapshot);
}

/* The next group in order, from BPF or from procfs. */
static int next_group(struct source *base, struct scan_group *group)
{
    struct bpf_source *source = (struct bpf_source *)base;
    bool rest_first;
    int result = 0;

    if (source->current == CURRENT_REST)
        result = advance_rest(source);
    else if (source->current == CURRENT_RECORDS)
        advance_records(source);
    if (result < 0)
        return result;
    rest_first = source->has_rest && (!source->has_records ||
                                      source->rest_group.tgid < (pid_t)source->group.group->tgid);
    source->current = rest_first ? CURRENT_REST : CURRENT_RECORDS;
    if (rest_first)
        *group = source->rest_group;
    else if (source->has_records)
        *group = (struct scan_group){base, (pid_t)source->group.group->tgid};
    return rest_first || source->has_records;
}

static int next_thread(struct source *base)
{
    struct bpf_source *source = (struct bpf_source *)base;

    if (source->next_thread == source->group.count)
        return 0;
    source->next_thread++;
    return 1;
}

static int make_row(struct source *base, enum scan_row kind, struct task *row)
{
    struct bpf_source *source = (struct bpf_source *)base;
    const struct record_task *tasks = source->group.tasks;

    source->task = kind == SCAN_THREAD ? &tasks[source->next_thread - 1] : &tasks[0];
    return row_make(&source->maker, &source->group, kind == SCAN_PROCESS ? NULL : source->task,
                    row);
}

static int complete_row(struct source *base, struct task *row, need_t need)
{
    struct bpf_source *source = (struct bpf_source *)base;
    struct snapshot *snapshot = source->maker.snapshot;
    int result;

    if (need & NEED_GROUP_CPU & ~row->have)
        row_set_group_cpu(&source->maker, &source->group, row);
    result = row_complete(&source->maker, source->group.group, source->task, need, row);
    if (result == 0 && need & ~row->have)
        result = source_fill(source->proc, snapshot, row, need);
    return result;
}

static void end(struct source *base)
{
    struct source *proc = ((struct bpf_source *)base)->proc;

    proc->ops->scan->end(proc);
}

const struct scan_ops bpf_scan = {
    .read_system = read_system,
    .begin = begin,
    .next_group = next_group,
    .next_thread = next_thread,
    .make_row = make_row,
    .complete_row = complete_row,
    .end = end,
};
