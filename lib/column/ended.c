/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns of rows of exited tasks; other rows have no value. */
#include "lib/base/unused.h"
#include "lib/column/family.h"

static const struct task_ended *ended_of(const struct task *task)
{
    return task->is_ended ? task->details->ended : NULL;
}

static struct value value_by(const struct task *task, const struct column_context *context UNUSED)
{
    const struct task_ended *ended = ended_of(task);

    return ended && *ended->by ? value_string(ended->by) : value_none();
}

static struct value value_lifetime(const struct task *task,
                                   const struct column_context *context UNUSED)
{
    const struct task_ended *ended = ended_of(task);

    return ended && ended->lifetime_ns >= 0 ? value_uint((uint64_t)ended->lifetime_ns)
                                            : value_none();
}

static const struct column rows[] = {
    {"by", "BY", 15, ALIGN_CUT,
     FIGURE(.of_ended = true, .help = "of exited tasks: name of the parent, or a thread's process",
            .value = value_by)},
    {"lifetime", "LIFE", 8, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "of exited tasks: seconds that one lived on average",
            .unit = UNIT_NS, .value = value_lifetime, .put = column_put_seconds)},
};

const struct column_family column_ended = COLUMN_FAMILY(rows);
