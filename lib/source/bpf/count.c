/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/count.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "lib/source/bpf/load.h"
#include "lib/source/bpf/room.h"

#define NS_PER_S UINT64_C(1000000000)

void count_fini(struct count *count)
{
    free(count->parts);
    free(count->census.groups);
    *count = (struct count){0};
}

static int take_parts(struct count *count, const struct wire_census *from)
{
    /* The first is none. */
    const size_t added = from->used - 1;
    struct wire_count *parts;

    parts =
        room_for(count->parts, count->part_count + added, &count->part_capacity, sizeof(*parts));
    if (!parts)
        return -ENOMEM;
    count->parts = parts;
    memcpy(parts + count->part_count, from->counts + 1, added * sizeof(*parts));
    count->part_count += added;
    return 0;
}

/* Runs the program until it has come to the end. */
static int run_all(struct count *count, int program, struct wire_census *out)
{
    int result = 0;

    out->next = 1;
    out->done = 0;
    while (result == 0 && !out->done) {
        const uint32_t from = out->next;
        const int answer = load_run(program, NULL, 0);

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

int count_join(struct count *count)
{
    struct census *census = &count->census;
    struct counted_group *groups =
        reallocarray(census->groups, count->part_count + 1, sizeof(*groups));
    struct counted_group *group = NULL;
    const struct wire_count *first = NULL;

    if (!groups)
        return -ENOMEM;
    census->groups = groups;
    census->count = 0;
    qsort(count->parts, count->part_count, sizeof(*count->parts), compare_parts);
    for (size_t i = 0; i < count->part_count; i++) {
        const struct wire_count *part = &count->parts[i];

        if (!group || group->tgid != (pid_t)part->tgid) {
            group = &groups[census->count++];
            *group = (struct counted_group){(pid_t)part->tgid, 0, part->ended, true};
            first = part;
        }
        group->threads += part->threads;
        group->cpu_ns += part->runtime;
        /* Each part was counted at another time. */
        if (part->sequence % 2 != 0 || part->sequence != first->sequence ||
            part->sequence_after != part->sequence)
            group->exact = false;
    }
    return 0;
}

static uint64_t uptime_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_BOOTTIME, &time);
    return (uint64_t)time.tv_sec * NS_PER_S + (uint64_t)time.tv_nsec;
}

int count_groups(struct count *count)
{
    struct wire_census *out;
    int program, map;
    int result = load_count(&program, &map);

    if (result < 0)
        return result;
    out = mmap(NULL, sizeof(*out), PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);
    result = out == MAP_FAILED ? -errno : 0;
    close(map);
    if (result == 0) {
        count->part_count = 0;
        count->census.begun_ns = uptime_ns();
        result = run_all(count, program, out);
        munmap(out, sizeof(*out));
    }
    close(program);
    if (result == 0)
        result = count_join(count);
    /* That the ids are where the program looks, and are ours. */
    if (result == 0 && !census_find(&count->census, getpid()))
        result = -EXDEV;
    return result;
}
