/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns of rows that stand for several tasks, or for exited ones. */
#include "lib/base/task_flags.h"
#include "lib/column/family.h"
#include "lib/text/names.h"
#include "lib/text/pool_name.h"

/* --- groups --- */

/* The value of a single task; only its sums are interesting. */
static struct value value_count(const struct task *task, const struct column_context *context)
{
    if (!task->is_ended)
        return value_uint(1);
    return task->details->ended->count > 0 ? value_uint(task->details->ended->count) : value_none();
}

static struct value pool_of(const struct task *task, bool of_same, struct name_cache *names)
{
    char pool[POOL_NAME_SIZE], label[POOL_LABEL_SIZE];
    size_t len;

    if (!task->comm)
        return value_none();
    pool_name(task->comm, pool);
    len = pool_label(of_same ? pool_name_of_same(task->comm, pool) : pool, task->flags & PF_KTHREAD,
                     label);
    return value_string(name_cache_text(names, label, len));
}

static struct value value_pool(const struct task *task, const struct column_context *context)
{
    return pool_of(task, false, context->names);
}

static struct value value_pool_of_same(const struct task *task,
                                       const struct column_context *context)
{
    return pool_of(task, true, context->names);
}

/* --- exited tasks; other rows have no value --- */

static const struct task_ended *ended_of(const struct task *task)
{
    return task->is_ended ? task->details->ended : NULL;
}

static struct value value_by(const struct task *task, const struct column_context *context)
{
    const struct task_ended *ended = ended_of(task);

    return ended && ended->by && *ended->by ? value_string(ended->by) : value_none();
}

static struct value value_lifetime(const struct task *task, const struct column_context *context)
{
    const struct task_ended *ended = ended_of(task);

    return ended && ended->lifetime_ns >= 0 ? value_uint((uint64_t)ended->lifetime_ns)
                                            : value_none();
}

static const struct column rows[] = {
    {"by", "BY", 15, ALIGN_CUT,
     FIGURE(.of_ended = true, .help = "of exited tasks: name of the parent, or a thread's process",
            .value = value_by)},
    {"count", "COUNT", 5, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "number of tasks in a group, 1 for a task by itself",
            .sum = SUM_TASK, .value = value_count)},
    {"lifetime", "LIFE", 8, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "of exited tasks: seconds that one lived on average",
            .unit = UNIT_NS, .value = value_lifetime, .put = column_put_seconds)},
    {"pool", "POOL", 15, ALIGN_UNLIMITED,
     FIGURE(.of_ended = true, .help = "name with the number at its end folded to *",
            .need = NEED_COMM | NEED_STAT, .value = value_pool,
            .value_of_same = value_pool_of_same)},
};

const struct column_family column_summary = COLUMN_FAMILY(rows);
