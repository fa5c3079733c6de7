/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/base/arena.h"
#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "lib/cgroup/path.h"

#define NO_ROW UINT32_MAX

/* --- the files of a group, as listed in cgroup_files --- */

/*
 * The path of a group's folder, relative to the mount or to the parent folder. Unless many files
 * are read, opening the folder costs more than one more path component.
 */
struct group_folder {
    int above;
    bool is_kernel;                   /* not a recorded tree: all files are regular */
    size_t len;                       /* of the folder's path */
    char path[CGROUP_PATH_SIZE + 64]; /* with room for the name of a file */
    char *text;                       /* cgroup_walk::text */
};

/* Opens a file that can be read without blocking. A descriptor, or -errno. */
static int open_file(struct group_folder *folder, const char *name)
{
    int result = -1;

    folder->path[folder->len] = '/';
    memcpy(folder->path + folder->len + 1, name, strlen(name) + 1);
    if (folder->is_kernel ||
        kernel_file_is_regular(folder->above, folder->path, AT_SYMLINK_NOFOLLOW))
        result =
            openat(folder->above, folder->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (result < 0)
        result = -errno;
    folder->path[folder->len] = '\0';
    return result;
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
        got = read(fd, text + len, CGROUP_TEXT_SIZE - len);
        len += got > 0 ? (size_t)got : 0;
    } while (got > 0 && len < CGROUP_TEXT_SIZE && !folder->is_kernel);
    result = got < 0 ? -errno : len == CGROUP_TEXT_SIZE ? -EFBIG : 0;
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
    while ((got = read(fd, text, CGROUP_TEXT_SIZE)) > 0)
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

/*
 * Reads the needed figures (CGROUP_*) that the row lacks, from files of these hierarchies. 0, or
 * -errno of a shortage.
 */
static int group_folder_read(struct group_folder *folder, unsigned hierarchies, unsigned need,
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
        cgroup_file_parse(file, folder->text, figures);
    }
    return is_shortage(result) ? result : 0;
}

/* --- folders --- */

static void set_path_of(struct group_folder *folder, struct cgroup_walk *walk, int above,
                        const char *path)
{
    folder->above = above;
    folder->is_kernel = walk->is_kernel;
    folder->text = walk->text;
    folder->len = strlen(path);
    memcpy(folder->path, path, folder->len + 1);
}

/* Sets the path of a row's folder, relative to the mount. */
static void set_folder(struct group_folder *folder, struct cgroup_walk *walk,
                       const struct cgroup *row)
{
    const char *path = row->path + strlen(walk->base);

    path += *path == '/';
    set_path_of(folder, walk, walk->root, *path ? path : ".");
}

/* --- rows --- */

struct wanted {
    const struct cgroup_table *table;
    const char *path;
};

static bool has_path(const void *key, size_t index)
{
    const struct wanted *wanted = key;

    return strcmp(wanted->table->rows[index].path, wanted->path) == 0;
}

/*
 * Sets the line of /proc/PID/cgroup, and the path, which is a part of it. False: memory is short.
 */
static bool set_path(const struct cgroup_walk *walk, const char *path, struct cgroup *row)
{
    const char *name = walk->mount->name;
    const size_t size = strlen("0::") + strlen(name) + strlen(path) + 1;
    char *text = arena_alloc(&walk->table->texts, size);

    row->hierarchy = arena_copy(&walk->table->texts, name, strlen(name));
    if (!text || !row->hierarchy)
        return false;
    snprintf(text, size, "%d:%s:%s", walk->mount->hierarchies == CGROUP_V2 ? 0 : 1, name, path);
    row->groups = text;
    row->path = text + strlen("0::") + strlen(name);
    return true;
}

/* Adds a group to the queue and, unless it has a row from another mount, to the rows. */
static int add_row(struct cgroup_walk *walk, const char *path, uint32_t parent)
{
    struct cgroup_table *table = walk->table;
    const uint64_t hash = walk->by_path ? hash_string(path) : 0;
    const struct wanted wanted = {table, path};
    size_t index =
        walk->by_path ? hash_table_find(walk->by_path, hash, has_path, &wanted) : HASH_NONE;

    if (index == HASH_NONE) {
        if (table->count == CGROUPS_MAX) {
            table->incomplete = true;
            return 0;
        }
        index = table->count;
        if (ARRAY_RESERVE(&table->rows, &table->capacity, index + 1) < 0)
            return -ENOMEM;
        table->rows[index] =
            (struct cgroup){.depth = parent == NO_ROW ? 0 : table->rows[parent].depth + 1};
        if (!set_path(walk, path, &table->rows[index]) ||
            (walk->by_path && hash_table_add(walk->by_path, hash, index) < 0))
            return -ENOMEM;
        table->count++;
    }
    if (ARRAY_RESERVE(&walk->queue, &walk->queue_capacity, walk->queued + 1) < 0)
        return -ENOMEM;
    walk->queue[walk->queued++] = (struct cgroup_queued){(uint32_t)index, parent};
    return 0;
}

