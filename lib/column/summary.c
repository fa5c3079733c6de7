/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns for summaries of many tasks. */
#include "lib/base/unused.h"
#include "lib/column/family.h"
#include "lib/text/pool_name.h"

/* Of single tasks only sums are interesting. */
static struct value value_count(const struct task *task,
                                const struct column_context *context UNUSED)
{
    if (!task->is_ended)
        return value_uint(1);
    return task->details->ended->count > 0 ? value_uint(task->details->ended->count) : value_none();
}

static struct value value_pool(const struct task *task, const struct column_context *context)
{
    char pool[POOL_NAME_SIZE];
    size_t len;

    if (!task->comm)
        return value_none();
    len = pool_name(task->comm, pool);
    return value_string(name_cache_text(context->names, pool, len));
}

static const struct column rows[] = {
    {"count", "COUNT", 5, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "number of tasks in a group, 1 for a task by itself",
            .sum = SUM_TASK, .value = value_count)},
    {"pool", "POOL", 15, ALIGN_UNLIMITED,
     FIGURE(.of_ended = true, .help = "name with the number at its end folded to *",
            .need = NEED_COMM, .value = value_pool)},
};

const struct column_family column_summary = COLUMN_FAMILY(rows);
