/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/hidden_groups.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/source/host_size.h"

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

int hidden_groups_find(struct hidden_groups *hidden, struct source *proc,
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
