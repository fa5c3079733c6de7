/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/cpus.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/number.h"
#include "lib/base/share.h"

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

/* Moves *text past a word. False if the text does not begin with it. */
static bool take_word(const char **text, const char *end, const char *word)
{
    const size_t len = strlen(word);

    if ((size_t)(end - *text) < len || memcmp(*text, word, len) != 0)
        return false;
    *text += len;
    return true;
}

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

static int take_line(const char *text, const char *end, struct stat_file *stat)
{
    uint64_t id;

    if (take_word(&text, end, "cpu")) {
        if (decimal_take(&text, end, &id))
            return add_cpu(stat, id, take_ticks(text, end));
        stat->total = take_ticks(text, end);
    } else if (take_word(&text, end, "processes")) {
        decimal_take_next(&text, end, &stat->forks);
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
    const char *end = text + len;
    int result = 0;

    stat->total = (struct cpu_ticks){0};
    stat->cpu_count = 0;
    stat->forks = 0;
    while (result == 0 && text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));

        result = take_line(text, newline ? newline : end, stat);
        text = newline ? newline + 1 : end;
    }
    order(stat);
    return result;
}

void stat_file_fini(struct stat_file *stat)
{
    free(stat->cpus);
    *stat = (struct stat_file){.cpus = NULL};
}
