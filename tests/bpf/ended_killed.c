/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whoever watches what ends may be killed, and nothing of its programs is left in the kernel: not
 * the links that attach them, nor what those keep. Nor is of those that were pinned, once they are
 * unloaded.
 *
 * Exits with 77 where it cannot run.
 */
#include <dirent.h>
#include <errno.h>
#include <linux/bpf.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/ended/ended.h"
#include "lib/source/bpf/admin/pin_admin.h"
#include "lib/source/bpf/ended_hooks.h"
#include "lib/source/bpf/object.h"
#include "tests/bpf/private_run.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"

#define IDS_MAX 16

struct ids {
    uint32_t ids[IDS_MAX];
    size_t count;
};

/* What a process holds of a kind: by the ids after `key` in what the kernel says of its files. */
static struct ids read_ids(pid_t pid, const char *key)
{
    struct ids found = {.count = 0};
    const struct dirent *entry;
    char path[64];
    DIR *dir;

    snprintf(path, sizeof(path), "/proc/%d/fdinfo", (int)pid);
    dir = opendir(path);
    if (!dir)
        die("what the watcher holds cannot be read", errno);
    while ((entry = readdir(dir)) != NULL) {
        char name[320], line[256];
        FILE *file;

        snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        file = *entry->d_name == '.' ? NULL : fopen(name, "re");
        while (file && fgets(line, sizeof(line), file))
            if (strncmp(line, key, strlen(key)) == 0 && found.count < IDS_MAX)
                found.ids[found.count++] = (uint32_t)strtoul(line + strlen(key), NULL, 10);
        if (file)
            fclose(file);
    }
    closedir(dir);
    return found;
}

/* Whether the kernel still has an object, by the command that opens such a one by its id. */
static bool exists(enum bpf_cmd open, uint32_t id)
{
    union bpf_attr attr;
    long fd;

    memset(&attr, 0, sizeof(attr));
    attr.link_id = id; /* likewise of a map */
    fd = syscall(SYS_bpf, open, &attr, sizeof(attr));
    if (fd < 0 && errno != ENOENT)
        die("cannot ask for an object", errno);
    if (fd >= 0)
        close((int)fd);
    return fd >= 0;
}

static void expect_gone(const struct ids *ids, enum bpf_cmd open, const char *what)
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);

    for (size_t i = 0; i < ids->count; i++) {
        while (exists(open, ids->ids[i])) {
            if (!is_patient(start_ns))
                die(what, ids->ids[i]);
            sched_yield();
        }
    }
}

static void watch(int ready, void *nothing)
{
    const struct ended_options options = {.threads = true};
    struct buf why = {0};
    struct ended *ended;

    (void)nothing;
    if (ended_open(&options, &ended, &why) < 0 || !ended_is_counted(ended) ||
        ended_begin(ended) < 0)
        _exit(EXIT_FAILURE);
    child_say_ready(ready);
    for (;;)
        pause();
}

static void try_killed(void)
{
    const pid_t watcher = child_start(watch, NULL);
    struct ids links, maps;

    if (watcher < 0)
        die("no watcher could be started", errno);
    links = read_ids(watcher, "link_id:");
    maps = read_ids(watcher, "map_id:");
    if (links.count != ENDED_HOOKS || maps.count == 0)
        die("the watcher holds an unexpected number of links", (long long)links.count);
    for (size_t i = 0; i < links.count; i++)
        if (!exists(BPF_LINK_GET_FD_BY_ID, links.ids[i]))
            die("a link of the watcher does not exist", links.ids[i]);
    child_end(watcher);
    expect_gone(&links, BPF_LINK_GET_FD_BY_ID, "a link is left");
    expect_gone(&maps, BPF_MAP_GET_FD_BY_ID, "a map is left");
    printf("killed: %zu links and %zu maps are gone\n", links.count, maps.count);
}

/* The links that are pinned to keep programs attached. */
static struct ids read_hooks(void)
{
    int fds[IDS_MAX];
    size_t count = 0;
    const struct dirent *entry;
    DIR *dir = opendir(PIN_DIRECTORY);
    struct ids links;

    while (dir && (entry = readdir(dir)) != NULL) {
        char path[320];

        snprintf(path, sizeof(path), "%s/%s", PIN_DIRECTORY, entry->d_name);
        if (strncmp(entry->d_name, "hook-", 5) == 0 && count < IDS_MAX)
            fds[count++] = object_open_pin(path, true);
    }
    if (dir)
        closedir(dir);
    links = read_ids(getpid(), "link_id:");
    while (count > 0)
        close(fds[--count]);
    return links;
}

static void try_unloaded(void)
{
    struct buf why = {0};
    struct ids links;

    private_run_pin();
    links = read_hooks();
    if (links.count != ENDED_HOOKS)
        die("an unexpected number of links is pinned", (long long)links.count);
    if (pin_unload(&why) < 0)
        die(buf_text(&why), 0);
    expect_gone(&links, BPF_LINK_GET_FD_BY_ID, "a link is left after unload");
    printf("unloaded: %zu links are gone\n", links.count);
    buf_fini(&why);
}

int main(void)
{
    struct buf why = {0};

    if (!ended_hooks_are_supported(&why))
        return skip(buf_text(&why));
    try_killed();
    if (private_run_mount())
        try_unloaded();
    buf_fini(&why);
    return EXIT_SUCCESS;
}
