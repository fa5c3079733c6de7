/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/walk.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Tasks in a run: 0.2 ms in the kernel without a pause. */
#define CHUNK 1024

/* How often a walk is begun anew with larger arrays, as tasks have come faster than expected. */
#define TRIES 4

static void unmap(void *map, size_t size)
{
    if (map)
        munmap(map, size);
}

void walk_fini(struct walk *walk)
{
    if (walk->loaded) {
        unmap(walk->groups, walk->group_room * sizeof(*walk->groups));
        unmap(walk->tasks, walk->task_room * sizeof(*walk->tasks));
        unmap(walk->statuses, walk->task_room * sizeof(*walk->statuses));
        close(walk->fds.program);
        close(walk->fds.groups);
        close(walk->fds.tasks);
        if (walk->fds.statuses >= 0)
            close(walk->fds.statuses);
    }
    *walk = (struct walk){0};
}

bool walk_must_load(const struct walk *walk, const struct harvest_want *want,
                    const struct host_size *host)
{
    return !walk->loaded || (want->status && !walk->status) || walk->group_room < host->processes ||
           walk->task_room < (want->threads ? host->tasks : host->processes);
}

/* The elements of an array, or NULL. All pages at once, for all will be looked at. */
static void *map_array(int fd, size_t size)
{
    void *map = mmap(NULL, size, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, 0);

    if (map == MAP_FAILED)
        return NULL;
    return map;
}

static int load(struct walk *walk, const struct harvest_want *want, const struct host_size *host)
{
    uint32_t tasks = want->threads ? host->tasks : host->processes;
    int result;

    walk_fini(walk);
    /* Room for a while: loading again costs as much as several walks. */
    walk->group_room = host->processes + host->processes / 4 + 256;
    walk->task_room = tasks + tasks / 4 + 256;
    result = load_walk(want->status, walk->group_room, walk->task_room, &walk->fds);
    if (result < 0)
        return result;
    walk->loaded = true;
    walk->status = want->status;
    walk->groups = map_array(walk->fds.groups, walk->group_room * sizeof(*walk->groups));
    walk->tasks = map_array(walk->fds.tasks, walk->task_room * sizeof(*walk->tasks));
    if (want->status)
        walk->statuses = map_array(walk->fds.statuses, walk->task_room * sizeof(*walk->statuses));
    if (!walk->groups || !walk->tasks || (want->status && !walk->statuses)) {
        walk_fini(walk);
        return -ENOMEM;
    }
    return 0;
}

int walk_load(struct walk *walk, const struct harvest_want *want, const struct host_size *host)
{
    return walk_must_load(walk, want, host) ? load(walk, want, host) : 0;
}

/* One walk. Sets run->overflow when the arrays were too small. 0 or -errno. */
static int run_all(const struct walk *walk, struct wire_walk *run, uint64_t *visited)
{
    int result;

    *visited = 0;
    do {
        run->limit = CHUNK;
        result = load_run(walk->fds.program, run, sizeof(*run));
        *visited += run->visited;
    } while (result == 0 && !run->overflow && run->group < run->groups);
    return result;
}

static int collect(const struct walk *walk, const struct wire_walk *run, struct harvest *harvest)
{
    int result = 0;

    harvest->summed = run->sum_only;
    for (uint32_t i = 0; result == 0 && i < run->groups; i++) {
        if (walk->groups[i].kind == WIRE_GROUP && walk->groups[i].tgid > 0)
            result = harvest_add_group(harvest, &walk->groups[i]);
    }
    for (uint32_t i = 0; result == 0 && i < run->tasks; i++)
        result =
            harvest_add_task(harvest, &walk->tasks[i], walk->statuses ? &walk->statuses[i] : NULL);
    return result;
}

int walk_read(struct walk *walk, const struct harvest_want *want, const struct host_size *host,
              struct harvest *harvest)
{
    struct host_size size = *host;
    int result;

    for (int i = 0; i < TRIES; i++) {
        struct wire_walk run = {.sum_only = !want->threads};

        result = walk_load(walk, want, &size);
        if (result == 0)
            result = run_all(walk, &run, &harvest->seen);
        if (result < 0)
            return result;
        if (!run.overflow)
            return collect(walk, &run, harvest);
        size.tasks = walk->task_room * 2;
        size.processes = walk->group_room * 2;
    }
    return -E2BIG;
}
