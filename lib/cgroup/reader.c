/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/reader.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/hash.h"
#include "lib/base/memory.h"
#include "lib/cgroup/group_folder.h"
#include "lib/cgroup/mounts.h"
#include "lib/cgroup/table.h"

/* A row and that of its parent folder; NO_ROW: it is the mount point. */
struct queued {
    uint32_t row, parent;
};

#define NO_ROW UINT32_MAX

struct cgroup_reader {
    const char *folder; /* NULL: this host's mounts */
    struct cgroup_mounts mounts;

    struct cgroup_history history;

    struct queued *queue; /* folders still to be read; siblings are adjacent */
    size_t queue_capacity;
    bool has_read; /* at least once */
    char text[GROUP_TEXT_SIZE];
};

/* A reading of one mount. */
struct walk {
    struct cgroup_reader *reader;
    struct cgroup_table *table;
    const struct cgroup_mount *mount;
    int root;         /* its folder */
    bool is_kernel;   /* not a recorded tree: all files are regular, and st_nlink counts folders */
    const char *base; /* the path of the group that is mounted, without a slash at the end */
    struct hash_table *by_path; /* NULL: there is only one mount */
    size_t queued;
    int parent; /* the folder of row `parent_row`; -1: none is open */
    uint32_t parent_row;
};

int cgroup_reader_open(const char *folder, struct cgroup_reader **out)
{
    struct cgroup_reader *reader = calloc(1, sizeof(*reader));

    if (!reader)
        return -ENOMEM;
    reader->folder = folder;
    *out = reader;
    return 0;
}

void cgroup_reader_close(struct cgroup_reader *reader)
{
    if (!reader)
        return;
    cgroup_history_fini(&reader->history);
    free(reader->queue);
    free(reader);
}

/* --- folders --- */

static void set_path_of(struct group_folder *folder, const struct walk *walk, int above,
                        const char *path)
{
    folder->above = above;
    folder->is_kernel = walk->is_kernel;
    folder->text = walk->reader->text;
    folder->len = strlen(path);
    memcpy(folder->path, path, folder->len + 1);
}

