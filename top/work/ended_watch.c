/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/ended_watch.h"

#include <errno.h>

#include "lib/ended/ended.h"

void ended_watch_close(struct ended_watch *watch)
{
    if (!watch->ended)
        return;
    ended_close(watch->ended);
    snapshot_fini(&watch->last);
    *watch = (struct ended_watch){0};
}

int ended_watch_open(struct ended_watch *watch, bool threads, bool infer)
{
    struct ended_options options = {.threads = threads, .snapshots_only = infer};
    struct buf why = {0};
    int result;

    if (watch->ended && watch->threads == threads)
        return 0;
    ended_watch_close(watch);
    snapshot_init(&watch->last);
    watch->threads = threads;
    result = ended_open(&options, &watch->ended, &why);
    if (result == -EMFILE || result == -ENFILE) {
        options.snapshots_only = true;
        result = ended_open(&options, &watch->ended, &why);
    }
    buf_fini(&why);
    return result;
}

need_t ended_watch_need(const struct ended_watch *watch)
{
    return watch->ended && watch->threads && !ended_is_counted(watch->ended) ? NEED_GROUP_CPU : 0;
}

int ended_watch_begin(struct ended_watch *watch)
{
    return watch->ended ? ended_begin(watch->ended) : 0;
}

static void count_ended(struct ended_watch *watch, uint64_t forks, struct ended_sample *out)
{
    uint64_t execs;

    if (forks > 0 && watch->forks > 0 && forks >= watch->forks)
        out->forks = forks - watch->forks;
    watch->forks = forks;
    ended_exits(watch->ended, &out->processes, &out->threads);
    if (ended_execs(watch->ended, &execs))
        out->execs = execs;
}

static int take_ended(struct ended_watch *watch, const struct snapshot *snapshot, uint64_t forks,
                      struct ended_sample *out)
{
    int result = ended_update(watch->ended, snapshot);

    if (result < 0)
        return result;
    out->interval_ns = ended_interval_ns(watch->ended);
    out->watched = out->interval_ns > 0;
    out->of_threads = watch->threads;
    out->counted = ended_is_counted(watch->ended);
    out->rows.system = snapshot->system;
    result = ended_put_rows(watch->ended, &out->rows);
    if (result == 0)
        count_ended(watch, forks, out);
    if (result == 0)
        result = ended_sample_complete(out, &watch->last);
    return result == 0 ? ended_sample_copy_fresh(out, &watch->last) : result;
}

int ended_watch_take(struct ended_watch *watch, const struct snapshot *snapshot, uint64_t forks,
                     struct ended_sample *out)
{
    ended_sample_clear(out);
    return watch->ended ? take_ended(watch, snapshot, forks, out) : 0;
}
