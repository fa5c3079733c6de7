/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names that come later: the threads that look for them, and what the model makes of them. */
#include <errno.h>
#include <poll.h>

#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "tests/unit/tree.h"
#include "top/table/table.h"
#include "top/work/name_resolver.h"

/* No account has this id: see test_names.c. */
#define NOBODY 4294967001u

/* A container. */
#define ID      "3f2a5c0b1d2e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8"
#define GROUP   "0::/docker/" ID
#define UNNAMED "id:3f2a5c0b1d2e"
#define FILE_OF "var/lib/docker/containers/" ID "/config.v2.json"

static struct tree tree;
static struct name_cache *cache;
static struct container_labels *labels;
static struct name_resolver *resolver;

static bool lacks_descriptors;

TAKE_OVER(int, user_id_by_name, const char *name, uid_t *uid)
{
    return lacks_descriptors ? -EMFILE : __real_user_id_by_name(name, uid);
}

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

FIXTURE(start, stop);

/* Waits for the next answer. */
static enum named take(struct named_user *user)
{
    struct pollfd fds[NAME_FDS];
    enum named named = name_resolver_take(resolver, user);

    while (named == NAMED_NOTHING) {
        name_resolver_fds(resolver, fds);
        ck_assert_int_eq(poll(fds, NAME_FDS, -1), 1);
        named = name_resolver_take(resolver, user);
    }
    return named;
}

CASE(names_come_later)
{
    struct named_user user;
    int64_t since_ns;

    ck_assert(!name_resolver_ask(resolver));
    ck_assert(!name_resolver_is_awaited(resolver, &since_ns));
    for (int round = 0; round < 2; round++) {
        ck_assert_ptr_null(name_cache_user(cache, 0));
        ck_assert_ptr_null(name_cache_user(cache, NOBODY));
        ck_assert_ptr_null(name_cache_group(cache, 0));
    }
    ck_assert(name_resolver_ask(resolver));
    ck_assert(!name_resolver_ask(resolver));
    ck_assert(name_resolver_is_awaited(resolver, &since_ns));
    ck_assert_int_gt(since_ns, 0);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(take(&user), NAMED_ID);
    ck_assert(!name_resolver_is_awaited(resolver, &since_ns));
    ck_assert_int_eq(name_resolver_take(resolver, &user), NAMED_NOTHING);

    ck_assert_str_eq(name_cache_user(cache, 0), "root");
    ck_assert_ptr_null(name_cache_user(cache, NOBODY));
    ck_assert_ptr_nonnull(name_cache_group(cache, 0));
    ck_assert(!name_resolver_ask(resolver));
}

CASE(users_are_found_by_name)
{
    struct named_user user = {.uid = NOBODY};

    ck_assert_int_eq(name_resolver_ask_user(resolver, "root"), 0);
    ck_assert_int_eq(take(&user), NAMED_USER);
    ck_assert_str_eq(user.name, "root");
    ck_assert(user.known);
    ck_assert_int_eq(user.error, 0);
    ck_assert_uint_eq(user.uid, 0);

    ck_assert_int_eq(name_resolver_ask_user(resolver, "no such:user"), 0);
    ck_assert_int_eq(take(&user), NAMED_USER);
    ck_assert_str_eq(user.name, "no such:user");
    ck_assert(!user.known);
}

CASE(a_shortage_is_no_unknown_user)
{
    struct named_user user;

    lacks_descriptors = true;
    ck_assert_int_eq(name_resolver_ask_user(resolver, "root"), 0);
    ck_assert_int_eq(take(&user), NAMED_USER);
    lacks_descriptors = false;
    ck_assert(!user.known);
    ck_assert_int_eq(user.error, -EMFILE);
}

/* What has been asked and not taken goes with it. */
CASE(ends_with_questions_left)
{
    for (uid_t id = NOBODY; id < NOBODY + 100; id++)
        name_cache_user(cache, id);
    ck_assert(name_resolver_ask(resolver));
    ck_assert_int_eq(name_resolver_ask_user(resolver, "root"), 0);
}

/* --- containers --- */

