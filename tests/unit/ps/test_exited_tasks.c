/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ps --ended where BPF does not count, or no longer: what can still be listed, and what is said. */
#include <errno.h>
#include <string.h>

#include "lib/ended/counted.h"
#include "lib/ended/exits.h"
#include "ps/reading.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

#define UNKNOWN "--ended: names and users of exited tasks are unknown without BPF"
#define FAILED  "--ended: BPF failed before the time was over"

/* When the programs fail: as they are loaded, or before or after a scan. */
enum failure {
    NEVER,
    AT_LOAD,
    BEFORE_FIRST,
    BEFORE_SECOND,
    AFTER_SECOND,
};

static const struct {
    enum failure failure;
    int error;
    bool threads, selects_names;
    const char *message; /* NULL: none */
} cases[] = {
    {NEVER, 0, false, true, NULL},
    {AT_LOAD, -ENOTSUP, false, true, UNKNOWN},
    {AT_LOAD, -ENOTSUP, false, false, NULL},
    {AT_LOAD, -ENOTSUP, true, false, NULL},
    {BEFORE_FIRST, -EIO, false, true, UNKNOWN},
    {BEFORE_SECOND, -EIO, false, true, FAILED},
    {AFTER_SECOND, -EIO, false, true, FAILED},
    {AFTER_SECOND, -EIO, false, false, NULL},
    {BEFORE_SECOND, -EIO, true, false, FAILED},
    {AFTER_SECOND, -EIO, true, false, FAILED},
    {AFTER_SECOND, -ENOMEM, false, false, "Cannot allocate memory"},
};

static int test, scans; /* begun */

static int error_at(enum failure failure)
{
    return cases[test].failure == failure ? cases[test].error : 0;
}

TAKE_OVER(int, counted_open, bool threads, struct counted **out, struct buf *why)
{
    static char counted;

    if (error_at(AT_LOAD) == 0)
        *out = (struct counted *)&counted;
    return error_at(AT_LOAD);
}

TAKE_OVER(void, counted_close, struct counted *counted)
{
}

TAKE_OVER(int, counted_begin, struct counted *counted)
{
    return error_at(scans++ == 0 ? BEFORE_FIRST : BEFORE_SECOND);
}

TAKE_OVER(int, counted_update, struct counted *counted, struct seen_lists *seen,
          struct exit_sums *out)
{
    return scans == 2 ? error_at(AFTER_SECOND) : 0;
}

TAKE_OVER(int, exits_open, struct exits **out)
{
    return -ENOTSUP;
}

/* Nothing is watched. */
TAKE_OVER(void, patience_rest, struct watched_thread *watched)
{
}

LOOP(what_is_unknown_is_an_error, COUNT_OF(cases))
{
    struct ps_options options = {
        .rows = cases[_i].threads ? SHOW_THREADS : SHOW_PROCESSES,
        .selection.rules = cases[_i].selects_names ? 0 : SELECT_ALL,
        .ended_ns = 1,
    };
    struct watched_thread watched = {0};
    struct snapshot snapshot;
    struct source *source;
    struct buf why = {0};
    int result;

    test = _i;
    scans = 0;
    snapshot_init(&snapshot);
    ck_assert_int_eq(source_open(&(struct source_options){.name = "task"}, &source, &why), 0);
    result = exited_tasks_read(source, &watched, &options, &snapshot);
    if (cases[_i].message)
        ck_assert_str_eq(exited_tasks_error(result), cases[_i].message);
    else
        ck_assert_int_eq(result, 0);
    source_close(source);
    snapshot_fini(&snapshot);
    buf_fini(&why);
}
