/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/cpus.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/base/units.h"

struct cpu_ticks cpu_ticks_since(const struct cpu_ticks *now, const struct cpu_ticks *before)
{
    struct cpu_ticks ticks = {.compared = true};

    for (int i = 0; i < CPU_STATES; i++) {
        int64_t grown = counter_grown((int64_t)before->in[i], (int64_t)now->in[i]);

        if (grown == COUNT_UNKNOWN && (i == CPU_IDLE || i == CPU_IOWAIT))
            grown = 0;
        if (grown == COUNT_UNKNOWN)
            return (struct cpu_ticks){0};
        ticks.in[i] = (uint64_t)grown;
    }
    return cpu_ticks_total(now) >= cpu_ticks_total(before) ? ticks : (struct cpu_ticks){0};
}

/* --- /proc/stat --- */

/* Old kernels have fewer states than CPU_STATES; the others stay 0. */
static struct cpu_ticks take_ticks(const char *text, const char *end)
{
    struct cpu_ticks ticks = {0};

    for (int i = 0; i < CPU_STATES && decimal_take_next(&text, end, &ticks.in[i]); i++)
        ;
    return ticks;
}

static int add_cpu(struct stat_file *stat, uint64_t id, struct cpu_ticks ticks)
{
    if (id > INT_MAX)
        return 0;
    if (ARRAY_RESERVE(&stat->cpus, &stat->cpu_capacity, stat->cpu_count + 1) < 0)
        return -ENOMEM;
    stat->cpus[stat->cpu_count++] = (struct cpu_line){(int)id, ticks};
    return 0;
}

static int take_line(struct span line, struct stat_file *stat)
{
    const char *end = span_end(line);
    uint64_t id;

    if (span_take_prefix(&line, "cpu")) {
        if (decimal_take(&line.text, end, &id))
            return add_cpu(stat, id, take_ticks(line.text, end));
        stat->total = take_ticks(line.text, end);
    } else if (span_take_prefix(&line, "processes")) {
        decimal_take_next(&line.text, end, &stat->forks);
    }
    return 0;
}

static int compare_lines(const void *a, const void *b)
{
    const struct cpu_line *left = a, *right = b;

    return (left->id > right->id) - (left->id < right->id);
}

/* A file that stands in for the kernel's may have any order, and an ID twice. */
static void order(struct stat_file *stat)
{
    size_t kept = 0;

    if (stat->cpu_count == 0)
        return;
    qsort(stat->cpus, stat->cpu_count, sizeof(*stat->cpus), compare_lines);
    for (size_t i = 1; i < stat->cpu_count; i++)
        if (stat->cpus[i].id != stat->cpus[kept].id)
            stat->cpus[++kept] = stat->cpus[i];
    stat->cpu_count = kept + 1;
}

int stat_file_parse(const char *text, size_t len, struct stat_file *stat)
{
    struct span rest = {text, len}, line;
    int result = 0;

    stat->total = (struct cpu_ticks){0};
    stat->cpu_count = 0;
    stat->forks = 0;
    while (result == 0 && span_take_part(&rest, '\n', &line))
        result = take_line(line, stat);
    order(stat);
    return result;
}

void stat_file_fini(struct stat_file *stat)
{
    free(stat->cpus);
    *stat = (struct stat_file){.cpus = NULL};
}
