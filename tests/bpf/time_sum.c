/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/time_sum.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "tests/common/cpu.h"
#include "tests/common/rows.h"
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

bool time_sum_is_right(struct source *bpf)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT};
    static pthread_barrier_t burnt;
    struct snapshot snapshot;
    const struct task *row;
    uint64_t before, after, sum;
    pthread_t thread;
    int error;

    pthread_barrier_init(&burnt, NULL, 2);
    error = pthread_create(&thread, NULL, burn, &burnt);
    if (error)
        die("pthread_create failed", error);
    pthread_barrier_wait(&burnt);
    snapshot_init(&snapshot);
    before = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    if (source_scan(bpf, &request, &snapshot) < 0)
        snapshot.count = 0;
    after = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    row = find_row(&snapshot, getpid());
    sum = row ? row->utime_ns + row->stime_ns : 0;
    snapshot_fini(&snapshot);
    /* User and system time are cut to ticks apart. */
    if (sum + 2 * (uint64_t)ns_per_tick() >= before && sum <= after)
        return true;
    printf("our threads have used %" PRIu64 " to %" PRIu64 " ns, and not %" PRIu64 "\n", before,
           after, sum);
    return false;
}