/* Waits for the answers of a batch of one; whether they change anything. */
static bool take_batch(void)
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

CASE(ids_then_names)
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
    ck_assert(take_batch());
    ck_assert(!name_resolver_is_awaited(resolver, &since_ns));
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_NAME), "web");
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_IMAGE), "nginx:1");
    ck_assert(!name_resolver_ask(resolver));
    ck_assert_int_eq(container_labels_error(labels), 0);
}

/* In the next refresh the old name is shown until there is another one. */
CASE(names_change)
{
    int64_t since_ns;

    text(GROUP, CONTAINER_TEXT_NAME);
    name_resolver_ask(resolver);
    ck_assert(take_batch());
    container_labels_begin(labels);
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_NAME), "web");
    ck_assert(!name_resolver_ask(resolver));
    ck_assert(!name_resolver_is_awaited(resolver, &since_ns));
    ck_assert(!take_batch());
    tree_put(&tree, FILE_OF, "{\"Name\":\"/another\"}");
    container_labels_begin(labels);
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_NAME), "web");
    name_resolver_ask(resolver);
    ck_assert(take_batch());
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_NAME), "another");
    ck_assert_str_eq(text(GROUP, CONTAINER_TEXT_IMAGE), "");
}

/* The end does not wait for answers. */
CASE(closed_while_busy)
{
    text(GROUP, CONTAINER_TEXT_NAME);
    name_resolver_ask(resolver);
}

CASE(fields_follow)
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
            ck_assert(name_resolver_ask(resolver) && take_batch());
    }
    model.context.containers = NULL;
    model_fixture_teardown();
}

/* --- what the model makes of them --- */

FIXTURE(model_fixture_setup, model_fixture_teardown);

static void press_text(const char *text)
{
    struct event event = {.kind = EVENT_KEY};

    for (; *text; text++) {
        event.as.key = (unsigned char)*text;
        update(&model, &event);
    }
}

/* The last key of a question about a user; nobody answers it here. */
static struct effects ask(const char *text)
{
    struct event event = {.kind = EVENT_KEY, .as.key = '\n'};

    press_text("u");
    press_text(text);
    return update(&model, &event);
}

static void answer(const char *name, bool known, uid_t uid)
{
    const struct event event = {.kind = EVENT_USER, .as.user = {name, known, uid}};

    update(&model, &event);
}

CASE(a_filter_waits_for_its_user)
{
    model.pid_count = 1;
    ck_assert_int_eq(ask("!somebody").action, ACTION_FIND_USER);
    ck_assert_str_eq(model.wanted_user.name, "somebody");
    ck_assert_str_eq(model.message, "Looking for the user 'somebody' ...");
    ck_assert_int_eq(model.window->position.users.by, FILTER_NOBODY);

    answer("anybody", true, 7);
    ck_assert_int_eq(model.window->position.users.by, FILTER_NOBODY);
    answer("somebody", true, 99993002);
    ck_assert_int_eq(model.window->position.users.by, FILTER_EFFECTIVE);
    ck_assert_uint_eq(model.window->position.users.uid, 99993002);
    ck_assert(model.window->position.users.negate);
    ck_assert_uint_eq(model.pid_count, 0);
    ck_assert_uint_eq(model.window->rows.count, 8);
    ck_assert_str_eq(model.message, "");

    answer("somebody", true, 7);
    ck_assert_uint_eq(model.window->position.users.uid, 99993002);
}

CASE(a_filter_that_is_lifted_meanwhile_is_none)
{
    ask("somebody");
    press_text("=");
    answer("somebody", true, 99993002);
    ck_assert_int_eq(model.window->position.users.by, FILTER_NOBODY);
}

/* The user may be one. */
CASE(a_filter_whose_user_is_not_found_for_lack_of_descriptors_is_none)
{
    const struct event event = {.kind = EVENT_USER, .as.user = {"somebody", .error = -EMFILE}};

    ask("somebody");
    update(&model, &event);
    ck_assert_str_eq(model.message, strerror(EMFILE));
    ck_assert_int_eq(model.wanted_user.filter.by, FILTER_NOBODY);
    model_set_message(&model, "next");
    update(&model, &event); /* nobody waits for the user any more */
    ck_assert_str_eq(model.message, "next");
}