/* Sets the path of a row's folder, relative to the mount. */
static void set_folder(struct group_folder *folder, const struct walk *walk,
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

static uint64_t hash_of(const char *path)
{
    return hash_bytes(HASH_SEED, path, strlen(path));
}

/*
 * Sets the line of /proc/PID/cgroup, and the path, which is a part of it. False: memory is short.
 */
static bool set_path(const struct walk *walk, const char *path, struct cgroup *row)
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
static int add_row(struct walk *walk, const char *path, uint32_t parent)
{
    struct cgroup_table *table = walk->table;
    struct cgroup_reader *reader = walk->reader;
    const uint64_t hash = walk->by_path ? hash_of(path) : 0;
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
    if (ARRAY_RESERVE(&reader->queue, &reader->queue_capacity, walk->queued + 1) < 0)
        return -ENOMEM;
    reader->queue[walk->queued++] = (struct queued){(uint32_t)index, parent};
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

static int add_child(struct walk *walk, uint32_t parent, const char *name)
{
    const struct cgroup *row = &walk->table->rows[parent];
    char path[CGROUP_PATH_MAX];
    const bool top = strcmp(row->path, "/") == 0;
    const int len = snprintf(path, sizeof(path), "%s/%s", top ? "" : row->path, name);

    if ((size_t)len >= sizeof(path)) {
        walk->table->incomplete = true;
        return 0;
    }
    return add_row(walk, path, parent);
}

/* Children that cannot be listed are left out, unless their parent has vanished. */
static int left_out(struct walk *walk, int error)
{
    if (is_shortage(error))
        return error;
    walk->table->incomplete |= error != -ENOENT && error != -ENODEV;
    return 0;
}

static int add_children(struct walk *walk, uint32_t parent, int folder)
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

static int list_folder(struct walk *walk, uint32_t index, const struct group_folder *folder)
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

static void close_parent(struct walk *walk)
{
    if (walk->parent >= 0)
        close(walk->parent);
    walk->parent = -1;
    walk->parent_row = NO_ROW;
}

/* The same relative to the parent folder, which is opened once for all its children. */
static int set_folder_below(struct group_folder *folder, struct walk *walk, struct queued queued)
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
static int visit(struct walk *walk, struct queued queued, unsigned need)
{
    struct cgroup *row = &walk->table->rows[queued.row];
    struct group_folder folder;
    struct stat stat;
    int result = set_folder_below(&folder, walk, queued);

    if (result == 0 && fstatat(folder.above, folder.path, &stat, AT_SYMLINK_NOFOLLOW) < 0)
        result = -errno;
    if (result != 0) {
        row->vanished = result == -ENOENT || result == -ENODEV;
        return is_shortage(result) ? result : 0;
    }
    row->id = row->id ? row->id : stat.st_ino;
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

/* False, with errno, if the mount cannot be opened. Close with close(walk->root). */
static bool walk_open(struct walk *walk, const struct cgroup_mount *mount)
{
    walk->mount = mount;
    walk->queued = 0;
    walk->parent = -1;
    walk->root = open(mount->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (walk->root < 0)
        return false;
    walk->is_kernel = is_kernel(walk->root);
    /* The mounted group may be outside of the cgroup namespace: "/..". */
    walk->base = strcmp(mount->root, "/") == 0 || cgroup_leads_out(mount->root) ? "" : mount->root;
    return true;
}

static int walk_mount(struct walk *walk, unsigned need)
{
    int result = add_row(walk, *walk->base ? walk->base : "/", NO_ROW);

    for (size_t i = 0; i < walk->queued && result == 0; i++)
        result = visit(walk, walk->reader->queue[i], need);
    close_parent(walk);
    return result;
}

static int walk_all(struct walk *walk, unsigned need)
{
    const struct cgroup_mounts *mounts = &walk->reader->mounts;
    struct hash_table by_path = {0};
    int result = 0;

    walk->by_path = mounts->count > 1 ? &by_path : NULL;
    for (size_t i = 0; i < mounts->count && result == 0; i++) {
        if (!walk_open(walk, &mounts->list[i])) {
            result = is_shortage(-errno) ? -errno : 0;
            continue;
        }
        walk->table->mounted = true;
        result = walk_mount(walk, need);
        close(walk->root);
    }
    walk->by_path = NULL;
    hash_table_fini(&by_path);
    return result;
}

static void drop_vanished(struct cgroup_table *table, unsigned need)
{
    size_t count = 0;

    for (size_t i = 0; i < table->count; i++) {
        if (table->rows[i].vanished)
            continue;
        table->rows[i].asked = need;
        if (count != i)
            table->rows[count] = table->rows[i];
        count++;
    }
    table->count = count;
}

/* --- rows that are shown --- */

static bool is_shown(const struct cgroup_request *request, size_t place, const struct cgroup *row)
{
    if (place >= request->first && place - request->first < request->count)
        return true;
    return bsearch(&row->id, request->shown, request->shown_count, sizeof(request->shown[0]),
                   cgroup_compare_ids) != NULL;
}

static int fill_row(struct walk *walk, unsigned need, struct cgroup *row)
{
    const size_t len = strlen(walk->base);
    struct group_folder folder;

    if (strncmp(row->path, walk->base, len) != 0 ||
        (len && row->path[len] && row->path[len] != '/'))
        return 0;
    set_folder(&folder, walk, row);
    return group_folder_read(&folder, walk->mount->hierarchies, need, row);
}

static int fill_shown(struct walk *walk, const struct cgroup_request *request)
{
    const struct cgroup_mounts *mounts = &walk->reader->mounts;
    struct cgroup_table *table = walk->table;
    const unsigned need = request->shown_need & ~request->need;
    int result = 0;

    for (size_t m = 0; need && m < mounts->count && result == 0; m++) {
        if (!walk_open(walk, &mounts->list[m]))
            continue;
        for (size_t i = 0; i < table->count && result == 0; i++)
            if (is_shown(request, i, table->order[i]))
                result = fill_row(walk, need, table->order[i]);
        close(walk->root);
    }
    for (size_t i = 0; i < table->count; i++) {
        if (!is_shown(request, i, table->order[i]))
            continue;
        table->order[i]->asked |= need;
        cgroup_history_compare(&walk->reader->history, table->order[i]);
    }
    return result;
}

static int find_mounts(struct cgroup_reader *reader)
{
    if (reader->folder)
        cgroup_mounts_find(reader->folder, &reader->mounts);
    else if (reader->mounts.count == 0)
        return cgroup_mounts_read(&reader->mounts);
    return 0;
}

int cgroup_reader_read(struct cgroup_reader *reader, const struct cgroup_request *request,
                       struct cgroup_table *table)
{
    struct walk walk = {.reader = reader, .table = table};
    int result = 0;

    cgroup_table_clear(table);
    table->compared = reader->has_read;
    reader->has_read = true;
    result = find_mounts(reader);
    if (result == 0)
        result = walk_all(&walk, request->need);
    drop_vanished(table, request->need);
    for (size_t i = 0; i < table->count; i++)
        cgroup_history_compare(&reader->history, &table->rows[i]);
    if (result == 0)
        result = cgroup_table_sort(table, &request->order);
    if (result == 0)
        result = fill_shown(&walk, request);
    if (result == 0)
        result = cgroup_history_keep(&reader->history, table);
    return is_shortage(result) ? result : 0;
}

int cgroup_reader_read_group(struct cgroup_reader *reader, const char *path, unsigned need,
                             struct cgroup_figures *figures)
{
    struct walk walk = {.reader = reader};
    struct cgroup row = {.path = path};
    int result = find_mounts(reader);

    figures->have = 0;
    if (result < 0)
        return is_shortage(result) ? result : 0;
    /* Version 2 comes first. */
    if (strlen(path) >= CGROUP_PATH_MAX || reader->mounts.count == 0 ||
        reader->mounts.list[0].hierarchies != CGROUP_V2)
        return 0;
    if (!walk_open(&walk, &reader->mounts.list[0]))
        return is_shortage(-errno) ? -errno : 0;
    result = fill_row(&walk, need, &row);
    close(walk.root);
    *figures = row.figures;
    return result;
}
