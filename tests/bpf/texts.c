/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Command lines and environments of every task of the host, byte by byte: procfs, BPF, procfs
 * again. Among them are the zoo's and those of processes that overwrite theirs, have them in odd
 * places, or start programs as fast as they can.
 *
 * A text from BPF must be that of one of the readings of procfs. A process that starts a program
 * between them may show a third, but not in every round.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/support.h"
#include "lib/text/escape.h"
#include "tests/bpf/mismatches.h"
#include "tests/bpf/odd_processes.h"
#include "tests/bpf/sources.h"
#include "tests/common/child.h"
#include "tests/common/may_load.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/zoo/zoo.h"

/* How many changes of its command line must be seen of the process that executes itself. */
#define FLIPS 100

/* How much of two texts is printed from where they differ on. */
#define SHOWN_CELLS 40

/* Children that do nothing, whose texts BPF must read. */
#define ORDINARY 20
static pid_t ordinary_pids[ORDINARY];

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

struct comparison {
    struct sources sources;
    need_t group;
    struct mismatches mismatches;
    size_t texts, by_bpf; /* of tasks that have a text, in the last round */
    size_t ordinary;      /* those of ordinary_pids that BPF has read */
};

static void put_rest(struct buf *out, const char *source, struct text text, size_t from)
{
    buf_printf(out, " %s \"", source);
    escape_put(out, text.bytes + from, text.len - from, SHOWN_CELLS);
    buf_putc(out, '"');
}

static void note_wrong(struct comparison *comparison, const struct task *task, struct text wanted,
                       struct text got)
{
    struct buf line = {0};
    size_t same = 0;

    while (same < wanted.len && same < got.len && wanted.bytes[same] == got.bytes[same])
        same++;
    buf_printf(&line, "%zu bytes by procfs, %zu by bpf, from byte %zu on:", wanted.len, got.len,
               same);
    put_rest(&line, "procfs", wanted, same);
    put_rest(&line, "bpf", got, same);
    mismatches_note(&comparison->mismatches, task, 0, buf_text(&line));
    buf_fini(&line);
}

static bool is_ordinary(pid_t pid)
{
    for (size_t i = 0; i < ORDINARY; i++)
        if (ordinary_pids[i] == pid)
            return true;
    return false;
}

/* Once more. True if every mismatch was absent from some round. */
static bool agree(struct comparison *comparison)
{
    const struct sources *sources = &comparison->sources;
    const need_t group = comparison->group;

    sources_read_group(&comparison->sources, ROWS_PROCESSES, group);
    comparison->texts = comparison->by_bpf = 0;
    comparison->ordinary = 0;
    for (size_t i = 0; i < sources->now.count; i++) {
        const struct task *task = &sources->now.tasks[i];
        const struct text now = text_of(task, group);
        const struct text before = text_of(&sources->before.tasks[i], group);
        const struct text after = text_of(&sources->after.tasks[i], group);

        comparison->texts += before.len > 0;
        if (!(task->have & group))
            continue;
        comparison->by_bpf += before.len > 0;
        comparison->ordinary += before.len > 0 && is_ordinary(task->tgid);
        if (!are_same(now, before) && !are_same(now, after))
            note_wrong(comparison, task, before, now);
    }
    return mismatches_are_gone(&comparison->mismatches);
}

static void compare(struct comparison *comparison, need_t group)
{
    const char *what = group == NEED_CMDLINE ? "command lines" : "environments";

    comparison->group = group;
    WAIT_UNTIL (agree(comparison), "%zu %s: %s", comparison->mismatches.count, what,
                mismatches_print(&comparison->mismatches))
        continue;
    printf("%zu %s, %zu by bpf\n", comparison->texts, what, comparison->by_bpf);
    /* Of others any number may be odd. */
    if (comparison->ordinary != ORDINARY)
        fail("%s: expected %d of this test's by BPF, and %zu are", what, ORDINARY,
             comparison->ordinary);
}

/* Some processes BPF must leave to procfs. */
static void expect_unread(const struct snapshot *by_bpf)
{
    for (size_t i = 0; i < odd_process_count(); i++) {
        const struct odd_process odd = odd_process_at(i);
        const struct task *row = odd.pid > 0 ? find_row(by_bpf, odd.pid) : NULL;

        if (odd.pid > 0 && !row)
            fail("expected a row of process %d, %s, and there is none", odd.pid, odd.name);
        if (row && odd.is_for_procfs && row->have & NEED_CMDLINE)
            fail("expected no command line by bpf of process %d, %s, and it is of %u bytes",
                 odd.pid, odd.name, row->cmdline_len);
    }
}

/* Reads one process by BPF; its letter as in odd_processes.h. */
static char read_letter(struct source *bpf, pid_t pid, struct snapshot *snapshot)
{
    struct task *task;

    snapshot_clear(snapshot);
    task = snapshot_add(snapshot);
    if (!task)
        fail("no memory for a task");
    task->tid = task->tgid = pid;
    sources_fill_by_bpf(bpf, snapshot, NEED_CMDLINE);
    return odd_process_letter(task);
}

static noreturn void fail_mixed(const struct task *task)
{
    struct buf line = {0};

    escape_put(&line, task->cmdline, task->cmdline_len, ESCAPE_UNLIMITED);
    fail("expected one of two command lines, and not %s", buf_text(&line));
}

/* While a process executes a program it shows the old command line, the new one, or none. */
static void look_at_flipper(struct source *bpf, struct snapshot *snapshot)
{
    size_t looks = 0;
    size_t flips = 0;
    char last = '\0';

    WAIT_UNTIL (flips >= FLIPS, "%zu programs in %zu looks", flips, looks) {
        const char letter = read_letter(bpf, odd_process_flipper(), snapshot);

        /* Before its first exec it has the command line of this test. */
        if (letter == '?' && last)
            fail_mixed(snapshot->tasks);
        if (letter && letter != '?' && letter != last) {
            flips += last != '\0';
            last = letter;
        }
        looks++;
    }
    printf("one that starts programs: another %zu times in %zu looks, never mixed\n", flips, looks);
}

static void start_ordinary(void)
{
    for (size_t i = 0; i < ORDINARY; i++) {
        ordinary_pids[i] = child_fork();
        if (ordinary_pids[i] < 0)
            fail("a child cannot be started: %s", strerror(errno));
        while (ordinary_pids[i] == 0)
            pause();
    }
}

static void run(struct comparison *comparison)
{
    struct sources *sources = &comparison->sources;

    start_ordinary();
    if (!zoo_open())
        fail("expected the zoo's tasks, and one of them cannot be made");
    odd_processes_start();
    compare(comparison, NEED_CMDLINE);
    expect_unread(&sources->now);
    compare(comparison, NEED_ENVIRON);
    look_at_flipper(sources->bpf, &sources->now);
    odd_processes_end();
    zoo_close();
    for (size_t i = 0; i < ORDINARY; i++)
        child_end(ordinary_pids[i]);
}

static bool may_read_texts(struct buf *why)
{
    if (support_sees_all())
        return may_load(PROGRAM_TEXTS, why);
    buf_puts(why, "the kernel is too old, or the user may not read all memory");
    return false;
}

int main(int argc, char **argv)
{
    struct comparison comparison = {0};
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    odd_processes_init(argc, argv);
    if (may_read_texts(&why) && sources_open(&comparison.sources, &why))
        run(&comparison);
    else
        status = skip(buf_text(&why));
    sources_close(&comparison.sources);
    buf_fini(&why);
    return status;
}