static void learn(uid_t uid, const char *name)
{
    name_cache_learn(names, &(struct name_question){NAME_OF_USER, uid}, name);
    update(&model, &(struct event){.kind = EVENT_NAMES});
}

/* Owners are read of tasks on the screen alone before. */
LOOP(a_filter_waits_for_all_owners, 2)
{
    name_cache_defer(names);
    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~(need_t)NEED_OWNER;
    ask("zo");
    answer("zo", false, 0);
    ck_assert(sample_request_of(&model).need & NEED_OWNER);
    ck_assert_str_eq(model.message, "Looking for the user 'zo' ...");
    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have |= NEED_OWNER;
    host_sample.request = sample_request_of(&model);
    give_sample(&host_sample);
    learn(99993002, "zoe");
    ck_assert_int_eq(model.window->position.users.by, FILTER_NOBODY); /* others may begin so */
    learn(0, _i ? "zora" : "root");
    learn(99993001, "db");
    learn(65533, "backup");
    ck_assert_int_eq(model.window->position.users.by, _i ? FILTER_NOBODY : FILTER_EFFECTIVE);
    ck_assert_str_eq(model.message, _i ? "Invalid user" : "");
}

/* A pause is interrupted by a key that needs what was not read: here the owners of all tasks. */
CASE(a_filter_reads_owners_while_paused)
{
    host_sample.request.need &= ~(need_t)NEED_OWNER;
    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~(need_t)NEED_OWNER;
    model.paused = true;
    ask("roo");
    answer("roo", false, 0);
    ck_assert_str_eq(model.message, "Looking for the user 'roo' ...");
    ck_assert(sample_request_is_wanted(&model, EVENT_USER));
    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have |= NEED_OWNER;
    host_sample.request = sample_request_of(&model);
    give_sample(&host_sample);
    ck_assert(!sample_request_is_wanted(&model, EVENT_USER));
    ck_assert_int_eq(model.window->position.users.by, FILTER_EFFECTIVE);
    ck_assert_uint_eq(model.window->position.users.uid, 0);
}

CASE(a_filter_whose_user_is_nobody_is_none)
{
    ask("somebody");
    answer("somebody", false, 0);
    host_sample.request = sample_request_of(&model);
    give_sample(&host_sample); /* some users of this host have no name */
    ck_assert_int_eq(model.window->position.users.by, FILTER_NOBODY);
    ck_assert_str_eq(model.message, "Invalid user");
}

/* The later choice counts, and it may be of no user. */
CASE(a_filter_that_is_no_longer_wanted_does_not_come)
{
    ask("somebody");
    ck_assert_int_eq(ask("99993001").action, ACTION_NONE);
    answer("somebody", true, 99993002);
    ck_assert_uint_eq(model.window->position.users.uid, 99993001);
    ask("somebody");
    ask("");
    answer("somebody", true, 99993002);
    ck_assert_int_eq(model.window->position.users.by, FILTER_NOBODY);
}

CASE(a_filter_is_for_the_window_that_it_was_asked_in)
{
    ask("somebody");
    press_keys("g 2 <Enter>");
    ck_assert_ptr_eq(model.window, &model.windows[1]);
    answer("somebody", true, 99993002);
    ck_assert_int_eq(model.windows[0].position.users.by, FILTER_EFFECTIVE);
    ck_assert_int_eq(model.windows[1].position.users.by, FILTER_NOBODY);
}

CASE(tasks_are_sorted_again_when_names_come)
{
    const struct name_question question = {NAME_OF_USER, 0};

    name_cache_defer(names);
    model.window->settings.sort = FIELD_USER;
    model.window->settings.ascending = true;
    table_arrange(&model);
    ck_assert_uint_eq(model.window->rows.tasks[0]->euid, 0);
    name_cache_learn(names, &question, "zoe");
    update(&model, &(struct event){.kind = EVENT_NAMES});
    ck_assert_uint_eq(model.window->rows.tasks[model.window->rows.count - 1]->euid, 0);
}
