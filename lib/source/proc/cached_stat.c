/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/cached_stat.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* From the file that the last scan has left open; 0: there is none, or the task has gone. */
static ssize_t read_again(const struct task_reader *reader, struct cached_file *file)
{
    ssize_t len;

    *file = fd_cache_take(&reader->source->fd_cache, task_key(reader->task));
    if (file->fd < 0)
        return 0;
    len = read_open_file(&reader->source->buffer, file->fd);
    if (len > 0)
        return len;
    close(file->fd); /* another task may have got its number */
    file->fd = -1;
    return 0;
}

/* Opens the file, to be cached if it is to be kept and the cache has room. */
static ssize_t open_and_read(const struct task_reader *reader, bool keep, struct cached_file *file)
{
    struct proc_source *source = reader->source;
    char path[TASK_PATH_MAX];

    if (!keep || !fd_cache_has_room(&source->fd_cache))
        return task_reader_read_filled(reader, "stat");
    task_folder_path(reader->folder, "stat", path);
    file->fd = openat(reader->folder->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file->fd >= 0)
        return read_open_file(&source->buffer, file->fd);
    if (errno != EMFILE && errno != ENFILE)
        return errno == ESRCH ? -ENOENT : -errno;
    fd_cache_give_up(&source->fd_cache);
    return task_reader_read_filled(reader, "stat");
}

ssize_t cached_stat_read(const struct task_reader *reader, bool keep)
{
    struct cached_file file;
    ssize_t len = read_again(reader, &file);

    if (len == 0)
        len = open_and_read(reader, keep, &file);
    if (len > 0 && file.fd >= 0)
        fd_cache_put(&reader->source->fd_cache, &file);
    else if (file.fd >= 0)
        close(file.fd);
    return len == 0 ? -ENOENT : len;
}
