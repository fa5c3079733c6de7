/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench/synthetic.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/figures.h"
#include "lib/base/units.h"
#include "lib/text/names.h"
#include "ps/arrangement.h"
#include "ps/options.h"
#include "ps/printing.h"

#define TRIES 9

static const char command[] = "/usr/lib/jvm/java-17/bin/java\0-Xmx8g\0-jar\0/srv/app/server.jar";

static pid_t parent_of(enum synthetic_shape shape, size_t index)
{
    if (shape == SHAPE_CHAIN)
        return (pid_t)(1000 + index - 1);
    return shape == SHAPE_THREADS || index == 0 ? 1 : 1000;
}

/* Figures of as many digits as those of a busy host. */
static void add_task(struct snapshot *snapshot, enum synthetic_shape shape, size_t index)
{
    struct task *task = snapshot_add(snapshot);
    const pid_t id = (pid_t)(1000 + index);
    const struct process process = {
        .ppid = parent_of(shape, index),
        .nlwp = 16000,
    };

    if (!task || snapshot_set_process(snapshot, task, &process) < 0)
        errx(EXIT_FAILURE, "no memory");
    task->have = NEED_SCANNED | NEED_CMDLINE;
    task->kind = shape == SHAPE_THREADS ? TASK_THREAD : TASK_PROCESS;
    task->tid = id;
    task->tgid = shape == SHAPE_THREADS ? 1000 : id;
    task->comm = "http-nio-8080-e";
    task->euid = 0;
    task->state = 'S';
    task->utime_ns = (uint64_t)index * 1000000 * 37 % 100000000000;
    task->stime_ns = task->utime_ns / 3;
    task->start_ns = NS_PER_S + (uint64_t)index * 1000000;
    task->cmdline = command;
    task->cmdline_len = sizeof(command) - 1;
}

static void parse(struct synthetic_listing *listing, char *const words[])
{
    const struct ps_environment environment = {0};
    struct buf error = {0};
    int count = 0;

    while (words[count])
        count++;
    ps_options_init(&listing->options);
    if (grammar_parse(count, words, &environment, &listing->options, &error) < 0)
        errx(EXIT_FAILURE, "%s", buf_text(&error));
    buf_fini(&error);
}

void synthetic_init(struct synthetic_listing *listing, enum synthetic_shape shape, size_t count,
                    char *const words[])
{
    *listing = (struct synthetic_listing){.names = name_cache_new(), .columns = SCREEN_UNLIMITED};
    listing->rows = calloc(count + 1, sizeof(*listing->rows));
    if (!listing->names || !listing->rows)
        errx(EXIT_FAILURE, "no memory");
    parse(listing, words);
    snapshot_init(&listing->snapshot);
    for (size_t i = 0; i < count; i++)
        add_task(&listing->snapshot, shape, i);
    listing->snapshot.system = (struct system_info){
        .realtime_ns = 1700000000 * NS_PER_S,
        .uptime_ns = 100000 * NS_PER_S,
        .mem_total_kib = 16777216,
        .pid_digits = 7,
        .page_kib = 4,
    };
}

void synthetic_fini(struct synthetic_listing *listing)
{
    free(listing->rows);
    name_cache_free(listing->names);
    snapshot_fini(&listing->snapshot);
    ps_options_fini(&listing->options);
}

static struct column_context context_of(struct synthetic_listing *listing)
{
    return (struct column_context){
        .system = &listing->snapshot.system,
        .names = listing->names,
    };
}

double synthetic_order_ms(struct synthetic_listing *listing)
{
    const struct column_context context = context_of(listing);
    const double begin = cpu_ms();

    if (arrangement_order(&listing->snapshot, &listing->options, &context, listing->rows) < 0)
        errx(EXIT_FAILURE, "no memory");
    return cpu_ms() - begin;
}

double synthetic_print_ms(struct synthetic_listing *listing)
{
    const struct column_context context = context_of(listing);
    const struct listing printed = {
        .options = &listing->options,
        .format = &listing->options.format,
        .context = &context,
        .screen = {.columns = listing->columns, .lines = 24},
        .rows = listing->rows,
        .count = listing->snapshot.count,
    };
    FILE *out = fopen("/dev/null", "w");
    double begin;

    if (!out)
        errx(EXIT_FAILURE, "no /dev/null");
    begin = cpu_ms();
    if (out_text_write(&printed, out) < 0)
        errx(EXIT_FAILURE, "the listing cannot be written");
    fclose(out);
    return cpu_ms() - begin;
}

double synthetic_median_ms(struct synthetic_listing *listing,
                           double (*measure)(struct synthetic_listing *listing))
{
    double ms[TRIES];

    for (size_t i = 0; i < TRIES; i++)
        ms[i] = measure(listing);
    return median(ms, TRIES);
}
