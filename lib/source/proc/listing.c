/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/listing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/base/sorted.h"
#include "lib/base/span.h"
#include "lib/base/units.h"

/* Room for some 4,000 entries per call. */
#define BUFFER_BYTES (128 * BYTES_PER_KIB)

void listing_fini(struct listing *listing)
{
    free(listing->entries);
    free(listing->buffer);
    *listing = (struct listing){0};
}

static int listing_add(struct listing *listing, pid_t id, bool dot)
{
    if (ARRAY_RESERVE(&listing->entries, &listing->capacity, listing->count + 1) < 0)
        return -ENOMEM;
    listing->entries[listing->count++] = (struct listed){.id = id, .dot = dot};
    return 0;
}

/* A decimal ID without leading zeros; 0 for any other name. */
static pid_t parse_id(const char *name)
{
    const char *end = name + strlen(name);
    uint64_t id;

    if (*name == '0' || !decimal_take(&name, end, &id) || name < end || id > INT_MAX)
        return 0;
    return (pid_t)id;
}

/* Records the offset between position and ID, as long as all IDs have the same one. */
static void note_position(struct listing *listing, pid_t id)
{
    const int64_t offset = listing->position - id;

    if (listing->count == 0)
        listing->offset = offset;
    else if (listing->offset != offset)
        listing->offset = 0;
}

static int listing_add_batch(struct listing *listing, size_t bytes, enum listing_kind kind)
{
    size_t offset = 0;

    while (offset < bytes) {
        const struct dirent64 *entry = (const void *)(listing->buffer + offset);
        const char *name = entry->d_name;
        bool dot = name[0] == '.';
        pid_t id;

        offset += entry->d_reclen;
        id = dot && kind == LISTING_PLAIN ? 0 : parse_id(name + dot);
        if (id) {
            note_position(listing, id);
            if (listing_add(listing, id, dot) < 0)
                return -ENOMEM;
        }
        listing->position = entry->d_off;
    }
    return 0;
}

static int read_rest(struct listing *listing, int fd, enum listing_kind kind)
{
    listing->count = 0;
    listing->offset = 0;
    if (!listing->buffer)
        listing->buffer = malloc(BUFFER_BYTES);
    if (!listing->buffer)
        return -ENOMEM;
    for (;;) {
        ssize_t bytes = getdents64(fd, (void *)listing->buffer, BUFFER_BYTES);

        if (bytes < 0)
            return -errno;
        if (bytes == 0)
            return 0;
        if (listing_add_batch(listing, (size_t)bytes, kind) < 0)
            return -ENOMEM;
    }
}

static int open_directory(int at, const char *path)
{
    return openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int listing_read(struct listing *listing, int at, const char *path, enum listing_kind kind)
{
    int fd = open_directory(at, path);
    int result;

    if (fd < 0)
        return -errno;
    listing->position = 0;
    result = read_rest(listing, fd, kind);
    close(fd);
    return result;
}

int listing_read_fd_from(struct listing *listing, int fd, int64_t position)
{
    int result;

    listing->position = lseek(fd, position, SEEK_SET);
    if (listing->position < 0)
        return -errno;
    result = read_rest(listing, fd, LISTING_PLAIN);
    listing->offset = 0; /* the position of the first entry is unknown */
    return result;
}

int listing_read_from(struct listing *listing, int at, const char *path, int64_t position)
{
    int fd = open_directory(at, path);
    int result;

    if (fd < 0)
        return -errno;
    result = listing_read_fd_from(listing, fd, position);
    close(fd);
    return result;
}

/* --- lists of tasks --- */

void id_list_fini(struct id_list *list)
{
    free(list->ids);
    *list = (struct id_list){0};
}

void id_list_clear(struct id_list *list)
{
    list->count = 0;
}

int id_list_add(struct id_list *list, pid_t tgid, pid_t tid)
{
    if (ARRAY_RESERVE(&list->ids, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->ids[list->count++] = (struct task_id){.tgid = tgid, .tid = tid};
    return 0;
}

static int compare(const void *left, const void *right)
{
    const struct task_id *a = left;
    const struct task_id *b = right;
    bool a_follows = a->tid != a->tgid;
    bool b_follows = b->tid != b->tgid;

    if (a->tgid != b->tgid)
        return a->tgid < b->tgid ? -1 : 1;
    if (a_follows != b_follows)
        return a_follows ? 1 : -1;
    return (a->tid > b->tid) - (a->tid < b->tid);
}

void id_list_sort(struct id_list *list)
{
    bool in_order = true;
    size_t unique = 0;

    /* Most kernels list in order, so 16,000 comparisons are enough. */
    for (size_t i = 1; i < list->count && in_order; i++)
        in_order = compare(&list->ids[i - 1], &list->ids[i]) < 0;
    if (in_order)
        return;

    qsort(list->ids, list->count, sizeof(list->ids[0]), compare);
    for (size_t i = 0; i < list->count; i++) {
        if (unique == 0 || compare(&list->ids[unique - 1], &list->ids[i]) != 0)
            list->ids[unique++] = list->ids[i];
    }
    list->count = unique;
}

int id_list_add_plain(struct id_list *list, const struct listing *listing, pid_t tgid)
{
    int result = 0;

    for (size_t i = 0; result == 0 && i < listing->count; i++) {
        const struct listed entry = listing->entries[i];

        if (!entry.dot)
            result = id_list_add(list, tgid ? tgid : entry.id, entry.id);
    }
    id_list_sort(list);
    return result;
}

static uint64_t tgid_of(const void *id)
{
    return (uint64_t)((const struct task_id *)id)->tgid;
}

/* The first index whose tgid is not less than `tgid`. */
static size_t find_group(const struct id_list *list, pid_t tgid)
{
    return lower_bound(list->ids, list->count, sizeof(*list->ids), (uint64_t)tgid, tgid_of);
}

void id_list_cut(struct id_list *list, pid_t tgid)
{
    INVARIANT(keys_ascend(list->ids, list->count, sizeof(*list->ids), tgid_of, false));
    list->count = find_group(list, tgid + 1);
}

struct id_span id_list_group(const struct id_list *list, pid_t tgid)
{
    size_t first = find_group(list, tgid);
    size_t end = first;

    while (end < list->count && list->ids[end].tgid == tgid)
        end++;
    return (struct id_span){.ids = list->ids + first, .count = end - first};
}
