/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/source/proc/forks_fixture.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/rows.h"

struct source *forks_source;
struct snapshot forks_found;
int end_pipe[2];

void forks_open(const char *procfs)
{
    const struct source_options options = {.name = "task", .procfs = procfs};
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &forks_source, &why), 0);
    buf_fini(&why);
}

void forks_setup(void)
{
    forks_open(NULL);
    snapshot_init(&forks_found);
    ck_assert_int_eq(pipe(end_pipe), 0);
}

void forks_teardown(void)
{
    source_close(forks_source);
    snapshot_fini(&forks_found);
    close(end_pipe[0]);
    close(end_pipe[1]);
}

_Noreturn void wait_to_end(void)
{
    char byte;

    close(end_pipe[1]);
    _exit(read(end_pipe[0], &byte, 1) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

pid_t start_child(void)
{
    const pid_t child = child_fork();

    ck_assert_int_ge(child, 0);
    if (child == 0)
        wait_to_end();
    return child;
}

pid_t start_child_as(pid_t pid)
{
    const pid_t child = child_fork_as(pid);

    if (child == 0)
        wait_to_end();
    return child < 0 ? 0 : child;
}

bool pid_is_taken(void)
{
    return errno == EEXIST || errno == EAGAIN;
}

void scan_at(uint64_t forks)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT | NEED_COMM,
        .again = true,
        .forks = forks,
    };

    ck_assert_int_eq(source_scan(forks_source, &request, &forks_found), 0);
}

const struct task *row_of(pid_t child)
{
    const struct task *row = find_row(&forks_found, child);

    return row && row->process->ppid == getpid() ? row : NULL;
}
