/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/time_sum.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "tests/bpf/sources.h"
#include "tests/common/cpu.h"
#include "tests/common/verdict.h"

/* A thread of this process that has used a noticeable amount of time, and stays. */
static void *burn(void *burnt)
{
    use_cpu_ns(20 * ns_per_tick());
    pthread_barrier_wait(burnt);
    for (;;)
        pause();
    return NULL;
}

static void start_burning(void)
{
    static pthread_barrier_t burnt;
    pthread_t thread;
    int error;

    pthread_barrier_init(&burnt, NULL, 2);
    error = pthread_create(&thread, NULL, burn, &burnt);
    if (error)
        fail("a thread cannot be started: %s", strerror(error));
    pthread_barrier_wait(&burnt);
}

void time_sum_check(struct source *bpf)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT};
    struct snapshot snapshot;
    struct own_row own;
    uint64_t sum;

    start_burning();
    snapshot_init(&snapshot);
    own = sources_scan_self(bpf, &request, &snapshot);
    sum = own.row->utime_ns + own.row->stime_ns;
    /* User and system time are cut to ticks apart. */
    if (sum + 2 * (uint64_t)ns_per_tick() < own.before_ns || sum > own.after_ns)
        fail("expected %" PRIu64 " to %" PRIu64 " ns that our threads have used, and not %" PRIu64,
             own.before_ns, own.after_ns, sum);
    snapshot_fini(&snapshot);
}
