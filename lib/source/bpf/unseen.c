/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/unseen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/host.h"
#include "lib/source/bpf/room.h"

void unseen_init(struct unseen *unseen)
{
    memset(unseen, 0, sizeof(*unseen));
    listing_init(&unseen->listing);
}

void unseen_fini(struct unseen *unseen)
{
    listing_fini(&unseen->listing);
    free(unseen->groups);
    free(unseen->rows);
    unseen_init(unseen);
}

static int add_unless_seen(struct unseen *unseen, const struct records *records, pid_t tgid)
{
    pid_t *groups;

    if (records_has(records, (uint32_t)tgid))
        return 0;
    groups =
        room_for(unseen->groups, unseen->group_count + 1, &unseen->group_capacity, sizeof(*groups));
    if (!groups)
        return -ENOMEM;
    unseen->groups = groups;
    groups[unseen->group_count++] = tgid;
    return 0;
}

static int compare_pids(const void *left, const void *right)
{
    const pid_t *a = left;
    const pid_t *b = right;

    return (*a > *b) - (*a < *b);
}

static int list_all(struct unseen *unseen, struct proc_source *proc, const struct records *records)
{
    int result = listing_read(&unseen->listing, proc->dir, ".", LISTING_PLAIN);

    unseen->group_count = 0;
    for (size_t i = 0; result == 0 && i < unseen->listing.count; i++) {
        struct listed entry = unseen->listing.entries[i];

        if (!entry.dot)
            result = add_unless_seen(unseen, records, entry.id);
    }
    if (unseen->group_count > 0)
        qsort(unseen->groups, unseen->group_count, sizeof(*unseen->groups), compare_pids);
    return result;
}

/* The number of threads of all groups in the list; 0 when one cannot be read. */
static uint64_t count_threads(const struct unseen *unseen, struct proc_source *proc,
                              struct snapshot *snapshot)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT | NEED_NLWP,
        .only = unseen->groups,
        .only_count = unseen->group_count,
    };
    uint64_t threads = 0;

    if (source_scan(&proc->base, &request, snapshot) < 0 || snapshot->count != unseen->group_count)
        return 0;
    for (size_t i = 0; i < snapshot->count; i++)
        threads += (uint64_t)snapshot->tasks[i].process->nlwp;
    return threads;
}

/*
 * Whether no task is missing but those of the groups in the list. On a host where tasks come and
 * go in that moment the counts do not agree, and it is not known.
 */
static bool are_all(const struct unseen *unseen, struct proc_source *proc,
                    const struct records *records, struct snapshot *snapshot)
{
    uint64_t threads = count_threads(unseen, proc, snapshot);
    struct host_size now;

    return threads > 0 && records->seen > 0 && records->seen + threads == records->expected &&
           host_read_size(&now) && now.tasks == records->expected;
}

/* The groups that the pass knows it was kept from, each once. */
static int take_hidden(struct unseen *unseen, const struct records *records)
{
    size_t kept = 0;
    int result = 0;

    unseen->group_count = 0;
    for (size_t i = 0; result == 0 && i < records->hidden_count; i++)
        result = add_unless_seen(unseen, records, records->hidden[i]);
    if (unseen->group_count > 1)
        qsort(unseen->groups, unseen->group_count, sizeof(*unseen->groups), compare_pids);
    for (size_t i = 0; i < unseen->group_count; i++) {
        if (kept == 0 || unseen->groups[kept - 1] != unseen->groups[i])
            unseen->groups[kept++] = unseen->groups[i];
    }
    unseen->group_count = kept;
    return result;
}

static int find(struct unseen *unseen, struct proc_source *proc, const struct records *records,
                struct snapshot *snapshot)
{
    pid_t self = getpid();
    int result;

    if (records->tells_hidden)
        return take_hidden(unseen, records);
    unseen->group_count = 0;
    result = add_unless_seen(unseen, records, 1);
    if (result == 0 && self != 1)
        result = add_unless_seen(unseen, records, self);
    if (result < 0 || unseen->group_count == 0 || are_all(unseen, proc, records, snapshot))
        return result;
    return list_all(unseen, proc, records);
}

int unseen_read(struct unseen *unseen, struct proc_source *proc, const struct records *records,
                const struct scan_request *request, struct snapshot *snapshot)
{
    struct scan_request only = *request;
    int result = find(unseen, proc, records, snapshot);
    struct task *rows;

    unseen->row_count = 0;
    snapshot_clear(snapshot);
    if (result < 0 || unseen->group_count == 0)
        return result;
    only.only = unseen->groups;
    only.only_count = unseen->group_count;
    result = source_scan(&proc->base, &only, snapshot);
    if (result < 0)
        return result;
    rows = room_for(unseen->rows, snapshot->count, &unseen->row_capacity, sizeof(*rows));
    if (!rows && snapshot->count > 0)
        return -ENOMEM;
    unseen->rows = rows;
    unseen->row_count = snapshot->count;
    if (snapshot->count > 0)
        memcpy(rows, snapshot->tasks, snapshot->count * sizeof(*rows));
    snapshot->count = 0;
    return 0;
}
