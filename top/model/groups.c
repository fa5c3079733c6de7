/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/groups.h"

#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/container/labels.h"
#include "lib/text/names.h"
#include "lib/text/pool_name.h"

const char *const group_by_names[GROUP_BY_KINDS + 1] = {
    [GROUP_BY_NOTHING] = "off",         [GROUP_BY_POOL] = "pool",
    [GROUP_BY_PROGRAM] = "program",     [GROUP_BY_USER] = "user",
    [GROUP_BY_SESSION] = "session",     [GROUP_BY_CGROUP] = "cgroup",
    [GROUP_BY_CONTAINER] = "container", [GROUP_BY_POD] = "pod",
    [GROUP_BY_WAIT] = "wait",           [GROUP_BY_POOL_WAIT] = "pool,wait",
};

bool group_by_find(const char *name, enum group_by *by)
{
    for (unsigned i = 0; i < GROUP_BY_KINDS; i++) {
        if (strcmp(group_by_names[i], name) == 0) {
            *by = (enum group_by)i;
            return true;
        }
    }
    return false;
}

bool group_pool_has_number(const char *pool)
{
    return strchr(pool, '*');
}

bool group_by_has_wait(enum group_by by)
{
    return by == GROUP_BY_WAIT || by == GROUP_BY_POOL_WAIT;
}

bool group_by_is_of_threads(enum group_by by)
{
    return by == GROUP_BY_POOL || group_by_has_wait(by);
}

/* Exited tasks have no value for these keys, which keeps them apart. */
enum {
    CLASS_KERNEL = -1,
    CLASS_OTHER = 0,
};

static bool is_kernel(const struct task *task)
{
    return !task->is_ended && task->flags & PF_KTHREAD;
}

static int64_t class_of(const struct task *task)
{
    return is_kernel(task) ? CLASS_KERNEL : CLASS_OTHER;
}

static struct value value_class(const struct task *task, const struct column_context *context)
{
    return value_int(class_of(task));
}

static struct value value_living(const struct task *task, const struct column_context *context)
{
    return value_int(CLASS_OTHER);
}

/*
 * The process of threads. All kernel threads share one value, and so do all processes with a single
 * thread: worker processes fold like worker threads.
 */
static struct value value_process(const struct task *task, const struct column_context *context)
{
    const int64_t class = class_of(task);

    return value_int(class == CLASS_OTHER && task->process->nlwp != 1 ? task->tgid : class);
}

/*
 * The pool's name, not the label that ps shows. Kernel threads without a number in their name are
 * one pool: there are dozens, and most never run.
 */
static struct value value_pool(const struct task *task, const struct column_context *context)
{
    char name[POOL_NAME_SIZE];
    size_t len = pool_name(task_name(task), name);

    if (is_kernel(task) && !group_pool_has_number(name))
        len = 0;
    return value_string(name_cache_text(context->names, name, len));
}

/* The kernel is one program. */
static struct value value_program(const struct task *task, const struct column_context *context)
{
    return value_string(is_kernel(task) ? "" : task_name(task));
}

static const char *groups_of(const struct task *task)
{
    return task->details ? task->details->cgroup : "";
}

static struct value value_container(const struct task *task, const struct column_context *context)
{
    return value_string(
        context->containers ? container_labels_id(context->containers, groups_of(task)) : "");
}

static struct value value_pod(const struct task *task, const struct column_context *context)
{
    return value_string(
        context->containers ? container_labels_pod_uid(context->containers, groups_of(task)) : "");
}

#define KEY(needs, function)                                   \
    {                                                          \
        .figure = FIGURE(.need = (needs), .value = (function)) \
    }
#define NAME_KEY(needs, function)                                                \
    {                                                                            \
        .figure = FIGURE(.of_ended = true, .need = (needs), .value = (function)) \
    }

static const struct column class_column = KEY(NEED_STAT, value_class);
static const struct column living_column = KEY(NEED_IDS, value_living);
static const struct column process_column = KEY(NEED_STAT | NEED_NLWP, value_process);
static const struct column program_column = NAME_KEY(NEED_COMM, value_program);
static const struct column container_column = KEY(NEED_CGROUP, value_container);
static const struct column pod_column = KEY(NEED_CGROUP, value_pod);
const struct column group_pool_column = NAME_KEY(NEED_STAT | NEED_COMM, value_pool);

size_t group_by_keys(enum group_by by, const struct column *keys[GROUP_BY_KEYS_MAX])
{
    const struct column *const tables[GROUP_BY_KINDS][GROUP_BY_KEYS_MAX] = {
        [GROUP_BY_POOL] = {&process_column, &group_pool_column},
        [GROUP_BY_PROGRAM] = {&class_column, &program_column},
        [GROUP_BY_USER] = {&living_column, column_find("euid")},
        [GROUP_BY_SESSION] = {&living_column, column_find("sid")},
        [GROUP_BY_CGROUP] = {&living_column, column_find("cgroup")},
        [GROUP_BY_CONTAINER] = {&living_column, &container_column},
        [GROUP_BY_POD] = {&living_column, &pod_column},
        [GROUP_BY_WAIT] = {&living_column, column_find("wait")},
        [GROUP_BY_POOL_WAIT] = {&process_column, &group_pool_column, column_find("wait")},
    };
    size_t count = 0;

    while (count < GROUP_BY_KEYS_MAX && tables[by][count]) {
        keys[count] = tables[by][count];
        count++;
    }
    return count;
}

need_t group_by_need(enum group_by by)
{
    const struct column *keys[GROUP_BY_KEYS_MAX];
    const size_t count = group_by_keys(by, keys);
    need_t need = 0;

    for (size_t i = 0; i < count; i++)
        need |= keys[i]->figure->need;
    return need;
}
