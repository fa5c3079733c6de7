/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "tests/common/ended_rows.h"
#include "tests/common/fixed_host.h"
#include "tests/tui/frames_host.h"

/* Adds exited tasks of several names, with less and less CPU time, in 2 s, and PSI. */
static void add_ended(struct sample *sample)
{
    static char names[14][16];
    struct snapshot before;

    ended_sample_clear(&sample->ended);
    sample->ended.watched = sample->ended.counted = true;
    sample->ended.interval_ns = 2000 * MS;
    sample->ended.processes = 185;
    sample->ended.threads = 0;
    sample->ended.forks = 122;
    sample->ended.execs = 96;
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const struct made made = {
            names[i],    "make", 13 * (i + 1), i < 12 ? 900 >> i : 0, 40, i % 3 ? 0 : 99993002,
            TASK_PROCESS};

        snprintf(names[i], sizeof(names[i]), "step-%c", 'a' + (int)i);
        ended_row_add(&sample->ended.rows, &made);
    }
    snapshot_init(&before);
    if (ended_sample_complete(&sample->ended, &before) < 0)
        errx(EXIT_FAILURE, "out of memory");
    snapshot_fini(&before);
    sample->pressures[PRESSURE_CPU] = (struct pressure){.has_some = true, .some = 80.9};
    sample->pressures[PRESSURE_IO] =
        (struct pressure){.has_some = true, .has_full = true, .some = 2.1, .full = 1};
}

#define DOCKER(digit)                \
    "0::/system.slice/docker-" digit \
    "9f2c4d1e5a60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00.scope"
#define KUBERNETES                                                      \
    "0::/kubepods.slice/kubepods-burstable.slice/"                      \
    "kubepods-burstable-pod0c1d2e3f_4a5b_6c7d_8e9f_0a1b2c3d4e5f.slice/" \
    "cri-containerd-59f2c4d1e5a60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00.scope"

/* Whose names are known, but for the last one, which is still looked for. */
static const struct {
    const char *cgroup;
    pid_t processes[4];
    const char *texts[CONTAINER_TEXTS];
} containers[] = {
    {KUBERNETES, {300}, {"db", "orders-db-0", "shop", "postgres:16"}},
    {DOCKER("0"), {412, 413, 32000}, {"builder", "", "", "gcc:12"}},
    {DOCKER("1"), {430, 441}, {NULL}},
};

#define CONTAINERS (sizeof(containers) / sizeof(containers[0]))

static void contain(struct sample *sample)
{
    for (size_t i = 0; i < sample->snapshot.count; i++)
        for (size_t container = 0; container < CONTAINERS; container++)
            for (size_t at = 0; at < 4; at++)
                if (containers[container].processes[at] == sample->snapshot.tasks[i].tgid)
                    sample->snapshot.tasks[i].details->cgroup = containers[container].cgroup;
}

static struct container_labels *open_labels(void)
{
    struct container_labels *labels;

    if (container_labels_open(NULL, &labels) < 0)
        errx(EXIT_FAILURE, "out of memory");
    container_labels_defer(labels);
    for (size_t i = 0; i < CONTAINERS; i++) {
        container_labels_text(labels, containers[i].cgroup, CONTAINER_TEXT_NAME);
        if (containers[i].texts[0])
            container_labels_learn(labels, containers[i].cgroup, containers[i].texts);
    }
    return labels;
}

static void open_fixed(struct frames_host *host)
{
    fixed_host_init(&host->processes);
    fixed_host_init_threads(&host->threads);
    if (host->hybrid)
        fixed_host_make_hybrid(&host->processes);
    if (host->limited)
        fixed_host_make_container(&host->processes);
    if (host->unknown)
        fixed_host_make_unknown(&host->processes);
    if (host->ended)
        add_ended(&host->processes);
    if (host->has_earlier) {
        fixed_host_init(&host->earlier);
        fixed_host_make_earlier(&host->earlier);
    }
    if (host->contained) {
        contain(&host->processes);
        contain(&host->threads);
        host->labels = open_labels();
    }
}

static void open_tree(struct frames_host *host)
{
    const struct source_options options = {.procfs = host->tree};
    struct buf why = {0};

    sample_init(&host->processes);
    if (scanner_open(&options, &host->scanner, &why))
        errx(EXIT_FAILURE, "%s", buf_text(&why));
    buf_fini(&why);
}

static void open_cgroups(struct frames_host *host)
{
    struct buf names_root = {0};

    buf_printf(&names_root, "%s/../names/root", host->cgroup_root);
    if (cgroup_reader_open(host->cgroup_root, &host->cgroups) < 0 ||
        container_labels_open(buf_text(&names_root), &host->labels) < 0)
        errx(EXIT_FAILURE, "the control groups cannot be read");
    buf_fini(&names_root);
}

void frames_host_open(struct frames_host *host)
{
    if (host->tree)
        open_tree(host);
    else
        open_fixed(host);
    if (host->cgroup_root)
        open_cgroups(host);
}

void frames_host_close(struct frames_host *host)
{
    container_labels_close(host->labels);
    cgroup_reader_close(host->cgroups);
    scanner_close(host->scanner);
    sample_fini(&host->processes);
    if (host->has_earlier)
        fixed_host_fini(&host->earlier);
    if (!host->scanner)
        fixed_host_fini(&host->threads);
}

bool frames_host_take_option(struct frames_host *host, const char *option)
{
    const struct {
        const char *name;
        bool *chosen;
    } flags[] = {
        {"--hybrid", &host->hybrid},        {"--limited", &host->limited},
        {"--unknown", &host->unknown},      {"--entries", &host->with_entries},
        {"--colours", &host->colours},      {"--ended", &host->ended},
        {"--containers", &host->contained}, {"--earlier", &host->has_earlier},
        {"--changes", &host->changes},
    };

    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (strcmp(option, flags[i].name) == 0) {
            *flags[i].chosen = true;
            return true;
        }
    }
    if (strncmp(option, "--tree=", 7) == 0)
        host->tree = option + 7;
    else if (strncmp(option, "--cgroups=", 10) == 0)
        host->cgroup_root = option + 10;
    else
        return false;
    return true;
}

/* A recorded host does not change: what it counted counts as that of the last 100 seconds. */
static void add_changes(struct cgroup_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct cgroup_figures *figures = &table->rows[i].figures;

        table->rows[i].change = (struct cgroup_change){
            .has = figures->have & (CGROUP_USAGE | CGROUP_THROTTLING | CGROUP_IO),
            .usage_us = figures->usage_us,
            .usage_span_ns = (uint64_t)(100 * NS_PER_S),
            .periods = figures->periods,
            .throttled_periods = figures->throttled_periods,
            .read_bytes = figures->read_bytes,
            .written_bytes = figures->written_bytes,
            .io_span_ns = (uint64_t)(100 * NS_PER_S),
        };
    }
}

void frames_host_read_cgroups(struct frames_host *host, struct sample *sample)
{
    if (!host->cgroups)
        return;
    if (*sample->request.cgroup && cgroup_reader_read_group(host->cgroups, sample->request.cgroup,
                                                            CGROUP_ALL, &sample->cgroup) < 0)
        errx(EXIT_FAILURE, "the control group cannot be read");
    if (sample->request.cgroups &&
        cgroup_reader_read(host->cgroups, &sample->request.cgroup_request, &sample->cgroups) < 0)
        errx(EXIT_FAILURE, "the control groups cannot be read");
    add_changes(&sample->cgroups);
    sample->cgroups.compared = true;
}
