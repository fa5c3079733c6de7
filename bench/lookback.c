/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What keeping samples for looking back costs a refresh of top, and what they take: made-up
 * snapshots of many threads, of which some have run. Fails when keeping idle ones takes more than
 * IDLE_BAR of the time in which they are made out of figures in memory.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/figures.h"
#include "lib/base/units.h"
#include "lib/task/fields.h"
#include "top/model/lookback.h"
#include "top/model/sample.h"

#define THREADS   16000
#define REFRESHES 200
#define DELAY_NS  (3 * NS_PER_S)
#define IDLE_BAR  0.6

/* More than most caches hold: the program has done other things since the refresh before. */
static char other_memory[64 << 20];

static void forget_caches(void)
{
    memset(other_memory, 1, sizeof(other_memory));
}

static void add_thread(struct snapshot *snapshot, size_t index, size_t refresh, bool runs)
{
    struct task *task = snapshot_add(snapshot);
    char name[16];
    int len = snprintf(name, sizeof(name), "pool-%zu", index % 64);
    struct process process = {.ppid = 1, .nlwp = 100, .vsize_kib = 1 << 20, .rss_kib = 1 << 16};

    if (!task)
        err(EXIT_FAILURE, NULL);
    task->tgid = (pid_t)(1000 + index / 100 * 100);
    task->tid = (pid_t)(1000 + index);
    task->kind = TASK_THREAD;
    task->have = NEED_STAT | NEED_COMM | NEED_DELTA | NEED_NLWP | NEED_OWNER | NEED_MEM;
    task->state = 'S';
    task->start_ns = index;
    task->utime_ns = index * 1000 + (runs ? refresh * 1000000 : 0);
    task->delta_cpu_ns = runs ? 1000000 : 0;
    task->read_us = (uint32_t)refresh;
    task->comm = snapshot_name(snapshot, task, name, (size_t)len);
    if (!task->comm || snapshot_set_process(snapshot, task, &process) < 0)
        err(EXIT_FAILURE, NULL);
}

static void scan(struct sample *sample, size_t refresh, size_t running)
{
    snapshot_clear(&sample->snapshot);
    sample->snapshot.system.monotonic_ns = (refresh + 1) * DELAY_NS;
    for (size_t i = 0; i < THREADS; i++)
        add_thread(&sample->snapshot, i, refresh, (i + refresh) % THREADS < running);
}

static double show_ms(struct lookback *lookback, const struct sample *newest, size_t back)
{
    const double begin_ms = cpu_ms();

    if (lookback_show(lookback, newest, back) < 0)
        errx(EXIT_FAILURE, "a sample cannot be shown");
    return cpu_ms() - begin_ms;
}

/*
 * Returns the time to keep a sample, as a part of the time in which it was made: means, as memory
 * is made for many samples at once.
 */
static double measure(size_t running)
{
    struct sample samples[2] = {{.early = false}};
    struct lookback lookback = {.count = 0};
    double made_ms = 0, kept_ms = 0, begin_ms, back_ms, forward_ms;

    scan(&samples[0], 0, running);
    for (size_t i = 1; i <= REFRESHES; i++) {
        begin_ms = cpu_ms();
        scan(&samples[i % 2], i, running);
        made_ms += cpu_ms() - begin_ms;
        forget_caches();
        begin_ms = cpu_ms();
        if (lookback_keep(&lookback, &samples[(i + 1) % 2], &samples[i % 2]) < 0)
            err(EXIT_FAILURE, NULL);
        kept_ms += cpu_ms() - begin_ms;
    }
    back_ms = show_ms(&lookback, &samples[REFRESHES % 2], lookback.count);
    forward_ms = show_ms(&lookback, &samples[REFRESHES % 2], 1);
    printf("%d threads, %zu of them run: make %.2f ms, keep %.2f ms; %zu samples in %.2f MiB; show "
           "the oldest %.1f ms, the last but one %.1f ms\n",
           THREADS, running, made_ms / REFRESHES, kept_ms / REFRESHES, lookback.count,
           (double)lookback.bytes / (1 << 20), back_ms, forward_ms);
    lookback_fini(&lookback);
    sample_fini(&samples[0]);
    sample_fini(&samples[1]);
    return kept_ms / made_ms;
}

int main(void)
{
    const double idle = measure(0);

    measure(THREADS / 100);
    measure(THREADS);
    printf("idle: %.2f of the time in which they are made", idle);
    return at_most(idle, IDLE_BAR) ? EXIT_SUCCESS : EXIT_FAILURE;
}
