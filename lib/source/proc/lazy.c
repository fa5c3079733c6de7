/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The groups that are read late, for the rows that show them: strings of any length, some of
 * which may keep the reader waiting. One that cannot be read is empty, and the row stays.
 */
#include <errno.h>
#include <string.h>

#include "lib/source/proc/groups.h"

/* A string of a group read late: what cannot be read is empty, and the row stays. */
static int copy_lazy(const struct target *target, ssize_t len, const char **string)
{
    const char *text = len > 0 ? target->source->buffer.data : "";
    int error = (int)len;

    if (error < 0 && !task_is_lost(error))
        return error;
    *string = arena_copy(&target->snapshot->arena, text, len > 0 ? (size_t)len : 0);
    return *string ? 0 : -ENOMEM;
}

/*
 * A command line, too, is the memory's, so that of a neighbour serves as well, and without memory
 * there is none: large hosts have thousands of kernel threads.
 */
static bool has_cmdline(const struct task *task)
{
    /* An empty line proves nothing. */
    return task->cmdline_len > 0;
}

static int read_cmdline(const struct target *target)
{
    const struct task *neighbour = target_neighbour(target, has_cmdline);
    struct task *task = target->task;
    ssize_t len;

    if (neighbour) {
        task->cmdline = neighbour->cmdline;
        task->cmdline_len = neighbour->cmdline_len;
        return 0;
    }
    len = target_without_memory(target) ? 0 : target_read(target, "cmdline");
    task->cmdline_len = len > 0 ? (uint32_t)len : 0;
    return copy_lazy(target, len, &task->cmdline);
}

static int read_wchan(const struct target *target)
{
    ssize_t len = target_read(target, "wchan");

    /* "0" stands for a running task, and for all where the reader may not know. */
    if (len > 0 && target->source->buffer.data[0] == '0')
        len = 0;
    return copy_lazy(target, len, &target->task->wchan);
}

/* Each group with its reader. */
static const struct {
    need_t group;
    int (*read)(const struct target *target);
} lazy_groups[] = {
    {NEED_CMDLINE, read_cmdline},
    {NEED_WCHAN, read_wchan},
};

int lazy_read(const struct target *target, need_t need)
{
    if (need & NEED_DETAILS && !snapshot_add_details(target->snapshot, target->task))
        return -ENOMEM;
    for (size_t i = 0; i < sizeof(lazy_groups) / sizeof(lazy_groups[0]); i++) {
        int result;

        if (!(need & lazy_groups[i].group))
            continue;
        result = lazy_groups[i].read(target);
        if (result < 0)
            return result;
        target->task->have |= lazy_groups[i].group;
        need &= ~lazy_groups[i].group;
    }
    return need ? details_read(target, need) : 0;
}
