/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/group_count.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/source/bpf/load.h"
#include "lib/source/bpf/object.h"

void group_count_fini(struct group_count *count)
{
    free(count->parts);
    free(count->counts.groups);
    *count = (struct group_count){0};
}

static int take_parts(struct group_count *count, const struct wire_count_page *from)
{
    /* The first entry is unused. */
    const size_t added = from->used - 1;

    if (ARRAY_RESERVE(&count->parts, &count->part_capacity, count->part_count + added) < 0)
        return -ENOMEM;
    memcpy(count->parts + count->part_count, from->counts + 1, added * sizeof(*count->parts));
    count->part_count += added;
    return 0;
}

/* Runs the program until it has come to the end. */
static int run_all(struct group_count *count, int program, struct wire_count_page *out)
{
    int result = 0;

    out->next = 1;
    out->done = 0;
    while (result == 0 && !out->done) {
        const uint32_t from = out->next;
        const int answer = object_run(program, NULL, 0);

        if (answer < 0)
            return answer;
        if (answer != WIRE_WALKED || out->used == 0 || out->used > WIRE_COUNTS ||
            (out->next <= from && !out->done))
            return -EPROTO;
        result = take_parts(count, out);
    }
    return result;
}

static int compare_parts(const void *left, const void *right)
{
    const struct wire_count *a = left;
    const struct wire_count *b = right;

    return (a->tgid > b->tgid) - (a->tgid < b->tgid);
}

/*
 * Whether all parts of a group are of the same point in time. No thread has ended between the first
 * and the last of them if the sequence number stayed the same; and none ended before it was counted
 * or was missed, if the threads counted were all that lived in the end. New threads only raise that
 * number, so the greatest counts.
 */
static bool are_exact(const struct wire_count *parts, size_t count, uint32_t threads)
{
    uint32_t living = 0;

    for (size_t i = 0; i < count; i++) {
        if (parts[i].sequence % 2 != 0 || parts[i].sequence != parts[0].sequence ||
            parts[i].sequence_after != parts[i].sequence)
            return false;
        if (living < parts[i].living)
            living = parts[i].living;
    }
    return threads == living;
}

static struct counted_group join(const struct wire_count *parts, size_t count)
{
    struct counted_group group = {.tgid = (pid_t)parts->tgid, .cpu_ns = parts->ended};

    for (size_t i = 0; i < count; i++) {
        group.threads += parts[i].threads;
        group.cpu_ns += parts[i].runtime;
    }
    group.exact = are_exact(parts, count, group.threads);
    return group;
}

int group_count_join(struct group_count *count)
{
    const struct wire_count *parts = count->parts;
    struct group_counts *counts = &count->counts;
    size_t next;

    if (ARRAY_RESERVE(&counts->groups, &count->group_capacity, count->part_count + 1) < 0)
        return -ENOMEM;
    counts->count = 0;
    qsort(count->parts, count->part_count, sizeof(*parts), compare_parts);
    for (size_t i = 0; i < count->part_count; i = next) {
        for (next = i + 1; next < count->part_count && parts[next].tgid == parts[i].tgid; next++)
            continue;
        counts->groups[counts->count++] = join(parts + i, next - i);
    }
    return 0;
}

/* Counts all groups. */
static int count_all(struct group_count *count)
{
    struct wire_count_page *page;
    int program, map;
    int result = load_group_count(&program, &map);

    if (result < 0)
        return result;
    page = mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);
    result = page == MAP_FAILED ? -errno : 0;
    close(map);
    if (result == 0) {
        count->part_count = 0;
        result = run_all(count, program, page);
        munmap(page, sizeof(*page));
    }
    close(program);
    return result;
}

int group_count_read(struct group_count *count, const struct pass *pass, struct records *records)
{
    int result = count_all(count);

    if (result == 0)
        result = group_count_join(count);
    if (result < 0)
        return result;
    /* Proves that the program looks in the right place and in our pid namespace. */
    if (!group_counts_find(&count->counts, getpid()))
        return -EXDEV;
    count->counts.begun_ns = pass->begun_ns;
    records->counts = &count->counts;
    return 0;
}
