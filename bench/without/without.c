/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Programs without one optimisation each, for ./dev bench ablation: functions are replaced, see
 * tests/common/take_over.h, by others that do without it. meson.build defines which.
 */
#include "tests/common/take_over.h"

#ifdef WITHOUT_DELTA_CACHE
/* Each walk returns all tasks, as if none were known. */
#include "lib/source/bpf/walks.h"

TAKE_OVER(int, id_walk_read, struct id_walk *walk, int program, const struct pass *pass,
          struct records *records)
{
    struct pass alone = *pass;

    alone.again = false;
    return __real_id_walk_read(walk, program, &alone, records);
}
#endif

#ifdef WITHOUT_POPULATE
/* Memory is faulted in page by page, when it is written to. */
#include <stdlib.h>

#include "lib/base/array.h"

TAKE_OVER(void *, populate_alloc, size_t size, size_t written)
{
    return malloc(size);
}
#endif

#ifdef WITHOUT_TEXTS
/* Command lines are read from procfs, row by row. */
struct fill;

TAKE_OVER(int, fill_texts, const struct fill *fill)
{
    return 0;
}
#endif

#ifdef WITHOUT_CGROUPS
/* The control groups of each thread are read from its own file. */
#include "lib/source/bpf/support.h"

TAKE_OVER(bool, support_has_cgroups, void)
{
    return false;
}
#endif

#ifdef WITHOUT_WAIT_CACHE
/* All tasks are asked for their waits each time, as if none were known. */
#include "lib/ledger/ledger.h"

#define ledger_meet(ledger, key, start) NULL

#include "lib/source/bpf/waits.c" /* in place of the library's */
#endif

#ifdef WITHOUT_PREFETCH
/* The id walk of prefetch.bpf.c. */
#include <errno.h>

#include "bench/walk_of.h"
#include "bench/without/unfetched.lskel.h"
#include "bench/without/unfetched_bare.lskel.h"
#include "bench/without/unfetched_full.lskel.h"
#include "lib/source/bpf/load.h"

WALK_OF(unfetched)
WALK_OF(unfetched_bare)
WALK_OF(unfetched_full)

/* Where reader.c has a time limit, load.c calls load_program() itself, out of reach of --wrap. */
TAKE_OVER(int, load_program, enum program program, int *fd)
{
    if (program > PROGRAM_WALK_FULL)
        return __real_load_program(program, fd);
    *fd = program == PROGRAM_WALK        ? walk_of_unfetched()
          : program == PROGRAM_WALK_BARE ? walk_of_unfetched_bare()
                                         : walk_of_unfetched_full();
    return *fd < 0 ? -EINVAL : 0;
}

TAKE_OVER(int, load_program_within, enum program program, int64_t limit_ns, int *fd)
{
    if (program <= PROGRAM_WALK_FULL)
        return __wrap_load_program(program, fd);
    return __real_load_program_within(program, limit_ns, fd);
}
#endif

#ifdef WITHOUT_FORK_COUNT
/* /proc is listed as a whole for every scan. */
#include "lib/source/proc/history/relist.h"

TAKE_OVER(bool, fork_count_spare, struct fork_count *forks, uint64_t count)
{
    return false;
}

TAKE_OVER(pid_t, fork_count_start, const struct fork_count *forks, struct fork_moment now)
{
    return 0;
}
#endif

#ifdef WITHOUT_RECALL
/* All tasks are read in each scan, as if no clock could be relied on. */
#include "lib/source/proc/recall.h"

TAKE_OVER(void, recall_begin, struct proc_source *source)
{
    __real_recall_begin(source);
    source->run_times = CLOCK_BAD;
}
#endif

#ifdef WITHOUT_NEIGHBOUR
/* What the threads of a process share is read for each of them. */
#include "lib/source/proc/needs.h"

TAKE_OVER(const struct task *, task_reader_neighbour, const struct task_reader *reader,
          bool (*has)(const struct task *task))
{
    return NULL;
}
#endif

#ifdef WITHOUT_NUMBERS
/* Numbers are put by printf. */
#include <inttypes.h>

#include "lib/base/buf.h"

TAKE_OVER(void, buf_put_u64, struct buf *buf, uint64_t value)
{
    buf_printf(buf, "%" PRIu64, value);
}

TAKE_OVER(void, buf_put_i64, struct buf *buf, int64_t value)
{
    buf_printf(buf, "%" PRIi64, value);
}

TAKE_OVER(void, buf_put_u64_padded, struct buf *buf, uint64_t value, unsigned digits)
{
    buf_printf(buf, "%0*" PRIu64, (int)digits, value);
}
#endif

#ifdef WITHOUT_SAME_CELLS
/* ps formats each cell, even if it is the same as in the row above. */
#include "lib/column/value.h"

#define value_same(value, other) false

#include "ps/out_text.c" /* in place of the library's */
#endif
