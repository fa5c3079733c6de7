/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Two lists that are swapped with every scan, each in the order of the tasks. A scan goes through
 * the older one from front to back.
 */
#include "lib/source/proc/history/fd_cache.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "lib/base/array.h"

#define FILE_BYTES 6144 /* of kernel memory */

/* Of the process's descriptor limit an eighth stays free for other uses, at least so many. */
#define FREE_PART 8
#define FREE_MIN  64

/* At most this part of the host's memory is used. */
#define MEMORY_PART 64

/*
 * Nobody sees the kernel's memory, but it is charged to the cgroup of who has opened the files:
 * this is 12 MiB, so that a container of 64 MiB has room for it. It is enough for the tasks that
 * run.
 */
#define FILES_MAX 2048

/* How many files may stay open; 0 when it is unknown. */
static size_t find_limit(void)
{
    struct rlimit files;
    struct sysinfo host;
    size_t limit, free_files;

    if (getrlimit(RLIMIT_NOFILE, &files) < 0 || sysinfo(&host) < 0)
        return 0;
    limit = (size_t)((uint64_t)host.totalram * host.mem_unit / MEMORY_PART / FILE_BYTES);
    if (limit > FILES_MAX)
        limit = FILES_MAX;
    free_files = files.rlim_cur / FREE_PART;
    if (free_files < FREE_MIN)
        free_files = FREE_MIN;
    if (files.rlim_cur <= free_files)
        return 0;
    return limit < files.rlim_cur - free_files ? limit : files.rlim_cur - free_files;
}

static void close_file(struct cached_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}

static void close_all(struct cached_files *list)
{
    for (size_t i = 0; i < list->count; i++)
        close_file(&list->files[i]);
    list->count = 0;
}

void fd_cache_fini(struct fd_cache *cache)
{
    close_all(&cache->now);
    close_all(&cache->before);
    free(cache->now.files);
    free(cache->before.files);
    *cache = (struct fd_cache){0};
}

void fd_cache_begin(struct fd_cache *cache)
{
    struct cached_files before = cache->now;

    /* Found out here: a program that scans once caches nothing. */
    if (!cache->is_limit_known)
        cache->limit = find_limit();
    cache->is_limit_known = true;
    cache->now = cache->before;
    cache->now.count = 0;
    cache->before = before;
    cache->next = 0;
}

void fd_cache_end(struct fd_cache *cache)
{
    close_all(&cache->before);
}

struct cached_file fd_cache_take(struct fd_cache *cache, uint64_t key)
{
    struct cached_files *list = &cache->before;
    struct cached_file file = {.key = key, .fd = -1};

    /* Those of tasks that have not run are closed at once, to make room. */
    for (; cache->next < list->count && list->files[cache->next].key < key; cache->next++)
        close_file(&list->files[cache->next]);
    if (cache->next == list->count || list->files[cache->next].key != key)
        return file;
    file = list->files[cache->next];
    list->files[cache->next++].fd = -1;
    return file;
}

/* Files whose turn is yet to come count as well: they are open. */
bool fd_cache_has_room(const struct fd_cache *cache)
{
    return cache->now.count + (cache->before.count - cache->next) < cache->limit;
}

void fd_cache_put(struct fd_cache *cache, const struct cached_file *file)
{
    struct cached_files *list = &cache->now;

    if (list->count >= cache->limit ||
        ARRAY_RESERVE(&list->files, &list->capacity, list->count + 1) < 0) {
        close(file->fd);
        return;
    }
    list->files[list->count++] = *file;
}

void fd_cache_give_up(struct fd_cache *cache)
{
    close_all(&cache->now);
    close_all(&cache->before);
    cache->next = 0;
    cache->limit = 0;
    cache->is_limit_known = true;
}
