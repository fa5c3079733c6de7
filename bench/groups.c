/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What grouping adds to the CPU time that top takes from a sample of 16,000 threads to its frame:
 * 32 pools in each of 40 processes, each in a control group of its own, a tenth of the threads
 * running.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/figures.h"
#include "lib/base/units.h"
#include "lib/source/source.h"
#include "lib/text/names.h"
#include "lib/wait/wait.h"
#include "top/screens/screens.h"
#include "top/update/update.h"
#include "top/work/scanner.h"

#define THREADS   16000
#define PROCESSES 40
#define POOLS     32
#define TRIES     15
#define BAR_MS    5.0

static struct sample sample;
static char comms[THREADS][16];
static char cgroups[PROCESSES][200];

static void add_thread(size_t index)
{
    const size_t process = index * PROCESSES / THREADS;
    const pid_t tgid = (pid_t)(1000 + process * THREADS / PROCESSES);
    struct task *task = snapshot_add(&sample.snapshot);
    struct task_details *details = task ? snapshot_add_details(&sample.snapshot, task) : NULL;
    const struct process shared = {
        .nlwp = THREADS / PROCESSES, .rss_kib = 100000, .sid = (pid_t)(100 + process % 5)};

    if (!details || snapshot_set_process(&sample.snapshot, task, &shared) < 0)
        errx(EXIT_FAILURE, "no memory");
    snprintf(comms[index], sizeof(comms[index]), "pool-%c%c-%zu", (char)('a' + index % POOLS / 8),
             (char)('a' + index % 8), index);
    task->have = ~NEED_IDS;
    task->kind = TASK_THREAD;
    task->tgid = tgid;
    task->tid = (pid_t)(1000 + index);
    task->comm = comms[index];
    task->euid = (uid_t)(process % 4);
    task->state = 'S';
    task->utime_ns = (uint64_t)index * 1000003;
    task->start_ns = NS_PER_S;
    task->delta_cpu_ns = index % 10 ? 0 : (index + 1) * 1009;
    details->cgroup = cgroups[process];
    details->sleeps_for = index % 3 ? WAIT_FUTEX : WAIT_POLL;
}

static void make_sample(void)
{
    sample_init(&sample);
    for (size_t i = 0; i < PROCESSES; i++)
        snprintf(cgroups[i], sizeof(cgroups[i]),
                 "0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod0c1d2e3f_4a5b_"
                 "6c7d_8e9f_%012zx.slice/cri-containerd-%064zx.scope",
                 i / 2, i);
    for (size_t i = 0; i < THREADS; i++)
        add_thread(i);
    sample.request = (struct sample_request){.rows = ROWS_THREADS, .need = ~(need_t)0};
    sample.interval_ns = 3 * NS_PER_S;
    sample.snapshot.system = (struct system_info){.mem_total_kib = 16777216,
                                                  .monotonic_ns = NS_PER_S,
                                                  .uptime_ns = 1000 * NS_PER_S,
                                                  .pid_digits = 7,
                                                  .page_kib = 4};
}

static double refresh_ms(struct model *model, struct frame *frame)
{
    const struct event event = {.kind = EVENT_SAMPLE, .as.sample = &sample};
    const double begin_ms = cpu_ms();

    sample.snapshot.system.monotonic_ns += 3 * NS_PER_S; /* averages count each sample once */
    update(model, &event);
    screen_view(model, frame);
    if (model->failed || frame->failed)
        errx(EXIT_FAILURE, "no memory");
    return cpu_ms() - begin_ms;
}

static double measure(struct model *model, enum group_by by)
{
    struct frame frame;
    double ms[TRIES];

    model->window->settings.group = by;
    window_update_fields(model->window);
    frame_init(&frame);
    for (size_t i = 0; i < TRIES; i++)
        ms[i] = refresh_ms(model, &frame);
    frame_fini(&frame);
    return median(ms, TRIES);
}

int main(void)
{
    const struct event size = {.kind = EVENT_SIZE, .as.size = {50, 120}};
    struct name_cache *names = name_cache_new();
    struct container_labels *labels;
    struct model model;
    double alone;
    int missed = 0;

    if (!names || container_labels_open(NULL, &labels) < 0)
        errx(EXIT_FAILURE, "no memory");
    container_labels_defer(labels);
    make_sample();
    model_init(&model, names, true);
    model.threads = true;
    model.context.containers = labels;
    update(&model, &size);
    alone = measure(&model, GROUP_BY_NOTHING);
    printf("frame of %d threads           %6.2f ms\n", THREADS, alone);
    for (unsigned by = GROUP_BY_NOTHING + 1; by < GROUP_BY_KINDS; by++) {
        const double more = measure(&model, (enum group_by)by) - alone;

        printf("grouped by %-10s adds      %6.2f ms", group_by_names[by], more);
        missed += !at_most(more, BAR_MS);
    }
    model_fini(&model);
    container_labels_close(labels);
    name_cache_free(names);
    sample_fini(&sample);
    return missed ? EXIT_FAILURE : EXIT_SUCCESS;
}