static bool is_folder(int folder, const struct dirent64 *entry)
{
    struct stat stat;

    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
        return false;
    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type == DT_DIR;
    return fstatat(folder, entry->d_name, &stat, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(stat.st_mode);
}

static int add_child(struct cgroup_walk *walk, uint32_t parent, const char *name)
{
    const struct cgroup *row = &walk->table->rows[parent];
    char path[CGROUP_PATH_SIZE];
    const bool top = strcmp(row->path, "/") == 0;
    const int len = snprintf(path, sizeof(path), "%s/%s", top ? "" : row->path, name);

    if ((size_t)len >= sizeof(path)) {
        walk->table->incomplete = true;
        return 0;
    }
    return add_row(walk, path, parent);
}

/* Children that cannot be listed are left out, unless their parent has vanished. */
static int left_out(struct cgroup_walk *walk, int error)
{
    if (is_shortage(error))
        return error;
    walk->table->incomplete |= error != -ENOENT && error != -ENODEV;
    return 0;
}

static int add_children(struct cgroup_walk *walk, uint32_t parent, int folder)
{
    char entries[8192] __attribute__((aligned(__alignof__(struct dirent64))));
    ssize_t len;
    int result = 0;

    while (result == 0 && (len = getdents64(folder, entries, sizeof(entries))) > 0) {
        for (ssize_t at = 0; at < len && result == 0;) {
            const struct dirent64 *entry = (const void *)(entries + at);

            if (is_folder(folder, entry))
                result = add_child(walk, parent, entry->d_name);
            at += entry->d_reclen;
        }
    }
    return result == 0 && len < 0 ? left_out(walk, -errno) : result;
}

static int list_folder(struct cgroup_walk *walk, uint32_t index, const struct group_folder *folder)
{
    const int fd =
        openat(folder->above, folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    int result;

    if (fd < 0)
        return left_out(walk, -errno);
    result = add_children(walk, index, fd);
    close(fd);
    return result;
}

static void close_parent(struct cgroup_walk *walk)
{
    if (walk->parent >= 0)
        close(walk->parent);
    walk->parent = -1;
    walk->parent_row = NO_ROW;
}

/* The same relative to the parent folder, which is opened once for all its children. */
static int set_folder_below(struct group_folder *folder, struct cgroup_walk *walk,
                            struct cgroup_queued queued)
{
    const struct cgroup *row = &walk->table->rows[queued.row];

    if (queued.parent == NO_ROW) {
        set_folder(folder, walk, row);
        return 0;
    }
    if (walk->parent < 0 || walk->parent_row != queued.parent) {
        close_parent(walk);
        set_folder(folder, walk, &walk->table->rows[queued.parent]);
        walk->parent = openat(walk->root, folder->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
        walk->parent_row = queued.parent;
        if (walk->parent < 0)
            return -errno;
    }
    set_path_of(folder, walk, walk->parent, strrchr(row->path, '/') + 1);
    return 0;
}

/* Reads the figures that all rows need, and queues the child folders. */
static int visit(struct cgroup_walk *walk, struct cgroup_queued queued, unsigned need)
{
    struct cgroup *row = &walk->table->rows[queued.row];
    struct group_folder folder;
    struct stat stat;
    int result;

    if (walk->begin)
        walk->begin(walk->argument);
    result = set_folder_below(&folder, walk, queued);
    if (result == 0 && fstatat(folder.above, folder.path, &stat, AT_SYMLINK_NOFOLLOW) < 0)
        result = -errno;
    if (result != 0) {
        row->vanished = result == -ENOENT || result == -ENODEV;
        return is_shortage(result) ? result : 0;
    }
    if (!row->id) {
        /* It may be that another hierarchy has listed it, but does not have it any more. */
        if (strcmp(row->hierarchy, walk->mount->name) != 0 && !set_path(walk, row->path, row))
            return -ENOMEM;
        row->id = stat.st_ino;
    }
    result = group_folder_read(&folder, walk->mount->hierarchies, need, row);
    /* In kernfs, st_nlink is 2 plus the number of child folders (kernfs_refresh_inode()). */
    if (result == 0 && !(walk->is_kernel && stat.st_nlink == 2))
        result = list_folder(walk, queued.row, &folder);
    return result;
}

/* --- mounts --- */

static bool is_kernel(int folder)
{
    struct statfs fs;

    return fstatfs(folder, &fs) == 0 &&
           (fs.f_type == CGROUP2_SUPER_MAGIC || fs.f_type == CGROUP_SUPER_MAGIC);
}

int cgroup_walk_open(struct cgroup_walk *walk, const struct cgroup_mount *mount)
{
    walk->mount = mount;
    walk->queued = 0;
    walk->parent = -1;
    walk->root = open(mount->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (walk->root < 0)
        return -errno;
    walk->is_kernel = is_kernel(walk->root);
    /* The mounted group may be outside of the cgroup namespace: "/..". */
    walk->base = strcmp(mount->root, "/") == 0 || cgroup_leads_out(mount->root) ? "" : mount->root;
    return 0;
}

void cgroup_walk_close(struct cgroup_walk *walk)
{
    close_parent(walk);
    close(walk->root);
}

int cgroup_walk_mount(struct cgroup_walk *walk, unsigned need)
{
    int result = add_row(walk, *walk->base ? walk->base : "/", NO_ROW);

    for (size_t i = 0; i < walk->queued && result == 0; i++)
        result = visit(walk, walk->queue[i], need);
    return result;
}

int cgroup_walk_fill(struct cgroup_walk *walk, unsigned need, struct cgroup *row)
{
    const size_t len = strlen(walk->base);
    struct group_folder folder;

    if (strncmp(row->path, walk->base, len) != 0 ||
        (len && row->path[len] && row->path[len] != '/'))
        return 0;
    if (walk->begin)
        walk->begin(walk->argument);
    set_folder(&folder, walk, row);
    return group_folder_read(&folder, walk->mount->hierarchies, need, row);
}
