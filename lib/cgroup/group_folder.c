/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/group_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/memory.h"
#include "lib/base/units.h"

/* Opens a file that can be read without blocking. A descriptor, or -errno. */
static int open_file(struct group_folder *folder, const char *name)
{
    struct stat stat;
    int fd;

    folder->path[folder->len] = '/';
    memcpy(folder->path + folder->len + 1, name, strlen(name) + 1);
    fd = openat(folder->above, folder->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    folder->path[folder->len] = '\0';
    if (fd < 0)
        return -errno;
    if (folder->is_kernel || (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode)))
        return fd;
    close(fd);
    return -ENOENT;
}

/*
 * Reads a whole file into group_folder::text. 0 or -errno; -EFBIG if it is too long. On a cgroup
 * file system one read(2) returns the whole file, as its seq_file has a single record.
 */
static int read_text(struct group_folder *folder, const char *name)
{
    char *text = folder->text;
    const int fd = open_file(folder, name);
    size_t len = 0;
    ssize_t got;
    int result;

    if (fd < 0)
        return fd;
    do {
        got = read(fd, text + len, GROUP_TEXT_SIZE - len);
        len += got > 0 ? (size_t)got : 0;
    } while (got > 0 && len < GROUP_TEXT_SIZE && !folder->is_kernel);
    result = got < 0 ? -errno : len == GROUP_TEXT_SIZE ? -EFBIG : 0;
    close(fd);
    text[result == 0 ? len : 0] = '\0';
    return result;
}

/* Counts the lines of cgroup.procs. Reading it fails with EOPNOTSUPP in a threaded group. */
static int count_processes(struct group_folder *folder, struct cgroup_figures *figures)
{
    char *text = folder->text;
    const int fd = open_file(folder, CGROUP_PROCS);
    uint64_t count = 0;
    ssize_t got;

    if (fd < 0)
        return fd;
    while ((got = read(fd, text, GROUP_TEXT_SIZE)) > 0)
        for (const char *at = text; (at = memchr(at, '\n', (size_t)(text + got - at))); at++)
            count++;
    if (got < 0)
        got = -errno;
    close(fd);
    if (got == 0) {
        figures->processes = count;
        figures->have |= CGROUP_PROCESSES;
    }
    return (int)got;
}

int group_folder_read(struct group_folder *folder, unsigned hierarchies, unsigned need,
                      struct cgroup *row)
{
    struct cgroup_figures *figures = &row->figures;
    int result = 0;

    if (need & ~figures->have & CGROUP_PROCESSES)
        result = count_processes(folder, figures);
    for (const struct cgroup_file *file = cgroup_files; file->name && !is_shortage(result);
         file++) {
        if (!(file->hierarchies & hierarchies) || !(file->has & need & ~figures->have))
            continue;
        result = read_text(folder, file->name);
        if (result < 0)
            continue;
        if (file->has & CGROUP_USAGE)
            row->usage_at_ns = clock_ns(CLOCK_MONOTONIC);
        if (file->has & CGROUP_IO)
            row->io_at_ns = clock_ns(CLOCK_MONOTONIC);
        file->parse(folder->text, figures);
    }
    return is_shortage(result) ? result : 0;
}
