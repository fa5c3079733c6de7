/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/query/select.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/task_flags.h"
#include "lib/column/column.h"
#include "lib/text/pool_name.h"

/*
 * The length of a name that is compared. The kernel cuts a program's name to 15 bytes, so a name of
 * exactly that length may be incomplete; names of kernel threads have up to 63.
 */
#define COMM_CUT     15
#define COMM_LONGEST 63

void selection_fini(struct selection *selection)
{
    for (size_t i = 0; i < selection->list_count; i++)
        free(selection->lists[i].values);
    free(selection->lists);
    *selection = (struct selection){0};
}

/* The list for `by`, which may be new; NULL when memory is short. */
static struct select_list *list_for(struct selection *selection, enum select_by by)
{
    struct select_list *list;

    for (size_t i = 0; i < selection->list_count; i++)
        if (selection->lists[i].by == by)
            return &selection->lists[i];

    if (ARRAY_RESERVE(&selection->lists, &selection->list_capacity, selection->list_count + 1) < 0)
        return NULL;
    list = &selection->lists[selection->list_count++];
    *list = (struct select_list){.by = by};
    return list;
}

static int add(struct selection *selection, enum select_by by, union select_value value)
{
    struct select_list *list = list_for(selection, by);

    if (!list || ARRAY_RESERVE(&list->values, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->values[list->count++] = value;
    return 0;
}

int selection_add_number(struct selection *selection, enum select_by by, uint64_t number)
{
    return add(selection, by, (union select_value){.number = number});
}

int selection_add_name(struct selection *selection, enum select_by by, const char *name)
{
    return add(selection, by, (union select_value){.name = name});
}

static int compare_numbers(const void *a, const void *b)
{
    const union select_value *x = a, *y = b;

    return (x->number > y->number) - (x->number < y->number);
}

void selection_finish(struct selection *selection)
{
    for (size_t i = 0; i < selection->list_count; i++) {
        struct select_list *list = &selection->lists[i];

        if (list->by < SELECT_COMM)
            qsort(list->values, list->count, sizeof(*list->values), compare_numbers);
    }
}

/* The figure that is compared with a list, and its need. */
static const struct comparison {
    need_t need;
    bool per_process;     /* the same for all threads of a process */
    struct member member; /* a number; missing: several figures are compared */
} comparisons[] = {
    [SELECT_TGID] = {NEED_IDS, true, MEMBER(task, tgid)},
    [SELECT_PPID] = {NEED_STAT, true, MEMBER(process, ppid)},
    [SELECT_SID] = {NEED_STAT, true, MEMBER(process, sid)},
    [SELECT_PGRP] = {NEED_STAT, true, MEMBER(process, pgrp)},
    [SELECT_TTY] = {NEED_STAT, true, MEMBER(process, tty)},
    /* Each thread has its own name and perhaps its own credentials. */
    [SELECT_EUID] = {NEED_OWNER, false, MEMBER(task, euid)},
    [SELECT_RUID] = {NEED_STATUS, false, MEMBER(task_status, uid[ID_REAL])},
    [SELECT_ANY_UID] = {.need = NEED_STATUS},
    [SELECT_EGID] = {NEED_OWNER, false, MEMBER(task, egid)},
    [SELECT_RGID] = {NEED_STATUS, false, MEMBER(task_status, gid[ID_REAL])},
    [SELECT_COMM] = {.need = NEED_COMM},
    [SELECT_CONTAINER] = {.need = NEED_CGROUP},
    [SELECT_POD] = {.need = NEED_CGROUP},
};

/* Facts about a task; a set. */
enum {
    FACT_SAME_EUID = 1u << 0,
    FACT_SAME_TTY = 1u << 1,
    FACT_HAS_TTY = 1u << 2,
    FACT_NOT_LEADER = 1u << 3, /* of a session */
};

/* Each rule with the facts that it requires. */
static const struct {
    unsigned rule, facts;
} rules[] = {
    {SELECT_HAS_TTY_NOT_LEADER, FACT_HAS_TTY | FACT_NOT_LEADER},
    {SELECT_NOT_LEADER, FACT_NOT_LEADER},
    {SELECT_HAS_TTY, FACT_HAS_TTY},
    {SELECT_SAME_EUID, FACT_SAME_EUID},
    {SELECT_SAME_EUID_AND_TTY, FACT_SAME_EUID | FACT_SAME_TTY},
    {SELECT_SAME_EUID_HAS_TTY, FACT_SAME_EUID | FACT_HAS_TTY},
    {SELECT_SAME_TTY, FACT_SAME_TTY},
    {SELECT_SAME_EUID_HAS_TTY_NOT_LEADER, FACT_SAME_EUID | FACT_HAS_TTY | FACT_NOT_LEADER},
    {SELECT_SAME_EUID_NOT_LEADER, FACT_SAME_EUID | FACT_NOT_LEADER},
};

#define RULES ARRAY_COUNT(rules)

/* All facts that the rules of the selection require. */
static unsigned required_facts(const struct selection *selection)
{
    unsigned facts = 0;

    for (size_t i = 0; i < RULES; i++)
        facts |= selection->rules & rules[i].rule ? rules[i].facts : 0;
    return facts;
}

bool selection_uses_self_tty(const struct selection *selection)
{
    return required_facts(selection) & FACT_SAME_TTY;
}

need_t selection_need(const struct selection *selection)
{
    const unsigned facts = required_facts(selection);
    need_t need = NEED_IDS;

    if (selection->running || selection->hide_kernel)
        need |= NEED_STAT;
    if (selection->rules & SELECT_ALL)
        return need;
    if (facts & FACT_SAME_EUID)
        need |= NEED_OWNER;
    if (facts & ~(unsigned)FACT_SAME_EUID)
        need |= NEED_STAT;
    for (size_t i = 0; i < selection->list_count; i++)
        need |= comparisons[selection->lists[i].by].need;
    return need;
}

bool selection_is_late(const struct selection *selection)
{
    return selection_need(selection) & ~NEED_SCANNED;
}

bool selection_is_per_process(const struct selection *selection)
{
    if (selection->running)
        return false;
    if (selection->rules & SELECT_ALL)
        return true;
    /* Each thread may have credentials of its own. */
    if (required_facts(selection) & FACT_SAME_EUID)
        return false;
    for (size_t i = 0; i < selection->list_count; i++)
        if (!comparisons[selection->lists[i].by].per_process)
            return false;
    return true;
}

static unsigned facts_of(const struct task *task, const struct selection *selection)
{
    return (task->euid == selection->self_euid ? FACT_SAME_EUID : 0) |
           (task->process->tty == selection->self_tty ? FACT_SAME_TTY : 0) |
           (task->process->tty != 0 ? FACT_HAS_TTY : 0) |
           (task->tgid != task->process->sid ? FACT_NOT_LEADER : 0);
}

static bool rules_match(const struct selection *selection, const struct task *task)
{
    unsigned facts = facts_of(task, selection);

    if (task->stat_unread)
        facts &= FACT_SAME_EUID;
    for (size_t i = 0; i < RULES; i++)
        if (selection->rules & rules[i].rule && !(rules[i].facts & ~facts))
            return true;
    return false;
}

static bool list_has_number(const struct select_list *list, uint64_t number)
{
    const union select_value key = {.number = number};

    return bsearch(&key, list->values, list->count, sizeof(key), compare_numbers) != NULL;
}

static bool list_has_comm(const struct select_list *list, const char *comm)
{
    const size_t compared = strlen(comm) == COMM_CUT ? COMM_CUT : COMM_LONGEST;

    for (size_t i = 0; i < list->count; i++)
        if (strncmp(list->values[i].name, comm, compared) == 0)
            return true;
    return false;
}

/* Whether a row of exited tasks with several names may have one with a name of the list. */
static bool list_has_folded(const struct select_list *list, const char *comm)
{
    char folded[TASK_COMM_LEN];

    for (size_t i = 0; i < list->count; i++) {
        pool_name_fold(list->values[i].name, folded);
        if (strcmp(folded, comm) == 0)
            return true;
    }
    return false;
}

static bool task_has_other_comms(const struct task *task)
{
    return task->is_ended && task->details->ended->other_comms;
}

static bool list_has_any_uid(const struct select_list *list, const struct task_status *status)
{
    for (int kind = 0; kind < ID_KINDS; kind++)
        if (list_has_number(list, status->uid[kind]))
            return true;
    return false;
}

static bool list_has_member(const struct select_list *list, const struct task *task)
{
    const struct value value = member_value(&comparisons[list->by].member, task);

    if (task->stat_unread && comparisons[list->by].need & NEED_STAT)
        return false;
    return value.kind != VALUE_NONE && list_has_number(list, value.as.u);
}

static bool list_has_container(const struct select_list *list, const struct selection *selection,
                               const struct task *task)
{
    const char *cgroup = task->details ? task->details->cgroup : "";

    for (size_t i = 0; i < list->count && selection->containers; i++) {
        const char *pattern = list->values[i].name;

        if (list->by == SELECT_CONTAINER
                ? container_labels_has_name(selection->containers, cgroup, pattern)
                : container_labels_has_pod(selection->containers, cgroup, pattern))
            return true;
    }
    return false;
}

static bool list_matches(const struct selection *selection, const struct select_list *list,
                         const struct task *task)
{
    switch (list->by) {
    case SELECT_COMM:
        /* Some of its tasks may have the name, and some not. */
        if (task_has_other_comms(task))
            return !selection->negate && list_has_folded(list, task->comm);
        return task->comm && list_has_comm(list, task->comm);
    case SELECT_ANY_UID:
        return task->status && list_has_any_uid(list, task->status);
    case SELECT_CONTAINER:
    case SELECT_POD:
        return list_has_container(list, selection, task);
    default:
        return list_has_member(list, task);
    }
}

static bool is_listed(const struct selection *selection, const struct task *task)
{
    for (size_t i = 0; i < selection->list_count; i++)
        if (list_matches(selection, &selection->lists[i], task))
            return true;
    return false;
}

bool selection_match(const struct selection *selection, const struct task *task)
{
    bool match =
        selection->rules & SELECT_ALL || rules_match(selection, task) || is_listed(selection, task);

    if (selection->running && task->state != STATE_RUNNING && task->state != STATE_BLOCKED)
        match = false;
    if (selection->hide_kernel && task->flags & PF_KTHREAD)
        return false;
    /* Of what could not be read neither is known. */
    if (!match && task->stat_unread && selection_need(selection) & NEED_STAT)
        return false;
    return match != selection->negate;
}
