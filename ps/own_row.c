/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/own_row.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* "self" of a recorded tree is whoever made it. */
pid_t own_row_find(const char *procfs, bool live)
{
    char path[PATH_MAX], target[16];
    ssize_t len;

    if (!live ||
        (size_t)snprintf(path, sizeof(path), "%s/self", procfs ? procfs : "/proc") >= sizeof(path))
        return 0;
    len = readlink(path, target, sizeof(target) - 1);
    target[len > 0 ? len : 0] = '\0';
    return (pid_t)strtol(target, NULL, 10);
}

static bool is_beside_the_first(const struct task *task, pid_t pid)
{
    return task->tgid == pid && task->kind == TASK_THREAD && task->tid != pid;
}

static int count_one_thread(struct snapshot *snapshot, struct task *task)
{
    struct process process = *task->process;

    if (process.nlwp <= 1)
        return 0;
    process.nlwp = 1;
    return snapshot_set_process(snapshot, task, &process);
}

int own_row_set(struct snapshot *snapshot, pid_t pid)
{
    size_t count = 0;
    int result = 0;

    if (pid == 0)
        return 0;
    for (size_t i = 0; i < snapshot->count; i++) {
        if (is_beside_the_first(&snapshot->tasks[i], pid))
            continue;
        snapshot->tasks[count] = snapshot->tasks[i];
        if (result == 0 && snapshot->tasks[count].tgid == pid)
            result = count_one_thread(snapshot, &snapshot->tasks[count]);
        count++;
    }
    snapshot->count = count;
    return result;
}
