/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/hash.h"
#include "lib/base/resources.h"
#include "lib/cgroup/mounts.h"
#include "lib/cgroup/path.h"
#include "lib/cgroup/walk.h"

struct cgroup_reader {
    const char *folder; /* NULL: this host's mounts */
    struct cgroup_mounts mounts;

    struct cgroup_history history;

    struct cgroup_walk walk;
    bool has_read; /* at least once */
};

int cgroup_folder_check(const char *folder)
{
    const int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    if (fd < 0)
        return folder ? -errno : 0;
    close(fd);
    return 0;
}

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
    free(reader->walk.queue);
    free(reader);
}

void cgroup_reader_on_group(struct cgroup_reader *reader, void (*begin)(void *), void *argument)
{
    reader->walk.begin = begin;
    reader->walk.argument = argument;
}

static int walk_all(struct cgroup_walk *walk, const struct cgroup_mounts *mounts, unsigned need)
{
    struct hash_table by_path = {0};
    int result = 0;

    walk->by_path = mounts->count > 1 ? &by_path : NULL;
    for (size_t i = 0; i < mounts->count && !is_shortage(result); i++) {
        result = cgroup_walk_open(walk, &mounts->list[i]);
        if (result < 0)
            continue;
        walk->table->mounted = true;
        walk->table->live |= walk->is_kernel;
        result = cgroup_walk_mount(walk, need);
        cgroup_walk_close(walk);
    }
    walk->by_path = NULL;
    hash_table_fini(&by_path);
    return is_shortage(result) ? result : 0;
}

/* Runtimes remove a group from one hierarchy after the other: one that is left counts. */
static void drop_vanished(struct cgroup_table *table)
{
    size_t count = 0;

    for (size_t i = 0; i < table->count; i++) {
        const struct cgroup *row = &table->rows[i];

        if (row->vanished && !row->id)
            continue;
        table->incomplete |= !row->id;
        table->rows[count++] = *row;
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

static int fill_shown(struct cgroup_reader *reader, const struct cgroup_request *request,
                      struct cgroup_table *table)
{
    const struct cgroup_mounts *mounts = &reader->mounts;
    struct cgroup_walk *walk = &reader->walk;
    const unsigned need = request->shown_need & ~request->need;
    int result = 0;

    for (size_t m = 0; need && m < mounts->count && !is_shortage(result); m++) {
        result = cgroup_walk_open(walk, &mounts->list[m]);
        if (result < 0)
            continue;
        for (size_t i = 0; i < table->count && result == 0; i++)
            if (is_shown(request, i, table->order[i]))
                result = cgroup_walk_fill(walk, need, table->order[i]);
        cgroup_walk_close(walk);
    }
    for (size_t i = 0; i < table->count; i++) {
        if (!is_shown(request, i, table->order[i]))
            continue;
        table->order[i]->asked |= need;
        cgroup_history_compare(&reader->history, request->throttling_since_creation,
                               table->order[i]);
    }
    return is_shortage(result) ? result : 0;
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
    int result;

    cgroup_table_clear(table);
    reader->walk.table = table;
    table->compared = reader->has_read;
    reader->has_read = true;
    result = find_mounts(reader);
    if (result == 0)
        result = walk_all(&reader->walk, &reader->mounts, request->need);
    drop_vanished(table);
    for (size_t i = 0; i < table->count; i++) {
        table->rows[i].asked = request->need;
        cgroup_history_compare(&reader->history, request->throttling_since_creation,
                               &table->rows[i]);
    }
    if (result == 0)
        result = cgroup_table_sort(table, &request->order);
    if (result == 0)
        result = fill_shown(reader, request, table);
    if (result == 0)
        result = cgroup_history_keep(&reader->history, table);
    return is_shortage(result) ? result : 0;
}

int cgroup_reader_read_group(struct cgroup_reader *reader, const char *path, unsigned need,
                             struct cgroup_figures *figures)
{
    struct cgroup row = {.path = path};
    int result = find_mounts(reader);

    figures->have = 0;
    if (result < 0)
        return is_shortage(result) ? result : 0;
    /* Version 2 comes first. */
    if (strlen(path) >= CGROUP_PATH_SIZE || reader->mounts.count == 0 ||
        reader->mounts.list[0].hierarchies != CGROUP_V2)
        return 0;
    result = cgroup_walk_open(&reader->walk, &reader->mounts.list[0]);
    if (result < 0)
        return is_shortage(result) ? result : 0;
    result = cgroup_walk_fill(&reader->walk, need, &row);
    cgroup_walk_close(&reader->walk);
    *figures = row.figures;
    return result;
}
