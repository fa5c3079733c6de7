/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/gaps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/source/bpf/host.h"

void gaps_init(struct gaps *gaps)
{
    memset(gaps, 0, sizeof(*gaps));
    listing_init(&gaps->listing);
}

void gaps_fini(struct gaps *gaps)
{
    listing_fini(&gaps->listing);
    free(gaps->groups);
    free(gaps->rows);
    gaps_init(gaps);
}

static int add_unless_seen(struct gaps *gaps, const struct harvest *harvest, pid_t tgid)
{
    if (harvest_has(harvest, (uint32_t)tgid))
        return 0;
    if (ARRAY_RESERVE(&gaps->groups, &gaps->group_capacity, gaps->group_count + 1) < 0)
        return -ENOMEM;
    gaps->groups[gaps->group_count++] = tgid;
    return 0;
}

static int compare_pids(const void *left, const void *right)
{
    const pid_t *a = left;
    const pid_t *b = right;

    return (*a > *b) - (*a < *b);
}

static int list_all(struct gaps *gaps, struct proc_source *proc, const struct harvest *harvest)
{
    int result = listing_read(&gaps->listing, proc->dir, ".", LISTING_PLAIN);

    gaps->group_count = 0;
    for (size_t i = 0; result == 0 && i < gaps->listing.count; i++) {
        struct listed entry = gaps->listing.entries[i];

        if (!entry.dot)
            result = add_unless_seen(gaps, harvest, entry.id);
    }
    if (gaps->group_count > 0)
        qsort(gaps->groups, gaps->group_count, sizeof(*gaps->groups), compare_pids);
    return result;
}

/* The number of threads of all groups in the list; 0 when one cannot be read. */
static uint64_t count_threads(const struct gaps *gaps, struct proc_source *proc,
                              struct snapshot *snapshot)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT | NEED_NLWP,
        .only = gaps->groups,
        .only_count = gaps->group_count,
    };
    uint64_t threads = 0;

    if (source_scan(&proc->base, &request, snapshot) < 0 || snapshot->count != gaps->group_count)
        return 0;
    for (size_t i = 0; i < snapshot->count; i++)
        threads += (uint64_t)snapshot->tasks[i].process->nlwp;
    return threads;
}

/*
 * Whether no task is missing but those of the groups in the list. On a host where tasks come and
 * go in that moment the counts do not agree, and it is not known.
 */
static bool are_all(const struct gaps *gaps, struct proc_source *proc,
                    const struct harvest *harvest, struct snapshot *snapshot)
{
    uint64_t threads = count_threads(gaps, proc, snapshot);
    struct host_size now;

    return threads > 0 && harvest->seen > 0 && harvest->seen + threads == harvest->expected &&
           host_read_size(&now) && now.tasks == harvest->expected;
}

/* The groups that the pass knows it was kept from, each once. */
static int take_hidden(struct gaps *gaps, const struct harvest *harvest)
{
    size_t kept = 0;
    int result = 0;

    gaps->group_count = 0;
    for (size_t i = 0; result == 0 && i < harvest->hidden_count; i++)
        result = add_unless_seen(gaps, harvest, harvest->hidden[i]);
    if (gaps->group_count > 1)
        qsort(gaps->groups, gaps->group_count, sizeof(*gaps->groups), compare_pids);
    for (size_t i = 0; i < gaps->group_count; i++) {
        if (kept == 0 || gaps->groups[kept - 1] != gaps->groups[i])
            gaps->groups[kept++] = gaps->groups[i];
    }
    gaps->group_count = kept;
    return result;
}

static int find(struct gaps *gaps, struct proc_source *proc, const struct harvest *harvest,
                struct snapshot *snapshot)
{
    pid_t self = getpid();
    int result;

    if (harvest->tells_hidden)
        return take_hidden(gaps, harvest);
    gaps->group_count = 0;
    result = add_unless_seen(gaps, harvest, 1);
    if (result == 0 && self != 1)
        result = add_unless_seen(gaps, harvest, self);
    if (result < 0 || gaps->group_count == 0 || are_all(gaps, proc, harvest, snapshot))
        return result;
    return list_all(gaps, proc, harvest);
}

int gaps_read(struct gaps *gaps, struct proc_source *proc, const struct harvest *harvest,
              const struct scan_request *request, struct snapshot *snapshot)
{
    struct scan_request only = *request;
    int result = find(gaps, proc, harvest, snapshot);

    gaps->row_count = 0;
    snapshot_clear(snapshot);
    if (result < 0 || gaps->group_count == 0)
        return result;
    only.only = gaps->groups;
    only.only_count = gaps->group_count;
    result = source_scan(&proc->base, &only, snapshot);
    if (result < 0)
        return result;
    if (ARRAY_RESERVE(&gaps->rows, &gaps->row_capacity, snapshot->count) < 0)
        return -ENOMEM;
    gaps->row_count = snapshot->count;
    if (snapshot->count > 0)
        memcpy(gaps->rows, snapshot->tasks, snapshot->count * sizeof(*gaps->rows));
    snapshot->count = 0;
    return 0;
}
