/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/maps.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/source/proc/cpu_budget.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/task_reader.h"

struct seen {
    bool (*see)(void *context, const struct mapping *mapping);
    void *context;
};

static int parse_line(void *context, const char *line, size_t len)
{
    const struct seen *seen = context;
    struct mapping mapping;

    return maps_parse(line, len, &mapping) && !seen->see(seen->context, &mapping);
}

int maps_each(const struct task_reader *reader,
              bool (*see)(void *context, const struct mapping *mapping), void *context)
{
    struct seen seen = {see, context};

    if (!reader->source->base.live)
        return 0;
    return task_folder_each_line(reader->folder, "maps", parse_line, &seen);
}

/* How long mappings that were read are used, at least: long enough for the rows of one scan. */
#define VALID_NS (NS_PER_S / 10)

struct shared_mapping {
    uint64_t start, end;
    struct futex_place place; /* of its first byte */
};

void futex_place_fini(struct proc_source *source)
{
    free(source->shared_mappings.list);
    source->shared_mappings = (struct shared_mappings){0};
}

struct reading {
    struct shared_mappings *mappings;
    bool any; /* a mapping was listed, shared or not */
    bool failed;
};

static bool keep_mapping(void *context, const struct mapping *mapping)
{
    struct reading *reading = context;
    struct shared_mappings *kept = reading->mappings;

    reading->any = true;
    if (!mapping->shared || !mapping->inode)
        return true;
    reading->failed = ARRAY_RESERVE(&kept->list, &kept->capacity, kept->count + 1) < 0;
    if (reading->failed)
        return false;
    kept->list[kept->count++] = (struct shared_mapping){
        .start = mapping->start,
        .end = mapping->end,
        .place = {true, mapping->device, mapping->inode, mapping->offset},
    };
    return true;
}

/* 0; -ENOENT if no mapping can be read; or -errno. */
static int renew(struct shared_mappings *kept, const struct task_reader *reader)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    struct reading reading = {.mappings = kept};
    int result;

    if (kept->tgid == reader->task->tgid && now_ns < kept->until_ns)
        return 0;
    kept->tgid = 0;
    kept->count = 0;
    result = read_error(maps_each(reader, keep_mapping, &reading));
    if (reading.failed)
        result = -ENOMEM;
    if (result < 0 || !reading.any)
        return result < 0 ? result : -ENOENT;
    kept->tgid = reader->task->tgid;
    kept->until_ns = valid_until(now_ns, VALID_NS);
    return 0;
}

int futex_place_find(const struct task_reader *reader, uint64_t address, struct futex_place *place)
{
    const struct shared_mappings *kept = &reader->source->shared_mappings;
    int result = renew(&reader->source->shared_mappings, reader);

    *place = (struct futex_place){.shared = false};
    for (size_t i = 0; result == 0 && i < kept->count && kept->list[i].start <= address; i++)
        if (address < kept->list[i].end) {
            *place = kept->list[i].place;
            place->offset += address - kept->list[i].start;
        }
    return result;
}

bool futex_place_is_same(const struct futex_place *a, const struct futex_place *b)
{
    return a->shared && b->shared && a->device == b->device && a->inode == b->inode &&
           a->offset == b->offset;
}
