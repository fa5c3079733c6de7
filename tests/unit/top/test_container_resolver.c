/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of containers that come later: the thread that reads files, and what the model shows. */
#include <check.h>
#include <poll.h>

#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "tests/unit/tree.h"
#include "top/work/name_resolver.h"

#define ID      "3f2a5c0b1d2e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8"
#define GROUP   "0::/docker/" ID
#define UNNAMED "id:3f2a5c0b1d2e"
#define FILE_OF "var/lib/docker/containers/" ID "/config.v2.json"

static struct tree tree;
static struct container_labels *labels;
static struct name_cache *cache;
static struct name_resolver *resolver;

static void start(void)
{
    tree_init(&tree);
    tree_put(&tree, FILE_OF, "{\"Name\":\"/web\",\"Config\":{\"Image\":\"nginx:1\"}}");
    cache = name_cache_new();
    ck_assert_ptr_nonnull(cache);
    ck_assert_int_eq(container_labels_open(tree.path, &labels), 0);
    ck_assert_int_eq(name_resolver_open(cache, labels, tree.path, &resolver), 0);
}

static void stop(void)
{
    name_resolver_close(resolver);
    container_labels_close(labels);
    name_cache_free(cache);
    tree_fini(&tree);
}

/* Waits for the answers of a batch of one; whether they change anything. */
static bool take(void)
{
    struct pollfd fds[NAME_FDS];
    struct named_user user;

    name_resolver_fds(resolver, fds);
    ck_assert_int_eq(poll(fds, NAME_FDS, -1), 1);
    return name_resolver_take(resolver, &user) == NAMED_ID;
}

static const char *text(const char *groups, enum container_text which)
{
    return container_labels_text(labels, groups, which);
}

START_TEST(ids_then_names)
{
    struct pollfd fds[NAME_FDS];
    int64_t since_ns;

    ck_assert(!name_resolver_ask(resolver));
    name_resolver_fds(resolver, fds);
    ck_assert_int_eq(fds[1].fd, -1);
    ck_assert_str_eq(text("0::/lxc.payload.mail", CONTAINER_TEXT_NAME), "mail");
    ck_assert(!name_resolver_ask(resolver));
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_NAME), UNNAMED);
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_IMAGE), "");
    ck_assert(!name_resolver_is_awaited(resolver, &since_ns));
    ck_assert(name_resolver_ask(resolver));
    ck_assert(!name_resolver_ask(resolver));
    ck_assert(name_resolver_is_awaited(resolver, &since_ns));
    ck_assert_int_gt(since_ns, 0);
    ck_assert(take());
    ck_assert(!name_resolver_is_awaited(resolver, &since_ns));
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_NAME), "web");
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_IMAGE), "nginx:1");
    ck_assert(!name_resolver_ask(resolver));
    ck_assert_int_eq(container_labels_error(labels), 0);
}

/* In the next refresh the old name is shown until there is another one. */
START_TEST(names_change)
{
    int64_t since_ns;

    text(GROUP, CONTAINER_TEXT_NAME);
    name_resolver_ask(resolver);
    ck_assert(take());
    container_labels_begin(labels);
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_NAME), "web");
    ck_assert(!name_resolver_ask(resolver));
    ck_assert(!name_resolver_is_awaited(resolver, &since_ns));
    ck_assert(!take());
    tree_put(&tree, FILE_OF, "{\"Name\":\"/another\"}");
    container_labels_begin(labels);
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_NAME), "web");
    name_resolver_ask(resolver);
    ck_assert(take());
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_NAME), "another");
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_IMAGE), "");
}

/* The end does not wait for answers. */
START_TEST(closed_while_busy)
{
    text(GROUP, CONTAINER_TEXT_NAME);
    name_resolver_ask(resolver);
}

START_TEST(fields_follow)
{
    static struct task_details details = {.cgroup = GROUP};
    struct task *task;

    name_resolver_close(resolver);
    ck_assert_int_eq(name_resolver_open(cache, labels, tree.path, &resolver), 0);
    model_fixture_setup();
    model.context.containers = labels;
    task = &host_sample.snapshot.tasks[0];
    task->details = &details;
    task->have |= NEED_CGROUP;
    for (int round = 0; round < 2; round++) {
        const struct column *column = field_column(FIELD_CTNAME, false);
        const struct value value = column_value(column, task, &model.context);

        ck_assert_str_eq(value.as.text, round == 0 ? UNNAMED : "web");
        if (round == 0)
            ck_assert(name_resolver_ask(resolver) && take());
    }
    model.context.containers = NULL;
    model_fixture_teardown();
}

TESTS("container_resolver", FIXTURE(start, stop), CASE(ids_then_names), CASE(names_change),
      CASE(closed_while_busy), CASE(fields_follow))
