/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/generation.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/source/proc/listing.h"

/* See statfs(2); defined here because libc may lack the kernel's header. */
#define PROC_MAGIC 0x9fa0

static bool exists(int dir, const char *path)
{
    return faccessat(dir, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool is_procfs(int dir)
{
    struct statfs fs;

    return fstatfs(dir, &fs) == 0 && fs.f_type == PROC_MAGIC;
}

/* Whether "self" is this process: false in a recorded tree or another PID namespace. */
static bool self_is_me(int dir)
{
    char target[16];
    ssize_t len = readlinkat(dir, "self", target, sizeof(target) - 1);

    if (len <= 0)
        return false;
    target[len] = '\0';
    return strtol(target, NULL, 10) == getpid();
}

/* Two lookups of our own entry determine the generation, without a listing. */
static void probe_self(int dir, struct generation *generation)
{
    char dotted[16];

    /* A patched kernel finds every PID with a dot, also that of a leader. */
    snprintf(dotted, sizeof(dotted), ".%d", getpid());
    generation->has_dot = exists(dir, dotted);
    generation->has_task = exists(dir, "self/task");
}

static int probe_listing(int dir, struct generation *generation)
{
    struct listing listing = {0};
    bool has_process = false;
    int result;

    result = listing_read(&listing, dir, ".", LISTING_WITH_DOTS);
    for (size_t i = 0; result == 0 && i < listing.count; i++) {
        char task[32];

        if (listing.entries[i].dot) {
            generation->has_dot = true;
            continue;
        }
        has_process = true;
        if (generation->has_task)
            continue;
        snprintf(task, sizeof(task), "%d/task", listing.entries[i].id);
        generation->has_task = exists(dir, task);
    }
    listing_fini(&listing);
    if (result < 0)
        return result;
    return has_process ? 0 : -ENOENT;
}

int generation_probe(int dir, struct generation *generation)
{
    *generation = (struct generation){.live = is_procfs(dir)};
    generation->same_pids = generation->live && self_is_me(dir);
    if (generation->same_pids) {
        probe_self(dir, generation);
        return 0;
    }
    return probe_listing(dir, generation);
}
