/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When a process that watches what ends is killed, nothing of its programs stays in the kernel:
 * neither the links that attach them nor their maps.
 *
 * Exits with 77 where it cannot run.
 */
#include <dirent.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/ended/ended.h"
#include "lib/source/bpf/ended_probe.h"
#include "tests/common/child.h"
#include "tests/common/may_load.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define IDS_MAX 16

struct ids {
    uint32_t ids[IDS_MAX];
    size_t count;
};

static void add_ids(struct ids *found, const char *path, const char *key)
{
    FILE *file = fopen(path, "re");
    char line[256];

    if (!file)
        fail("%s: %s", path, strerror(errno));
    while (fgets(line, sizeof(line), file)) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        if (found->count == IDS_MAX)
            fail("more than %d ids by %s", IDS_MAX, key);
        found->ids[found->count++] = (uint32_t)strtoul(line + strlen(key), NULL, 10);
    }
    fclose(file);
}

/* Ids of the BPF objects that a process holds, from the lines with `key` of /proc/PID/fdinfo. */
static struct ids read_ids(pid_t pid, const char *key)
{
    struct ids found = {.count = 0};
    const struct dirent *entry;
    char path[64];
    DIR *dir;

    snprintf(path, sizeof(path), "/proc/%d/fdinfo", (int)pid);
    dir = opendir(path);
    if (!dir)
        fail("%s: %s", path, strerror(errno));
    while ((entry = readdir(dir)) != NULL) {
        char name[320];

        snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        if (*entry->d_name != '.')
            add_ids(&found, name, key);
    }
    closedir(dir);
    return found;
}

/* Whether the kernel still has an object, by the command that opens one of its kind by id. */
static bool exists(enum bpf_cmd open, uint32_t id)
{
    union bpf_attr attr;
    long fd;

    memset(&attr, 0, sizeof(attr));
    attr.link_id = id; /* which is map_id, too */
    fd = syscall(SYS_bpf, open, &attr, sizeof(attr));
    if (fd < 0 && errno != ENOENT)
        fail("bpf(2) command %d of id %u: %s", (int)open, id, strerror(errno));
    if (fd >= 0)
        close((int)fd);
    return fd >= 0;
}

static void expect_gone(const struct ids *ids, enum bpf_cmd open, const char *what)
{
    for (size_t i = 0; i < ids->count; i++)
        WAIT_UNTIL (!exists(open, ids->ids[i]), "%s %u", what, ids->ids[i])
            continue;
}

static void watch(int ready_fd, void *nothing)
{
    const struct ended_options options = {.threads = true};
    struct buf why = {0};
    struct ended *ended;

    (void)nothing;
    if (ended_open(&options, &ended, &why) < 0 || !ended_is_counted(ended) ||
        ended_begin(ended) < 0)
        fail("the watcher does not count by programs of its own: %s", buf_text(&why));
    child_say_ready(ready_fd);
    for (;;)
        pause();
}

static void try_killed(void)
{
    const pid_t watcher = child_start(watch, NULL);
    struct ids links, maps;

    if (watcher < 0)
        fail("no watcher that counts by programs of its own");
    links = read_ids(watcher, "link_id:");
    maps = read_ids(watcher, "map_id:");
    if (links.count != ENDED_HOOKS)
        fail("%zu links of the watcher, expected %d", links.count, ENDED_HOOKS);
    if (maps.count == 0)
        fail("no map of the watcher, expected some");
    for (size_t i = 0; i < links.count; i++)
        if (!exists(BPF_LINK_GET_FD_BY_ID, links.ids[i]))
            fail("link %u of the watcher does not exist", links.ids[i]);
    child_end(watcher);
    expect_gone(&links, BPF_LINK_GET_FD_BY_ID, "link of the killed watcher,");
    expect_gone(&maps, BPF_MAP_GET_FD_BY_ID, "map of the killed watcher,");
    printf("killed: %zu links and %zu maps are gone\n", links.count, maps.count);
}

int main(void)
{
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    if (!may_load(PROGRAM_ITER, &why) || !ended_probe_is_supported(&why))
        status = skip(buf_text(&why));
    else
        try_killed();
    buf_fini(&why);
    return status;
}
