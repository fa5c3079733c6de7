/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/listing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/base/kernel.h"
#include "lib/base/number.h"
#include "lib/base/sorted.h"
#include "lib/base/units.h"
#include "lib/source/host_tasks.h"

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

int listing_read_fd(struct listing *listing, int fd, enum listing_kind kind)
{
    listing->position = 0;
    return read_rest(listing, fd, kind);
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
    result = listing_read_fd(listing, fd, kind);
    close(fd);
    return result;
}

/* listing_read_from() from a descriptor, of a directory that may have been read before. */
static int listing_read_fd_from(struct listing *listing, int fd, int64_t position)
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

/*
 * How many threads at the end are listed first, then second, before all are listed. The kernel only
 * skips the earlier ones, which takes a sixth of the time of listing them.
 */
static const size_t tails[] = {128, 2048};

#define TAILS (sizeof(tails) / sizeof(tails[0]))

void thread_order_fini(struct thread_order *order)
{
    free(order->tids);
    *order = (struct thread_order){0};
}

/*
 * Lists the last threads; *place is set to the number of threads before them, which are unchanged.
 * 0; -ENODATA if no tail is known to follow unchanged threads; or -errno.
 */
static int list_tail(const struct thread_order *order, int task_dir, struct listing *listing,
                     size_t *place)
{
    for (size_t i = 0; i < TAILS && tails[i] < order->count; i++) {
        int result;

        *place = order->count - tails[i];
        result = listing_read_fd_from(listing, task_dir, LISTING_POSITION(*place));
        if (result < 0)
            return result;
        if (listing->count > 0 && listing->entries[0].id == order->tids[*place])
            return 0;
    }
    *place = 0;
    return -ENODATA;
}

/* Replaces the threads from `place` on by those of the listing. */
static int replace(struct thread_order *order, size_t place, const struct listing *listing)
{
    order->count = 0;
    if (ARRAY_RESERVE(&order->tids, &order->capacity, place + listing->count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < listing->count; i++)
        order->tids[place + i] = listing->entries[i].id;
    order->count = place + listing->count;
    return 0;
}

int thread_order_list(struct thread_order *order, int task_dir, struct listing *listing)
{
    size_t place = 0;
    int result = -ENODATA;

    if (order->tails++ < THREAD_ORDER_TAILS_MAX)
        result = list_tail(order, task_dir, listing, &place);
    if (result == -ENODATA) {
        order->tails = 0;
        result = listing_read_fd_from(listing, task_dir, 0);
    }
    if (result == 0)
        result = replace(order, place, listing);
    if (result < 0)
        order->count = 0;
    return result;
}

/* --- how much of /proc must be listed --- */

/*
 * Each fork allocates one PID, so the two counts should grow alike. Many more forks than PIDs: the
 * PIDs have wrapped around. Many more PIDs than forks: forks failed after their PID was allocated.
 * The margin covers forks between the two reads.
 */
#define FORKS_AHEAD 256

bool fork_count_spare(struct fork_count *forks, uint64_t count)
{
    if (count == 0 || forks->listed.count != count || forks->spared >= FORK_COUNT_SPARED_MAX)
        return false;
    forks->spared++;
    return true;
}

pid_t fork_count_start(const struct fork_count *forks, struct fork_moment now)
{
    const struct fork_moment *start = &forks->start;
    uint64_t made, ids;

    if (now.count == 0 || forks->listed.count == 0 || forks->spared >= FORK_COUNT_SPARED_MAX)
        return 0;
    if (forks->in_namespace || now.last_id < start->last_id)
        return 0;
    made = now.count - start->count;
    ids = (uint64_t)(now.last_id - start->last_id);
    if (made > ids + FORKS_AHEAD || ids > made + FORKS_AHEAD)
        return 0;
    return start->last_id;
}

void fork_count_check(struct fork_count *forks, uint64_t known, uint64_t count)
{
    if (forks->tasks > known || forks->listed.count != count)
        forks->spared = FORK_COUNT_SPARED_MAX;
    forks->tasks = 0;
}

void fork_count_forget(struct fork_count *forks)
{
    forks->listed = (struct fork_moment){0};
    forks->tasks = 0;
}

void fork_count_note_whole(struct fork_count *forks, int dir, struct fork_moment before)
{
    if (before.count > 0 && !forks->asked) {
        forks->hides = hidepid_is_set(dir) != 0; /* unknown counts as hidden */
        forks->in_namespace = !kernel_has_namespace(KERNEL_FIRST_PID);
        forks->asked = true;
    }
    forks->start = forks->listed;
    forks->listed = before;
    forks->spared = 0;
    forks->tasks = 0;
    if (forks->hides)
        fork_count_forget(forks);
}

void fork_count_note_end(struct fork_count *forks, struct fork_moment before, uint64_t tasks)
{
    forks->listed = before;
    forks->spared++;
    forks->tasks = tasks;
}
