/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Two lists that change places with every scan, each in the order of the tasks; beside a scan the
 * older one is walked from front to back.
 */
#include "lib/source/proc/kept.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "lib/base/array.h"

#define FILE_BYTES 6144 /* of kernel memory */

/* Of the descriptors that the process may have an eighth is left free, for all else. */
#define FREE_PART 8

/* Of the host's memory no more than this part is taken up. */
#define MEMORY_PART 64

void kept_init(struct kept *kept)
{
    memset(kept, 0, sizeof(*kept));
}

/* How many files may be left open; 0 where it cannot be found out. */
static size_t find_limit(void)
{
    struct rlimit files;
    struct sysinfo host;
    size_t limit;

    if (getrlimit(RLIMIT_NOFILE, &files) < 0 || sysinfo(&host) < 0)
        return 0;
    limit = (size_t)((uint64_t)host.totalram * host.mem_unit / MEMORY_PART / FILE_BYTES);
    if (limit > files.rlim_cur - files.rlim_cur / FREE_PART)
        limit = files.rlim_cur - files.rlim_cur / FREE_PART;
    return limit;
}

static void close_all(struct kept_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->files[i].fd >= 0)
            close(list->files[i].fd);
    }
    list->count = 0;
}

void kept_fini(struct kept *kept)
{
    close_all(&kept->now);
    close_all(&kept->before);
    free(kept->now.files);
    free(kept->before.files);
    memset(kept, 0, sizeof(*kept));
}

void kept_begin(struct kept *kept)
{
    struct kept_list before = kept->now;

    /* Not before: who scans once keeps nothing, and need not be told. */
    if (kept->limit == 0)
        kept->limit = find_limit();
    kept->now = kept->before;
    kept->now.count = 0;
    kept->before = before;
    kept->next = 0;
    kept->on = true;
}

void kept_end(struct kept *kept)
{
    close_all(&kept->before);
    kept->on = false;
}

struct kept_file kept_take(struct kept *kept, uint64_t key)
{
    struct kept_list *list = &kept->before;
    struct kept_file file = {.key = key, .fd = -1};

    while (kept->next < list->count && list->files[kept->next].key < key)
        kept->next++;
    if (kept->next == list->count || list->files[kept->next].key != key)
        return file;
    file = list->files[kept->next];
    list->files[kept->next++].fd = -1;
    file.restless = false;
    return file;
}

/* Files that are not taken yet count as well: they are open until the scan has ended. */
bool kept_has_room(const struct kept *kept)
{
    return kept->now.count + (kept->before.count - kept->next) < kept->limit;
}

void kept_put(struct kept *kept, const struct kept_file *file)
{
    struct kept_list *list = &kept->now;

    if (list->count >= kept->limit ||
        ARRAY_RESERVE(&list->files, &list->capacity, list->count + 1) < 0) {
        close(file->fd);
        return;
    }
    list->files[list->count++] = *file;
}

struct kept_file *kept_last(struct kept *kept, uint64_t key)
{
    struct kept_list *list = &kept->now;

    if (list->count == 0 || list->files[list->count - 1].key != key)
        return NULL;
    return &list->files[list->count - 1];
}

void kept_give_up(struct kept *kept)
{
    close_all(&kept->now);
    close_all(&kept->before);
    kept->next = 0;
    kept->limit = 0;
}

static pid_t tgid_of(uint64_t key)
{
    return (pid_t)(key >> 32);
}

pid_t kept_tid(const struct kept_file *file)
{
    uint32_t place = (uint32_t)file->key;

    return place == 1 ? tgid_of(file->key) : (pid_t)(place - 1);
}

size_t kept_threads(struct kept *kept, pid_t tgid, const struct kept_file **first)
{
    const struct kept_list *list = &kept->before;
    size_t count = 0;

    while (kept->next < list->count && list->files[kept->next].key <= (uint64_t)tgid << 32)
        kept->next++;
    *first = &list->files[kept->next];
    while (kept->next + count < list->count && tgid_of(list->files[kept->next + count].key) == tgid)
        count++;
    return count > 0 && (*first)->restless ? 0 : count;
}

struct kept_mark kept_mark(const struct kept *kept)
{
    return (struct kept_mark){kept->next, kept->now.count};
}

void kept_rewind(struct kept *kept, struct kept_mark mark)
{
    struct kept_file *before = kept->before.files + mark.next;

    /* Each file put since then was taken, in the same order, or it is of a new task. */
    for (size_t i = mark.count; i < kept->now.count; i++) {
        const struct kept_file *file = &kept->now.files[i];

        while (before < kept->before.files + kept->next && before->key < file->key)
            before++;
        if (before < kept->before.files + kept->next && before->key == file->key)
            before->fd = file->fd;
        else
            close(file->fd);
    }
    kept->now.count = mark.count;
    kept->next = mark.next;
}

void kept_note(struct kept *kept, struct kept_mark mark, pid_t tgid)
{
    const struct kept_list *before = &kept->before;
    struct kept_file *first = kept->now.files + mark.count;
    size_t count = kept->now.count - mark.count;
    bool same = mark.next + count <= before->count;

    for (size_t i = 0; same && i < count; i++)
        same = before->files[mark.next + i].key == first[i].key;
    if (same && mark.next + count < before->count)
        same = tgid_of(before->files[mark.next + count].key) != tgid;
    if (count > 0)
        first->restless = !same;
}
