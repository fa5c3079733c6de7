/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Control groups of every task of the host: procfs, BPF, procfs again. Among them are children in
 * groups of up to two hierarchies, which are then moved: tasks with the same groups share a text,
 * and no task has one of before.
 */
#include <errno.h>
#include <mntent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/buf.h"
#include "lib/source/bpf/support.h"
#include "tests/bpf/mismatches.h"
#include "tests/bpf/sources.h"
#include "tests/common/child.h"
#include "tests/common/may_load.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define HIERARCHIES 2
#define GROUPS      3 /* in each */
#define CHILDREN    12
#define MOVES       20

static char groups[HIERARCHIES][GROUPS][256];
static size_t hierarchies;
static pid_t children[CHILDREN];

/* Makes groups where a mounted hierarchy lets it; false if it lets none. */
static bool make_groups(const char *mount)
{
    for (size_t i = 0; i < GROUPS; i++) {
        char *path = groups[hierarchies][i];

        if ((size_t)snprintf(path, sizeof(groups[0][0]), "%s/dotproc-test-%d-%zu", mount,
                             (int)getpid(), i) >= sizeof(groups[0][0]) ||
            mkdir(path, 0755) < 0) {
            for (size_t made = 0; made < i; made++)
                rmdir(groups[hierarchies][made]);
            return false;
        }
    }
    hierarchies++;
    return true;
}

/* In a cpuset of version 1 nothing can be put before it has processors. */
static void find_hierarchies(void)
{
    FILE *mounts = setmntent("/proc/self/mounts", "re");
    const struct mntent *mount;

    while (mounts && hierarchies < HIERARCHIES && (mount = getmntent(mounts)))
        if (strncmp(mount->mnt_type, "cgroup", strlen("cgroup")) == 0 &&
            !hasmntopt(mount, "cpuset"))
            make_groups(mount->mnt_dir);
    if (mounts)
        endmntent(mounts);
}

static void move(pid_t child, const char *group)
{
    char path[300], line[16];
    FILE *file;

    snprintf(path, sizeof(path), "%s/cgroup.procs", group);
    snprintf(line, sizeof(line), "%d\n", (int)child);
    file = fopen(path, "we");
    if (!file || fputs(line, file) < 0 || fclose(file) != 0)
        fail("expected to put a process into %s: %s", group, strerror(errno));
}

/* Puts them into one group of each hierarchy, by their number and that of the move. */
static void move_all(size_t round)
{
    for (size_t i = 0; i < CHILDREN; i++)
        for (size_t at = 0; at < hierarchies; at++)
            move(children[i], groups[at][(i / (at + 1) + round) % GROUPS]);
}

static void start(void)
{
    for (size_t i = 0; i < CHILDREN; i++) {
        children[i] = child_fork();
        if (children[i] == 0)
            for (;;)
                pause();
    }
}

static void end(void)
{
    for (size_t i = 0; i < CHILDREN; i++)
        child_end(children[i]);
    for (size_t at = 0; at < hierarchies; at++)
        for (size_t i = 0; i < GROUPS; i++)
            rmdir(groups[at][i]);
}

static const char *text_of(const struct task *task)
{
    return task->details ? task->details->cgroup : "";
}

struct comparison {
    struct sources sources;
    struct mismatches mismatches;
    size_t texts, by_bpf;
};

/* Once more. True if every mismatch was absent from some round. */
static bool are_same(struct comparison *comparison)
{
    const struct sources *sources = &comparison->sources;

    sources_read_group(&comparison->sources, ROWS_PROCESSES | ROWS_THREADS, NEED_CGROUP);
    comparison->texts = comparison->by_bpf = 0;
    for (size_t i = 0; i < sources->now.count; i++) {
        const struct task *task = &sources->now.tasks[i];
        const char *before = text_of(&sources->before.tasks[i]);

        comparison->texts += *before != '\0';
        if (!(task->have & NEED_CGROUP))
            continue;
        comparison->by_bpf += *before != '\0';
        if (strcmp(text_of(task), before) != 0 &&
            strcmp(text_of(task), text_of(&sources->after.tasks[i])) != 0)
            mismatches_note(&comparison->mismatches, task, 0, text_of(task));
    }
    return mismatches_are_gone(&comparison->mismatches);
}

/* One file is read of those with the same groups: each text is there once. */
static void expect_shared(const struct snapshot *by_bpf)
{
    for (size_t i = 0; i < CHILDREN; i++) {
        const struct task *row = find_row(by_bpf, children[i]);
        const struct task *first = find_row(by_bpf, children[i % (GROUPS * HIERARCHIES)]);

        if (!row || !first || !(row->have & first->have & NEED_CGROUP))
            fail("expected the groups of child %zu by bpf", i);
        if (strcmp(text_of(row), text_of(first)) == 0 && text_of(row) != text_of(first))
            fail("expected child %zu to share its text: %s", i, text_of(row));
        for (size_t at = 0; at < hierarchies; at++)
            if (!strstr(text_of(row), "/dotproc-test-"))
                fail("expected child %zu in a group of this test: %s", i, text_of(row));
    }
}

static void compare(struct comparison *comparison)
{
    WAIT_UNTIL (are_same(comparison), "%zu control groups: %s", comparison->mismatches.count,
                mismatches_print(&comparison->mismatches))
        continue;
    /* All but those that exit. */
    if (comparison->by_bpf < comparison->texts / 2)
        fail("expected most of %zu by BPF, and %zu are", comparison->texts, comparison->by_bpf);
    expect_shared(&comparison->sources.now);
}

static void run(struct comparison *comparison)
{
    start();
    for (size_t round = 0; round < MOVES; round++) {
        move_all(round);
        compare(comparison);
    }
    printf("%zu texts, %zu by BPF, children in groups of %zu hierarchies\n", comparison->texts,
           comparison->by_bpf, hierarchies);
    end();
}

static bool may_read(struct buf *why)
{
    if (!support_has_cgroups()) {
        buf_puts(why, "the kernel is too old, or this is a PID namespace");
        return false;
    }
    if (!may_load(PROGRAM_CGROUPS, why))
        return false;
    find_hierarchies();
    if (hierarchies == 0)
        buf_puts(why, "no control groups can be made here");
    return hierarchies > 0;
}

int main(void)
{
    struct comparison comparison = {0};
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    if (may_read(&why) && sources_open(&comparison.sources, &why))
        run(&comparison);
    else
        status = skip(buf_text(&why));
    sources_close(&comparison.sources);
    buf_fini(&why);
    return status;
}
