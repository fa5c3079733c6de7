/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Control groups of many rows: of tasks with the same cgroups (cgroups.bpf.c) one has its file
 * read, and the others share its text.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/hash.h"
#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/support.h"

/*
 * From this many rows on, the program saves more than loading it costs, unless nearly every task
 * has cgroups of its own.
 */
#define ROWS_MIN 800

/* The text of tasks with this digest. */
struct known {
    uint64_t digest;
    const char *text; /* in the snapshot's arena; NULL: it must not be shared */
};

struct filling {
    const struct fill *fill;
    struct wire_cgroup_page *page;
    struct task *rows[WIRE_CGROUPS]; /* of one run */
    size_t count;
    struct known *known; /* of this snapshot */
    size_t known_count, known_capacity;
    struct hash_table by_digest;
};

struct wanted {
    const struct filling *filling;
    uint64_t digest;
};

static bool has_digest(const void *key, size_t index)
{
    const struct wanted *wanted = key;

    return wanted->filling->known[index].digest == wanted->digest;
}

static struct known *find(const struct filling *filling, uint64_t digest)
{
    const struct wanted wanted = {filling, digest};
    const size_t index = hash_table_find(&filling->by_digest, digest, has_digest, &wanted);

    return index == HASH_NONE ? NULL : &filling->known[index];
}

/* Returns as bpf_run(). */
static int run(struct filling *filling)
{
    struct wire_cgroup_page *page = filling->page;

    page->count = (uint32_t)filling->count;
    for (size_t i = 0; i < filling->count; i++)
        page->tids[i] = (uint32_t)filling->rows[i]->tid;
    return bpf_run(filling->fill->source, PROGRAM_CGROUPS, sizeof(*page));
}

/* Reads the file of the first row with a digest, unless it has exited. 0 or -errno. */
static int read_first(struct filling *filling, struct task *row, uint64_t digest)
{
    const char *text = NULL;
    int result = ARRAY_RESERVE(&filling->known, &filling->known_capacity, filling->known_count + 1);

    if (result == 0)
        result = hash_table_add(&filling->by_digest, digest, filling->known_count);
    if (result == 0)
        result = source_fill(filling->fill->source->proc, filling->fill->snapshot, row,
                             filling->fill->group);
    if (result < 0 && result != -ENOENT)
        return result;
    if (result == 0 && row->details && *row->details->cgroup)
        text = row->details->cgroup;
    filling->known[filling->known_count++] = (struct known){digest, text};
    return 0;
}

/*
 * Reads the files of rows with new digests; `firsts` receives these digests, and 0 for other rows.
 */
static int read_new(struct filling *filling, uint64_t firsts[WIRE_CGROUPS])
{
    int result = 0;

    for (size_t i = 0; i < filling->count && result == 0; i++) {
        const uint64_t digest = filling->page->digests[i];

        firsts[i] = digest && !find(filling, digest) ? digest : 0;
        if (firsts[i])
            result = read_first(filling, filling->rows[i], digest);
    }
    return result;
}

/* The text of a task that was moved while its file was read is not shared. */
static void drop_moved(struct filling *filling, const uint64_t firsts[WIRE_CGROUPS])
{
    for (size_t i = 0; i < filling->count; i++)
        if (firsts[i] && filling->page->digests[i] != firsts[i])
            find(filling, firsts[i])->text = NULL;
}

static int share(const struct filling *filling)
{
    const struct fill *fill = filling->fill;

    for (size_t i = 0; i < filling->count; i++) {
        struct task *row = filling->rows[i];
        const struct known *known = find(filling, filling->page->digests[i]);
        struct task_details *details;

        if (!known || !known->text || !fill_missing(fill, row))
            continue;
        details = snapshot_add_details(fill->snapshot, row);
        if (!details)
            return -ENOMEM;
        details->cgroup = known->text;
        row->have |= fill->group;
    }
    return 0;
}

/* Fills the collected rows. Returns as bpf_run(). */
static int fill_some(struct filling *filling)
{
    uint64_t firsts[WIRE_CGROUPS] = {0};
    const size_t known_before = filling->known_count;
    int result = filling->count ? run(filling) : 0;

    if (result == 0)
        result = read_new(filling, firsts);
    if (result == 0 && filling->known_count > known_before) {
        result = run(filling);
        if (result == 0)
            drop_moved(filling, firsts);
    }
    if (result == 0)
        result = share(filling);
    filling->count = 0;
    return result;
}

static int fill_rows(struct filling *filling)
{
    const struct fill *fill = filling->fill;
    int result = 0;

    for (size_t i = 0; result == 0 && i < fill->snapshot->count; i++) {
        struct task *task = &fill->snapshot->tasks[i];

        if (fill_missing(fill, task))
            filling->rows[filling->count++] = task;
        if (filling->count == WIRE_CGROUPS)
            result = fill_some(filling);
    }
    return result == 0 ? fill_some(filling) : result;
}

int fill_cgroups(const struct fill *fill)
{
    struct filling filling = {.fill = fill};
    int result =
        fill_begin(fill, ROWS_MIN, PROGRAM_CGROUPS, support_has_cgroups, sizeof(*filling.page));

    if (result <= 0)
        return result;
    filling.page = fill->source->pages[PROGRAM_CGROUPS];
    result = fill_rows(&filling);
    free(filling.known);
    hash_table_fini(&filling.by_digest);
    return result < 0 ? result : 0;
}
