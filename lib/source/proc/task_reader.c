/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/task_reader.h"

#include <errno.h>
#include <unistd.h>

ssize_t task_reader_read(const struct task_reader *reader, const char *name)
{
    return task_folder_read(reader->folder, name, &reader->source->buffer);
}

ssize_t task_reader_read_filled(const struct task_reader *reader, const char *name)
{
    ssize_t len = task_reader_read(reader, name);

    return len == 0 ? -ENOENT : len;
}

ssize_t task_reader_read_wchan(const struct task_reader *reader)
{
    ssize_t len = task_reader_read(reader, "wchan");

    return len > 0 && reader->source->buffer.data[0] == '0' ? 0 : len;
}

ssize_t task_reader_link(const struct task_reader *reader, const char *name, char text[PATH_MAX])
{
    char path[TASK_PATH_MAX];
    ssize_t len;

    task_folder_path(reader->folder, name, path);
    len = readlinkat(reader->folder->dir, path, text, PATH_MAX);
    return len < 0 ? -errno : len;
}

const struct task *task_reader_neighbour(const struct task_reader *reader,
                                         bool (*has)(const struct task *task))
{
    const struct task *task = reader->task;
    const struct task *before = snapshot_row_before(reader->snapshot, task);
    const struct task *after = snapshot_row_after(reader->snapshot, task);

    if (before && before->tgid == task->tgid && has(before))
        return before;
    if (after && after->tgid == task->tgid && has(after))
        return after;
    return NULL;
}

bool task_reader_without_memory(const struct task_reader *reader)
{
    return reader->task->have & NEED_STAT && reader->process->stat_vsize_bytes == 0;
}

int task_reader_set_comm(const struct task_reader *reader, const char *name, size_t len)
{
    struct task *task = reader->task;

    if (task->have & NEED_COMM)
        return 0;
    task->comm = snapshot_name(reader->snapshot, task, name, len);
    task->have |= NEED_COMM;
    return task->comm ? 0 : -ENOMEM;
}
