/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/groups.h"

#include <stdio.h>
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/text/pool_name.h"

/* The label of tasks without a container, pod or wait. */
#define LABEL_NONE "-"

#define LABEL_KERNEL "[kernel]"

/* Room for most labels; longer ones are cut. */
#define LABEL_SIZE 512

static bool have_same_comm(const struct group_members *members)
{
    const char *comm = task_name(group_members_at(members, 0));

    for (size_t i = 1; i < members->count; i++)
        if (strcmp(task_name(group_members_at(members, i)), comm) != 0)
            return false;
    return true;
}

/* For exited tasks only the name, without quotes: it is quoted when it is shown. */
static void put_pool(const struct group_row *row, char *label)
{
    const struct task *first = group_members_at(&row->members, 0);
    const char *name = task_name(first);
    char pool[POOL_NAME_SIZE];

    pool_name(name, pool);
    name = have_same_comm(&row->members) ? pool_name_of_same(name, pool) : pool;
    if (first->is_ended)
        snprintf(label, LABEL_SIZE, "%s", name);
    else if (first->flags & PF_KTHREAD && !group_pool_has_number(pool) && name == pool)
        snprintf(label, LABEL_SIZE, "%s", LABEL_KERNEL);
    else
        pool_label(name, first->flags & PF_KTHREAD, label);
}

/* The name of a thread's process. */
static void put_program(const struct task *first, const struct sample *sample, char *label)
{
    const struct task *process = sample_find_leader(sample, first->kind, first->tgid);

    if (first->flags & PF_KTHREAD)
        snprintf(label, LABEL_SIZE, "%s", LABEL_KERNEL);
    else
        pool_label(task_name(process ? process : first), false, label);
}

/* The session's ID, and the name of its leader while it exists. */
static void put_session(const struct task *first, const struct sample *sample, char *label)
{
    const pid_t sid = first->process->sid;
    const struct task *leader = sid ? sample_find_leader(sample, first->kind, sid) : NULL;

    if (leader)
        snprintf(label, LABEL_SIZE, "%d %s", (int)sid, task_name(leader));
    else
        snprintf(label, LABEL_SIZE, "%d", (int)sid);
}

/* With version 2 only the path; with version 1 the line of systemd's hierarchy, or the first. */
static void put_cgroup(const struct task *first, const struct column_context *context, char *label)
{
    static const char unified[] = "0::";
    const struct value name = column_value(column_find("cgname"), first, context);
    const char *path = name.kind == VALUE_TEXT ? name.as.text : LABEL_NONE;

    if (strncmp(path, unified, strlen(unified)) == 0)
        path += strlen(unified);
    snprintf(label, LABEL_SIZE, "%.*s", (int)strcspn(path, "\n"), path);
}

/* The value of column `code`, after that of column `before` if it has one: "shop/web-0". */
static void put_texts(const struct task *first, const char *before, const char *code,
                      const struct column_context *context, char *label)
{
    const struct value space =
        before ? column_value(column_find(before), first, context) : value_none();
    const struct value text = column_value(column_find(code), first, context);

    if (text.kind != VALUE_TEXT)
        snprintf(label, LABEL_SIZE, "%s", LABEL_NONE);
    else if (space.kind == VALUE_TEXT)
        snprintf(label, LABEL_SIZE, "%.*s/%.*s", (int)space.len, space.as.text, (int)text.len,
                 text.as.text);
    else
        snprintf(label, LABEL_SIZE, "%.*s", (int)text.len, text.as.text);
}

static void put_user(const struct task *first, const struct column_context *context, char *label)
{
    char number[USER_NUMBER_SIZE];

    snprintf(label, LABEL_SIZE, "%s",
             name_cache_user_or_number(context->names, first->euid, number));
}

/* Whether exited tasks have what a group's label is made of. */
static bool has_label(const struct task *first, enum group_by by)
{
    return by == GROUP_BY_POOL || by == GROUP_BY_POOL_WAIT ||
           (by == GROUP_BY_USER && first->have & NEED_OWNER);
}

static void put_label(const struct group_row *row, enum group_by by, const struct sample *sample,
                      const struct column_context *context, char *label)
{
    const struct task *first = group_members_at(&row->members, 0);

    if (first->is_ended && !has_label(first, by)) {
        snprintf(label, LABEL_SIZE, "%s", have_same_comm(&row->members) ? task_name(first) : "");
        return;
    }
    switch (by) {
    case GROUP_BY_PROGRAM:
        put_program(first, sample, label);
        break;
    case GROUP_BY_USER:
        put_user(first, context, label);
        break;
    case GROUP_BY_SESSION:
        put_session(first, sample, label);
        break;
    case GROUP_BY_CGROUP:
        put_cgroup(first, context, label);
        break;
    case GROUP_BY_CONTAINER:
        put_texts(first, NULL, "container", context, label);
        break;
    case GROUP_BY_POD:
        put_texts(first, "podns", "pod", context, label);
        break;
    case GROUP_BY_WAIT:
        put_texts(first, NULL, "wait", context, label);
        break;
    default:
        put_pool(row, label);
        break;
    }
}

bool group_label_set(struct group_row *row, enum group_by by, const struct sample *sample,
                     const struct column_context *context)
{
    const struct task *first = group_members_at(&row->members, 0);
    const struct task *process =
        row->tgid && !first->is_ended ? sample_find_leader(sample, first->kind, row->tgid) : NULL;
    char label[LABEL_SIZE];

    put_label(row, by, sample, context, label);
    row->task.comm = name_cache_text(context->names, label, strlen(label));
    if (process && !(by == GROUP_BY_SESSION && process->tgid == process->process->sid))
        row->program = process->comm;
    return row->task.comm;
}
