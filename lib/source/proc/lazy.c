/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/array.h"
#include "lib/source/proc/needs.h"

#include <errno.h>

#include "lib/source/proc/walk.h"

static int copy(const struct task_reader *reader, ssize_t len, const char **string)
{
    const char *text = len > 0 ? reader->source->buffer.data : "";
    int result = (int)len;

    if (result < 0 && !task_is_lost(result))
        return result;
    *string = arena_copy(&reader->snapshot->arena, text, len > 0 ? (size_t)len : 0);
    return *string ? 0 : -ENOMEM;
}

/*
 * The command line belongs to the memory map too, so that of a neighbouring row is taken over. A
 * task without memory has none, and large hosts have thousands of kernel threads.
 */
static bool has_cmdline(const struct task *task)
{
    return task->cmdline_len > 0;
}

/* That of a leader is read from the process's folder, which has the shorter path. */
static ssize_t read_cmdline_file(const struct task_reader *reader)
{
    const struct task *task = reader->task;
    struct proc_source *source = reader->source;
    struct task_folder folder;

    if (task->tid != task->tgid || !source->walk->uses_task_dir)
        return task_reader_read(reader, "cmdline");
    task_folder_set(&folder, source->dir, "G", (struct task_id){task->tgid, task->tgid});
    return task_folder_read(&folder, "cmdline", &source->buffer);
}

static int read_cmdline(const struct task_reader *reader)
{
    const struct task *neighbour = task_reader_neighbour(reader, has_cmdline);
    struct task *task = reader->task;
    ssize_t len;

    if (neighbour) {
        task->cmdline = neighbour->cmdline;
        task->cmdline_len = neighbour->cmdline_len;
        return 0;
    }
    len = task_reader_without_memory(reader) ? 0 : read_cmdline_file(reader);
    task->cmdline_len = len > 0 ? (uint32_t)len : 0;
    return copy(reader, len, &task->cmdline);
}

static int read_wchan(const struct task_reader *reader)
{
    return copy(reader, task_reader_read_wchan(reader), &reader->task->wchan);
}

/* Each lazy group and its reader. */
static const struct {
    need_t group;
    int (*read)(const struct task_reader *reader);
} lazy_groups[] = {
    {NEED_CMDLINE, read_cmdline},
    {NEED_WCHAN, read_wchan},
};

int lazy_read(const struct task_reader *reader, need_t need)
{
    if (need & NEED_DETAILS && !snapshot_add_details(reader->snapshot, reader->task))
        return -ENOMEM;
    for (size_t i = 0; i < ARRAY_COUNT(lazy_groups); i++) {
        int result;

        if (!(need & lazy_groups[i].group))
            continue;
        result = lazy_groups[i].read(reader);
        if (result < 0)
            return result;
        reader->task->have |= lazy_groups[i].group;
        need &= ~lazy_groups[i].group;
    }
    return need ? details_read(reader, need) : 0;
}
