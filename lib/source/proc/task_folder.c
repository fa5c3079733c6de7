/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/task_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/source/proc/parse/parse.h"

/* The link count of a directory without subdirectories. */
#define LINKS 2

void task_folder_set(struct task_folder *folder, int dir, const char *pattern, struct task_id id)
{
    size_t len = 0;

    for (; *pattern; pattern++) {
        char *const at = folder->prefix + len;

        if (*pattern == 'G' || *pattern == 'T') {
            len += (size_t)snprintf(at, sizeof(folder->prefix) - len, "%d",
                                    *pattern == 'G' ? id.tgid : id.tid);
        } else {
            *at = *pattern;
            len++;
        }
    }
    folder->prefix[len] = '\0';
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
    const bool has_strings = strcmp(name, "cmdline") == 0 || strcmp(name, "environ") == 0;
    char path[TASK_PATH_MAX];

    task_folder_path(folder, name, path);
    return (has_strings ? read_strings : read_file)(buffer, folder->dir, path);
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
