/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many descriptors a task has, also if it exits while they are counted. */
#include <stdlib.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

/* More than are listed by one call. */
#define FILES 500

static pid_t child;
static int calls_left; /* to getdents64(2), before the child ends; -1: it does not */

TAKE_OVER(ssize_t, getdents64, int fd, void *buffer, size_t size)
{
    if (calls_left >= 0 && calls_left-- == 0)
        child_end(child);
    return __real_getdents64(fd, buffer, size);
}

static void have_files(int ready, void *unused)
{
    for (int fd = ready + 1; fd <= ready + FILES; fd++)
        if (dup2(STDERR_FILENO, fd) < 0)
            _exit(EXIT_FAILURE);
    child_say_ready(ready);
    for (;;)
        pause();
}

static int64_t count_files(void)
{
    const struct source_options options = {.name = "task", .fills_only = true};
    struct snapshot snapshot;
    struct source *source;
    struct buf why = {0};
    struct task *task;
    int64_t count;

    snapshot_init(&snapshot);
    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    task = snapshot_add(&snapshot);
    ck_assert_ptr_nonnull(task);
    task->tid = task->tgid = child;
    ck_assert_int_eq(source_fill(source, &snapshot, task, NEED_FDS), 0);
    count = task->details->fds;
    source_close(source);
    snapshot_fini(&snapshot);
    buf_fini(&why);
    return count;
}

LOOP(a_task_that_exits_has_no_count, 2)
{
    child = child_start(have_files, NULL);
    ck_assert_int_gt(child, 0);
    calls_left = -1;
    ck_assert_int_gt(count_files(), FILES);
    calls_left = _i;
    ck_assert_int_eq(count_files(), -1);
    ck_assert_int_eq(calls_left, -1);
}
