/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/base/kernel.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

static struct tree tree;

static void setup(void)
{
    tree_init(&tree);
}

static void teardown(void)
{
    tree_fini(&tree);
}

FIXTURE(setup, teardown);

CASE(a_scheduler_that_is_enabled_has_a_name)
{
    char name[SCHEDULER_NAME_SIZE];

    tree_put(&tree, "state", "enabled\n");
    tree_put(&tree, "root/ops", "rusty_1.0.4\n");
    ck_assert(scheduler_read(tree.path, name, sizeof(name)));
    ck_assert_str_eq(name, "rusty_1.0.4");
}

CASE(otherwise_there_is_none)
{
    char name[SCHEDULER_NAME_SIZE];

    ck_assert(!scheduler_read(tree.path, name, sizeof(name)));
    tree_put(&tree, "state", "disabled\n");
    ck_assert(!scheduler_read(tree.path, name, sizeof(name)));
    tree_put(&tree, "root/ops", "rusty\n");
    ck_assert(!scheduler_read(tree.path, name, sizeof(name)));
    tree_put(&tree, "state", "enabled\n");
    tree_put(&tree, "root/ops", "\n");
    ck_assert(!scheduler_read(tree.path, name, sizeof(name)));
    ck_assert(!scheduler_read("/nonexistent", name, sizeof(name)));
}
