/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is kept of a row for later scans, whose name may be a kernel thread's. */
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/source/proc/history/who_ran.h"
#include "tests/unit/run.h"

#define LONG_NAME "kworker/u128:3-events_unbound"

static struct snapshot snapshot;

static void setup(void)
{
    snapshot_init(&snapshot);
}

static void teardown(void)
{
    snapshot_fini(&snapshot);
}

FIXTURE(setup, teardown);

/* What is shown of a row with that name once it was kept; NULL: it was not. */
static const char *shown_name(const char *name, uint32_t flags)
{
    const struct task row = {
        .have = NEED_STAT | NEED_COMM, .comm = name, .flags = flags, .state = 'I'};
    struct stat_figures figures = {0};
    char long_comm[STAT_LONG_COMM_SIZE];
    struct task *shown = snapshot_add(&snapshot);

    memset(long_comm, 'x', sizeof(long_comm));
    stat_figures_keep(&figures, long_comm, &row);
    if (!stat_figures_are_there(&figures))
        return NULL;
    ck_assert_int_eq(stat_figures_show(&figures, long_comm, &snapshot, shown), 0);
    ck_assert_int_eq(shown->state, 'I');
    ck_assert_uint_eq(shown->flags, flags);
    return shown->comm;
}

CASE(names_are_kept)
{
    ck_assert_str_eq(shown_name("", 0), "");
    ck_assert_str_eq(shown_name("fifteen letters", 0), "fifteen letters");
    ck_assert_str_eq(shown_name("rcu_gp", PF_KTHREAD), "rcu_gp");
    ck_assert_str_eq(shown_name(LONG_NAME, PF_KTHREAD), LONG_NAME);
}

/* Threads of a process share what is kept of a long name, and only a kernel thread has none beside
 * it. */
CASE(long_name_of_another_is_not_kept)
{
    ck_assert_ptr_null(shown_name(LONG_NAME, 0));
}

CASE(no_more_is_kept_than_there_is_room_for)
{
    char name[STAT_LONG_COMM_SIZE + 1];

    memset(name, 'n', sizeof(name));
    name[STAT_LONG_COMM_SIZE] = '\0';
    ck_assert_ptr_null(shown_name(name, PF_KTHREAD));
    name[STAT_LONG_COMM_SIZE - 1] = '\0';
    ck_assert_str_eq(shown_name(name, PF_KTHREAD), name);
}
