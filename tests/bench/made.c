/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bench/made.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/units.h"
#include "lib/text/names.h"
#include "ps/grammar/grammar.h"
#include "ps/order.h"
#include "ps/out_text.h"

#define TRIES 9

static const char command[] = "/usr/lib/jvm/java-17/bin/java\0-Xmx8g\0-jar\0/srv/app/server.jar";

static pid_t parent_of(enum made_shape shape, size_t index)
{
    if (shape == MADE_CHAIN)
        return (pid_t)(1000 + index - 1);
    return index == 0 ? 1 : 1000;
}

/* Figures of as many digits as those of a busy host. */
static void add_task(struct snapshot *snapshot, enum made_shape shape, size_t index)
{
    struct task *task = snapshot_add(snapshot);
    const pid_t id = (pid_t)(1000 + index);
    const struct process process = {
        .ppid = shape == MADE_THREADS ? 1 : parent_of(shape, index),
        .nlwp = 16000,
    };

    if (!task || snapshot_set_process(snapshot, task, &process) < 0)
        errx(EXIT_FAILURE, "no memory");
    task->have = NEED_SCANNED | NEED_CMDLINE;
    task->kind = shape == MADE_THREADS ? TASK_THREAD : TASK_PROCESS;
    task->tid = id;
    task->tgid = shape == MADE_THREADS ? 1000 : id;
    task->comm = "http-nio-8080-e";
    task->euid = 0;
    task->state = 'S';
    task->utime_ns = (uint64_t)index * 1000000 * 37 % 100000000000;
    task->stime_ns = task->utime_ns / 3;
    task->start_ns = NS_PER_S + (uint64_t)index * 1000000;
    task->cmdline = command;
    task->cmdline_len = sizeof(command) - 1;
}

static void parse(struct made *made, char *const words[])
{
    const struct ps_environment environment = {0};
    struct buf error = {0};
    int count = 0;

    while (words[count])
        count++;
    ps_options_init(&made->options);
    if (grammar_parse(count, words, &environment, &made->options, &error) < 0)
        errx(EXIT_FAILURE, "%s", buf_text(&error));
    buf_fini(&error);
}

void made_init(struct made *made, enum made_shape shape, size_t count, char *const words[])
{
    *made = (struct made){.names = name_cache_new()};
    made->rows = calloc(count + 1, sizeof(*made->rows));
    if (!made->names || !made->rows)
        errx(EXIT_FAILURE, "no memory");
    parse(made, words);
    snapshot_init(&made->snapshot);
    for (size_t i = 0; i < count; i++)
        add_task(&made->snapshot, shape, i);
    made->snapshot.system = (struct system_info){
        .realtime_ns = 1700000000 * NS_PER_S,
        .uptime_ns = 100000 * NS_PER_S,
        .mem_total_kib = 16777216,
        .pid_digits = 7,
        .page_kib = 4,
    };
}

void made_fini(struct made *made)
{
    free(made->rows);
    name_cache_free(made->names);
    snapshot_fini(&made->snapshot);
    ps_options_fini(&made->options);
}

static double cpu_ms(void)
{
    return (double)clock_ns(CLOCK_PROCESS_CPUTIME_ID) / 1e6;
}

static struct column_context context_of(struct made *made)
{
    return (struct column_context){
        .system = &made->snapshot.system,
        .names = made->names,
    };
}

double made_order_ms(struct made *made)
{
    const struct column_context context = context_of(made);
    const double begin = cpu_ms();

    if (order_rows(&made->snapshot, &made->options, &context, made->rows) < 0)
        errx(EXIT_FAILURE, "no memory");
    return cpu_ms() - begin;
}

double made_print_ms(struct made *made)
{
    const struct column_context context = context_of(made);
    const struct listing listing = {
        .options = &made->options,
        .format = &made->options.format,
        .context = &context,
        .screen = {.columns = SCREEN_UNLIMITED, .lines = 24},
        .rows = made->rows,
        .count = made->snapshot.count,
    };
    FILE *out = fopen("/dev/null", "w");
    double begin;

    if (!out)
        errx(EXIT_FAILURE, "no /dev/null");
    begin = cpu_ms();
    if (text_write(&listing, out) < 0)
        errx(EXIT_FAILURE, "the listing cannot be written");
    fclose(out);
    return cpu_ms() - begin;
}

double made_least_ms(struct made *made, double (*measure)(struct made *made))
{
    double least = measure(made);

    for (int i = 1; i < TRIES; i++) {
        const double this = measure(made);

        if (this < least)
            least = this;
    }
    return least;
}
