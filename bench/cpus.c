/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cost of a walk over all processes on hosts with more CPUs, by cpus.bpf.c: CPU ms with and
 * without the resident size, and the longest run of a walk, which delays others, in ms: medians of
 * several walks. Fails if the longest run is more than RUN_MS_MAX, or if a walk without the
 * resident size depends on the number of CPUs.
 */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/cpus_16.lskel.h"
#include "bench/cpus_2.lskel.h"
#include "bench/cpus_256.lskel.h"
#include "bench/cpus_64.lskel.h"
#include "bench/figures.h"
#include "bench/walk_of.h"
#include "lib/base/units.h"
#include "lib/source/bpf/object.h"
#include "lib/source/bpf/walks.h"
#include "lib/source/procfs.h"
#include "tests/common/take_over.h"

#define PASSES     15
#define RUN_MS_MAX 0.3
#define GROWTH_MAX 1.5

WALK_OF(cpus_2)
WALK_OF(cpus_16)
WALK_OF(cpus_64)
WALK_OF(cpus_256)

static const struct {
    int cpus;
    int (*load)(void);
} hosts[] = {
    {2, walk_of_cpus_2}, {16, walk_of_cpus_16}, {64, walk_of_cpus_64}, {256, walk_of_cpus_256}};

#define HOSTS (sizeof(hosts) / sizeof(hosts[0]))

/* The runs of one pass. */
static uint64_t longest_ns, sum_ns;

TAKE_OVER(int, object_run, int program, void *argument, uint32_t size)
{
    const uint64_t start_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    const int result = __real_object_run(program, argument, size);
    const uint64_t run_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) - start_ns;

    sum_ns += run_ns;
    if (longest_ns < run_ns)
        longest_ns = run_ns;
    return result;
}

struct figures {
    double pass_ms, run_ms; /* medians: of a pass, and of the longest run of each */
};

static struct figures measure(int program, bool rss)
{
    struct pass pass = {.rss = rss};
    struct id_walk walk = {0};
    struct records records = {0};
    double passes_ms[PASSES], runs_ms[PASSES];

    if (!host_size_read(&pass.host))
        errx(EXIT_FAILURE, "the number of tasks is unknown");
    for (int i = 0; i < PASSES; i++) {
        sum_ns = longest_ns = 0;
        errno = -id_walk_read(&walk, program, &pass, &records);
        if (errno)
            err(EXIT_FAILURE, "the walk");
        passes_ms[i] = (double)sum_ns / 1e6;
        runs_ms[i] = (double)longest_ns / 1e6;
    }
    records_fini(&records);
    id_walk_fini(&walk);
    return (struct figures){median(passes_ms, PASSES), median(runs_ms, PASSES)};
}

int main(void)
{
    double first_ms = 0, longest_ms = 0, growth = 0;
    bool passes;

    printf("%6s %14s %14s %14s\n", "CPUs", "without RSS", "with RSS", "longest run");
    for (size_t i = 0; i < HOSTS; i++) {
        const int program = hosts[i].load();
        struct figures without, with;

        if (program < 0)
            errx(EXIT_FAILURE, "the program cannot be loaded");
        without = measure(program, false);
        with = measure(program, true);
        close(program);
        if (i == 0)
            first_ms = without.pass_ms;
        printf("%6d %14.2f %14.2f %14.2f\n", hosts[i].cpus, without.pass_ms, with.pass_ms,
               with.run_ms);
        if (longest_ms < with.run_ms)
            longest_ms = with.run_ms;
        if (growth < without.pass_ms / first_ms)
            growth = without.pass_ms / first_ms;
    }
    printf("the longest run, %.2f ms", longest_ms);
    passes = at_most(longest_ms, RUN_MS_MAX);
    printf("without RSS, %.2f times that of %d CPUs", growth, hosts[0].cpus);
    passes = at_most(growth, GROWTH_MAX) && passes;
    return passes ? EXIT_SUCCESS : EXIT_FAILURE;
}
