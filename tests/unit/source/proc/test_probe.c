/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which source is chosen for which tree, and what is said where one cannot be used. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/source/source.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

static struct tree tree;
static struct buf why;

static void setup(void)
{
    tree_init(&tree);
}

static void teardown(void)
{
    buf_fini(&why);
    tree_fini(&tree);
}

FIXTURE(setup, teardown);

static int open_named(const char *name, struct source **source)
{
    const struct source_options options = {.name = name, .procfs = tree.path};

    *source = NULL;
    buf_clear(&why);
    return source_open(&options, source, &why);
}

static void make_flat(void)
{
    tree_put_task(&tree, &(struct tree_task){"10", 10, 10, "a", 1, 41, 1, 2, 0});
    tree_put_task(&tree, &(struct tree_task){"11", 11, 10, "b", 1, 41, 3, 4, 0});
}

static void make_dot(void)
{
    tree_put_task(&tree, &(struct tree_task){"10", 10, 10, "a", 1, 45, 1, 2, 0});
    tree_put_task(&tree, &(struct tree_task){".11", 11, 10, "b", 1, 45, 3, 4, 0});
}

static void make_task(void)
{
    tree_put_task(&tree, &(struct tree_task){"10", 10, 10, "a", 1, 52, 1, 2, 2});
    tree_put_task(&tree, &(struct tree_task){"10/task/10", 10, 10, "a", 1, 52, 1, 2, 2});
}

static void make_both(void)
{
    make_task();
    make_dot();
}

/* A tree, the source that "auto" takes, and the sources that work. */
static const struct {
    void (*make)(void);
    const char *chosen;
    bool dot, task, flat;
} trees[] = {
    {make_flat, "flat", false, false, true},
    {make_dot, "dot", true, false, false},
    {make_task, "task", false, true, false},
    {make_both, "dot", true, true, false},
};

static void check_works(const char *name, bool works)
{
    struct source *source;
    int result = open_named(name, &source);

    ck_assert_int_eq(result, works ? 0 : -ENOTSUP);
    if (works)
        ck_assert_str_eq(source_name(source), name);
    else
        ck_assert_ptr_nonnull(strstr(buf_text(&why), name));
    source_close(source);
}

LOOP(each_generation_is_recognised, COUNT_OF(trees))
{
    struct source *source;

    trees[_i].make();
    ck_assert_int_eq(open_named("auto", &source), 0);
    ck_assert_str_eq(source_name(source), trees[_i].chosen);
    ck_assert(!source->live);
    source_close(source);
    check_works("dot", trees[_i].dot);
    check_works("task", trees[_i].task);
    check_works("flat", trees[_i].flat);
}

CASE(what_is_no_procfs_is_refused)
{
    struct source *source;

    ck_assert_int_eq(open_named("auto", &source), -ENOENT);
    ck_assert_ptr_nonnull(strstr(buf_text(&why), "not a procfs"));

    tree_put(&tree, "version", "x");
    tree_mkdir(&tree, "0");
    tree_mkdir(&tree, "01");
    tree_mkdir(&tree, "12x");
    tree_mkdir(&tree, "99999999999");
    ck_assert_int_eq(open_named("auto", &source), -ENOENT);

    snprintf(tree.path + strlen(tree.path), 9, "/version");
    ck_assert_int_eq(open_named("auto", &source), -ENOTDIR);
    *strrchr(tree.path, '/') = '\0';
}

CASE(an_unknown_source_is_refused)
{
    struct source *source;

    make_task();
    ck_assert_int_eq(open_named("proc", &source), -EINVAL);
    ck_assert_ptr_nonnull(strstr(buf_text(&why), "\"proc\""));
    ck_assert_ptr_nonnull(strstr(buf_text(&why), "dot, task, flat"));
}

CASE(the_running_kernel_works)
{
    const struct source_options options = {0};
    struct source *source;

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    ck_assert(source->live);
    source_close(source);
}
