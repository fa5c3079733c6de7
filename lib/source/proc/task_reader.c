/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/task_reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/proc/parse/parse.h"

/* The link count of a directory without subdirectories. */
#define LINKS 2

/* printf is too slow here: a path is made for every file that is read. */
static char *put_id(char *p, pid_t id)
{
    char digits[12];
    int count = 0;

    do {
        digits[count++] = (char)('0' + id % 10);
        id /= 10;
    } while (id > 0);
    while (count > 0)
        *p++ = digits[--count];
    return p;
}

void task_folder_set(struct task_folder *folder, int dir, const char *pattern, struct task_id id)
{
    char *p = folder->prefix;

    for (; *pattern; pattern++) {
        if (*pattern == 'G')
            p = put_id(p, id.tgid);
        else if (*pattern == 'T')
            p = put_id(p, id.tid);
        else
            *p++ = *pattern;
    }
    *p = '\0';
    folder->dir = dir;
}

void task_folder_path(const struct task_folder *folder, const char *name, char path[TASK_PATH_MAX])
{
    size_t prefix_len = strlen(folder->prefix);
    size_t name_len = strnlen(name, TASK_PATH_MAX - sizeof(folder->prefix) - 1);

    memcpy(path, folder->prefix, prefix_len);
    path[prefix_len] = '/';
    memcpy(path + prefix_len + 1, name, name_len);
    path[prefix_len + 1 + name_len] = '\0';
}

ssize_t task_folder_read(const struct task_folder *folder, const char *name,
                         struct read_buffer *buffer)
{
    char path[TASK_PATH_MAX];

    task_folder_path(folder, name, path);
    return read_file(buffer, folder->dir, path);
}

int task_folder_each_line(const struct task_folder *folder, const char *name, see_line *see,
                          void *context)
{
    char path[TASK_PATH_MAX];

    task_folder_path(folder, name, path);
    return read_each_line(folder->dir, path, see, context);
}

int task_folder_read_tgid(const struct task_folder *folder, pid_t tid, struct read_buffer *buffer,
                          pid_t *tgid)
{
    ssize_t len = task_folder_read(folder, "status", buffer);

    if (len < 0)
        return (int)len;
    if (len == 0)
        return -ENOENT;
    *tgid = status_tgid(buffer->data, (size_t)len);
    if (*tgid == 0)
        *tgid = tid;
    return 0;
}

uint32_t task_folder_count_threads(const struct stat *directory)
{
    return directory->st_nlink < LINKS ? 0 : (uint32_t)(directory->st_nlink - LINKS);
}

/* --- a task for a row --- */

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
