/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/unseen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/source/bpf/host.h"

void unseen_init(struct unseen *unseen)
{
    memset(unseen, 0, sizeof(*unseen));
    snapshot_init(&unseen->snapshot);
}

void unseen_fini(struct unseen *unseen)
{
    snapshot_fini(&unseen->snapshot);
    free(unseen->groups);
    unseen_init(unseen);
}

static int add_unless_seen(struct unseen *unseen, const struct records *records, pid_t tgid)
{
    if (records_has(records, (uint32_t)tgid))
        return 0;
    if (ARRAY_RESERVE(&unseen->groups, &unseen->capacity, unseen->count + 1) < 0)
        return -ENOMEM;
    unseen->groups[unseen->count++] = tgid;
    return 0;
}

static int list_all(struct unseen *unseen, struct source *proc, const struct records *records)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES};
    int result = source_scan(proc, &request, &unseen->snapshot);

    unseen->count = 0;
    for (size_t i = 0; result == 0 && i < unseen->snapshot.count; i++)
        result = add_unless_seen(unseen, records, unseen->snapshot.tasks[i].tgid);
    return result;
}

/* The number of threads of all groups in the list; 0 when one cannot be read. */
static uint64_t count_threads(struct unseen *unseen, struct source *proc)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT | NEED_NLWP,
        .only = unseen->groups,
        .only_count = unseen->count,
    };
    const struct snapshot *snapshot = &unseen->snapshot;
    uint64_t threads = 0;

    if (source_scan(proc, &request, &unseen->snapshot) < 0 || snapshot->count != unseen->count)
        return 0;
    for (size_t i = 0; i < snapshot->count; i++)
        threads += (uint64_t)snapshot->tasks[i].process->nlwp;
    return threads;
}

/*
 * Whether no task is missing but those of the groups in the list. On a host where tasks come and
 * go in that moment the counts do not agree, and it is not known.
 */
static bool are_all(struct unseen *unseen, struct source *proc, const struct records *records)
{
    uint64_t threads = count_threads(unseen, proc);
    struct host_size now;

    return threads > 0 && records->seen > 0 && records->seen + threads == records->expected &&
           host_read_size(&now) && now.tasks == records->expected;
}

static int compare_pids(const void *left, const void *right)
{
    const pid_t *a = left;
    const pid_t *b = right;

    return (*a > *b) - (*a < *b);
}

/* The groups that the pass knows it was kept from, each once. */
static int take_hidden(struct unseen *unseen, const struct records *records)
{
    size_t kept = 0;
    int result = 0;

    for (size_t i = 0; result == 0 && i < records->hidden_count; i++)
        result = add_unless_seen(unseen, records, records->hidden[i]);
    if (unseen->count > 1)
        qsort(unseen->groups, unseen->count, sizeof(*unseen->groups), compare_pids);
    for (size_t i = 0; i < unseen->count; i++) {
        if (kept == 0 || unseen->groups[kept - 1] != unseen->groups[i])
            unseen->groups[kept++] = unseen->groups[i];
    }
    unseen->count = kept;
    return result;
}

int unseen_find(struct unseen *unseen, struct source *proc, const struct records *records)
{
    pid_t self = getpid();
    int result;

    unseen->count = 0;
    if (records->scope == SCOPE_BUT_HIDDEN)
        return take_hidden(unseen, records);
    result = add_unless_seen(unseen, records, 1);
    if (result == 0 && self != 1)
        result = add_unless_seen(unseen, records, self);
    if (result < 0 || unseen->count == 0 || are_all(unseen, proc, records))
        return result;
    return list_all(unseen, proc, records);
}
