/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/threads.h"

#include <errno.h>

#include "lib/source/proc/walk.h"

static int list_threads(struct proc_source *source, pid_t tgid)
{
    struct thread_cursor *cursor = &source->cursor;

    cursor->listed = true;
    cursor->next = 0;
    return source->walk->threads(source, tgid, &cursor->ids);
}

/* Finds the group's threads: first those in the fd cache, else by listing. */
static int find_threads(struct proc_source *source, pid_t tgid)
{
    struct thread_cursor *cursor = &source->cursor;
    int result = 0;

    cursor->found = true;
    cursor->first_row = source->snapshot->count;
    if (source->fd_cache.on) {
        id_list_clear(&source->threads);
        result = fd_cache_threads(&source->fd_cache, tgid, &source->threads);
        cursor->ids = (struct id_span){source->threads.ids, source->threads.count};
    }
    cursor->mark = fd_cache_mark(&source->fd_cache);
    return result < 0 || cursor->ids.count > 0 ? result : list_threads(source, tgid);
}

/*
 * Whether the threads from the fd cache are still all of them, as far as they have been read: each
 * still exists, and the group has as many. The first thread shows this as well as the last.
 */
static bool cached_threads_hold(const struct proc_source *source)
{
    const struct thread_cursor *cursor = &source->cursor;
    const struct snapshot *snapshot = source->snapshot;

    if (cursor->next == 0)
        return true;
    if (snapshot->count != cursor->first_row + cursor->next)
        return false;
    return (cursor->next > 1 && cursor->next < cursor->ids.count) ||
           (size_t)snapshot->tasks[snapshot->count - 1].process->nlwp == cursor->ids.count;
}

int threads_next(struct proc_source *source, pid_t tgid)
{
    struct thread_cursor *cursor = &source->cursor;
    int result = cursor->found ? 0 : find_threads(source, tgid);

    if (result < 0)
        return result;
    if (!cursor->listed && !cached_threads_hold(source)) {
        fd_cache_rewind(&source->fd_cache, cursor->mark);
        result = list_threads(source, tgid);
        return result < 0 ? result : -EAGAIN;
    }
    if (cursor->next < cursor->ids.count) {
        cursor->next++;
        return 1;
    }
    if (source->fd_cache.on && cursor->listed)
        fd_cache_note(&source->fd_cache, cursor->mark, tgid);
    return 0;
}
