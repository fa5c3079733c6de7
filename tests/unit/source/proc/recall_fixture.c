/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/source/proc/recall_fixture.h"

#include <check.h>

struct snapshot kept, fresh;
struct source *recalling, *plain;

static struct source *open_source(void)
{
    const struct source_options options = {.name = "task"};
    struct source *source = NULL;
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    buf_fini(&why);
    return source;
}

void recall_setup(void)
{
    snapshot_init(&kept);
    snapshot_init(&fresh);
    recalling = open_source();
    plain = open_source();
}

void recall_teardown(void)
{
    source_close(recalling);
    source_close(plain);
    snapshot_fini(&kept);
    snapshot_fini(&fresh);
}

bool is_same_task(const struct task *a, const struct task *b)
{
    return a->tid == b->tid && a->kind == b->kind && a->start_ns == b->start_ns;
}

bool do_all_sleep(const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->count; i++)
        if (snapshot->tasks[i].state != 'S')
            return false;
    return true;
}
