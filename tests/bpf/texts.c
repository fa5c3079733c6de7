/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Command lines and environments of every task of the host, byte by byte: procfs, BPF, procfs
 * again. Among them are the zoo's and those of processes that overwrite theirs, have them in odd
 * places, or start programs as fast as they can.
 *
 * A text from BPF must be that of one of the readings of procfs. A process that starts a program
 * between them may show a third, but not in every round.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/back_end.h"
#include "tests/bpf/mismatches.h"
#include "tests/bpf/odd_processes.h"
#include "tests/common/rows.h"
#include "tests/common/text_program.h"
#include "tests/common/verdict.h"
#include "tests/zoo/zoo.h"

/* How often the process is looked at that starts one program after the other. */
#define LOOKS 2000

struct text {
    const char *bytes;
    size_t len;
};

static struct text text_of(const struct task *task, need_t group)
{
    if (group == NEED_CMDLINE)
        return (struct text){task->cmdline, task->cmdline_len};
    if (!task->details)
        return (struct text){"", 0};
    return (struct text){task->details->environ, task->details->environ_len};
}

static bool are_same(struct text a, struct text b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.bytes, b.bytes, a.len) == 0);
}

/* Tasks with the ids of `from`, of which nothing is known but that. */
static void copy_ids(const struct snapshot *from, struct snapshot *to)
{
    snapshot_clear(to);
    for (size_t i = 0; i < from->count; i++) {
        struct task *task = snapshot_add(to);

        if (!task)
            abort();
        task->tid = from->tasks[i].tid;
        task->tgid = from->tasks[i].tgid;
        task->kind = from->tasks[i].kind;
    }
}

struct comparison {
    struct source *proc, *bpf;
    need_t group;
    struct snapshot ids, before, now, after;
    struct mismatches mismatches;
    size_t texts, by_bpf; /* of tasks that have a text, in the last round */
};

/* Reads the group of all tasks: what BPF alone can read, or what procfs says. */
static void read_all(const struct comparison *comparison, struct source *source,
                     struct snapshot *into)
{
    const need_t group = comparison->group;

    copy_ids(&comparison->ids, into);
    if (source == comparison->bpf) {
        const int result = source->ops->fill_ahead(source, into, group, group);

        if (result < 0)
            die("reading ahead failed", result);
    } else {
        source_fill_all(source, into, group, group);
    }
}

static void compare_round(struct comparison *comparison)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES};

    const int result = source_scan(comparison->proc, &request, &comparison->ids);

    if (result < 0)
        die("a scan failed", result);
    read_all(comparison, comparison->proc, &comparison->before);
    read_all(comparison, comparison->bpf, &comparison->now);
    read_all(comparison, comparison->proc, &comparison->after);
    comparison->texts = comparison->by_bpf = 0;
    for (size_t i = 0; i < comparison->now.count; i++) {
        const struct task *task = &comparison->now.tasks[i];
        const struct text now = text_of(task, comparison->group);
        const struct text before = text_of(&comparison->before.tasks[i], comparison->group);

        comparison->texts += before.len > 0;
        if (!(task->have & comparison->group))
            continue;
        comparison->by_bpf += before.len > 0;
        if (!are_same(now, before) &&
            !are_same(now, text_of(&comparison->after.tasks[i], comparison->group)))
            mismatches_note(&comparison->mismatches, task, 0, "a wrong text");
    }
}

/* The number of tasks whose text is wrong in every round; 1 more if BPF has hardly read any. */
static size_t compare(struct comparison *comparison, need_t group)
{
    struct mismatches *mismatches = &comparison->mismatches;
    size_t wrong;

    comparison->group = group;
    do
        compare_round(comparison);
    while (mismatches_end_round(mismatches));
    wrong = mismatches->count;
    printf("%s: %zu texts, %zu by BPF, %zu wrong\n",
           group == NEED_CMDLINE ? "command lines" : "environments", comparison->texts,
           comparison->by_bpf, wrong);
    mismatches_print(mismatches);
    mismatches_fini(mismatches);
    /* All but a few oddities. */
    return wrong + (comparison->by_bpf < comparison->texts / 2);
}

/* The number of processes that BPF has read and must leave to procfs. */
static size_t count_misread(const struct comparison *comparison)
{
    size_t misread = 0;

    for (size_t i = 0; i < odd_process_count(); i++) {
        const struct odd_process odd = odd_process_at(i);
        const struct task *row = find_row(&comparison->now, odd.pid);

        if (odd.is_for_procfs && row && row->have & NEED_CMDLINE) {
            printf("%s is read where procfs does not read\n", odd.name);
            misread++;
        }
    }
    return misread;
}

/* A process that is just another program shows one command line or the other, or none. */
static size_t look_at_flipper(struct source *bpf)
{
    size_t mixed = 0;
    size_t seen = 0;

    for (int i = 0; i < LOOKS; i++) {
        struct snapshot snapshot;
        struct task *task;

        snapshot_init(&snapshot);
        task = snapshot_add(&snapshot);
        if (!task)
            abort();
        task->tid = task->tgid = odd_process_flipper();
        if (bpf->ops->fill_ahead(bpf, &snapshot, NEED_CMDLINE, NEED_CMDLINE) == 0 &&
            odd_process_is_flipped(task)) {
            seen++;
            mixed += odd_process_is_mixed(task);
        }
        snapshot_fini(&snapshot);
    }
    printf("one that starts programs: seen %zu times, %zu times mixed\n", seen, mixed);
    return mixed + (seen == 0);
}

static size_t run(struct comparison *comparison)
{
    size_t wrong;

    snapshot_init(&comparison->ids);
    snapshot_init(&comparison->before);
    snapshot_init(&comparison->now);
    snapshot_init(&comparison->after);
    wrong = compare(comparison, NEED_CMDLINE);
    wrong += count_misread(comparison);
    wrong += compare(comparison, NEED_ENVIRON);
    wrong += look_at_flipper(comparison->bpf);
    snapshot_fini(&comparison->ids);
    snapshot_fini(&comparison->before);
    snapshot_fini(&comparison->now);
    snapshot_fini(&comparison->after);
    return wrong;
}

/* Whether the program can be loaded here; if not, a line in `why`. */
static bool open_both(struct comparison *comparison, struct buf *why)
{
    struct source_options options = {.name = "task"};
    const int program = text_program_load(why);

    if (program < 0)
        return false;
    close(program);
    if (source_open(&options, &comparison->proc, why) < 0)
        return false;
    options.name = "bpf";
    return source_open(&options, &comparison->bpf, why) == 0;
}

int main(int argc, char **argv)
{
    struct comparison comparison = {0};
    struct buf why = {0};
    size_t wrong;

    odd_processes_init(argc, argv);
    if (!open_both(&comparison, &why))
        return skip(buf_text(&why));
    if (!zoo_open() || !odd_processes_start())
        return EXIT_FAILURE;
    wrong = run(&comparison);
    odd_processes_end();
    zoo_close();
    source_close(comparison.bpf);
    source_close(comparison.proc);
    buf_fini(&why);
    return wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
