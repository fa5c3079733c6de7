/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/waits/look.h"

#include <errno.h>
#include <string.h>

#include "tests/common/verdict.h"

const struct wait_report *look_at_wait(struct source *source, struct snapshot *snapshot, pid_t tgid,
                                       pid_t tid)
{
    struct task *task;

    snapshot_clear(snapshot);
    task = snapshot_add(snapshot);
    if (!task)
        fail("no memory for a row");
    task->tgid = tgid;
    task->tid = tid;
    task->kind = TASK_THREAD;
    if (source_fill(source, snapshot, task, NEED_WAIT_REPORT) < 0 || !task->details)
        return NULL;
    return task->details->wait_report;
}

bool look_is_in_call(pid_t tid, long call)
{
    char path[64], text[256] = "";
    char *end;
    FILE *file;
    long number;

    snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", (int)tid);
    file = fopen(path, "r");
    if (!file)
        fail("cannot open %s: %s", path, strerror(errno));
    if (!fgets(text, sizeof(text), file))
        text[0] = '\0';
    fclose(file);
    number = strtol(text, &end, 10);
    return end != text && number == call; /* else it says that it runs */
}
