/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Storms of processes and threads that end as fast as they can be made, on all processors at once,
 * while they are read without a pause, and crowds of threads that end at one moment: each is
 * counted once. Then with more names than any table has room for: the total is right; and with as
 * many names of one pool, which are of one kind.
 *
 * Exits with 77 where it cannot run.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/source/bpf/ended_probe.h"
#include "tests/bpf/ended_reading.h"
#include "tests/common/child.h"
#include "tests/common/host.h"
#include "tests/common/may_load.h"
#include "tests/common/small_thread.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define WORKERS_MAX 8

/* Tasks of each worker. */
#define PROCESSES 2000
#define CROWD     6000
#define THREADS   20000

_Static_assert(THREADS > ENDED_SUMS, "one worker's names are more than a table has");

#define WORKER "worker" /* does not count */

static char prefix[12]; /* of all other names */

/* Names with other letters are of other kinds, those with other digits are not. */
static bool in_letters;

static void take_name(unsigned number)
{
    char name[32], digits[11]; /* the kernel cuts it */

    snprintf(digits, sizeof(digits), "%u", number);
    if (in_letters)
        ended_reading_spell(digits);
    snprintf(name, sizeof(name), "%s%s", prefix, digits);
    prctl(PR_SET_NAME, name);
}

static void make_process(unsigned name)
{
    const pid_t child = fork();

    if (child == 0) {
        take_name(name);
        _exit(0);
    }
    if (child < 0 || waitpid(child, NULL, 0) != child)
        _exit(EXIT_FAILURE);
}

static void *end_at_once(void *name)
{
    take_name(*(const unsigned *)name);
    return NULL;
}

static void make_thread(unsigned name)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, end_at_once, &name) != 0 || pthread_join(thread, NULL) != 0)
        _exit(EXIT_FAILURE);
}

/* Threads take their name from who makes them. */
static void make_lasting_thread(unsigned name)
{
    pthread_t thread;

    take_name(name);
    if (!small_thread_start(&thread, small_thread_sleep_on, NULL))
        _exit(EXIT_FAILURE);
    prctl(PR_SET_NAME, WORKER);
}

static const struct storm {
    const char *what;
    void (*make)(unsigned name);
    unsigned count; /* of each worker */
    bool threads;
    bool of_many_names;
    bool of_one_pool;
} storms[] = {
    {"processes", make_process, PROCESSES, false, false, false},
    {"threads", make_thread, THREADS, true, false, false},
    {"a crowd of threads", make_lasting_thread, CROWD, true, false, false},
    {"threads of many names", make_thread, THREADS, true, true, false},
    {"threads of one pool", make_thread, THREADS, true, false, true},
};

struct storm_run {
    const struct storm *storm;
    struct ended_reading reading;

    /* How many were counted: with our prefix, without a name, and in all. */
    uint64_t ours, nameless, all;
};

static void read_tasks(struct storm_run *run)
{
    const struct snapshot *rows = &run->reading.rows;

    ended_reading_next(&run->reading);
    for (size_t i = 0; i < rows->count; i++) {
        const struct task *task = &rows->tasks[i];
        const uint64_t count = task->details->ended->count;

        run->all += count;
        run->ours += strncmp(task->comm, prefix, strlen(prefix)) == 0 ? count : 0;
        run->nameless += *task->comm ? 0 : count;
    }
}

/* The workers themselves do not have the prefix. */
static pid_t start_worker(const struct storm *storm, unsigned worker)
{
    const pid_t child = child_fork();

    if (child != 0)
        return child;
    prctl(PR_SET_NAME, WORKER);
    for (unsigned i = 0; i < storm->count; i++)
        storm->make(storm->of_many_names || storm->of_one_pool ? worker * storm->count + i : 0);
    _exit(EXIT_SUCCESS);
}

static unsigned count_workers(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors < WORKERS_MAX ? (unsigned)processors : WORKERS_MAX;
}

/*
 * Waits until all workers have ended, and reads meanwhile. What ends during a reading gets records
 * of its own, which do not fill the table of names: so nothing is read in a storm of many names.
 */
static void read_through(struct storm_run *run, unsigned workers)
{
    const bool reads = !run->storm->of_many_names && !run->storm->of_one_pool;

    while (workers > 0) {
        int status;
        const pid_t child = waitpid(-1, &status, reads ? WNOHANG : 0);

        if (child < 0)
            fail("waiting for a worker: %s", strerror(errno));
        if (child > 0 && status != 0)
            fail("a worker ended with wait status %#x, expected 0", (unsigned)status);
        workers -= child > 0;
        if (reads)
            read_tasks(run);
    }
}

static void check(const struct storm_run *run, uint64_t expected, uint64_t possible)
{
    const bool many_names = run->storm->of_many_names;
    const uint64_t whole = run->ours + (many_names ? run->nameless : 0);

    printf("%s: %ju made, %ju counted by name, %ju without, %ju of all\n", run->storm->what,
           (uintmax_t)expected, (uintmax_t)run->ours, (uintmax_t)run->nameless,
           (uintmax_t)run->all);
    if (many_names && run->ours >= expected)
        fail("every name had room, expected more names than the table has room for");
    if (whole < expected)
        fail("%ju counted, expected %ju", (uintmax_t)whole, (uintmax_t)expected);
    if (!many_names && whole > expected)
        fail("%ju counted by name, expected %ju", (uintmax_t)whole, (uintmax_t)expected);
    if (run->all > possible)
        fail("%ju have ended, but only %ju could", (uintmax_t)run->all, (uintmax_t)possible);
}

static void run_storm(const struct storm *storm, struct source *source)
{
    const unsigned workers = count_workers();
    const uint64_t expected = (uint64_t)workers * storm->count;
    struct storm_run run = {.storm = storm};
    uint64_t forks;

    in_letters = storm->of_many_names;
    ended_reading_open(&run.reading, source, storm->threads);
    /* At most the tasks that exist now, and those that are made from now on, can end. */
    forks = host_fork_count();
    read_tasks(&run);
    forks -= run.reading.snapshot.count;
    for (unsigned i = 0; i < workers; i++)
        if (start_worker(storm, i) < 0)
            fail("fork of worker %u: %s", i, strerror(errno));
    read_through(&run, workers);
    WAIT_UNTIL (run.ours + (storm->of_many_names ? run.nameless : 0) >= expected,
                "%ju ours and %ju nameless of %ju", (uintmax_t)run.ours, (uintmax_t)run.nameless,
                (uintmax_t)expected)
        read_tasks(&run);
    /* A task that counts twice would show here. */
    read_tasks(&run);
    check(&run, expected, host_fork_count() - forks);
    ended_reading_close(&run.reading);
}

int main(void)
{
    struct source *source;
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    snprintf(prefix, sizeof(prefix), "s%x.", (unsigned)getpid());
    ended_reading_spell(prefix);
    if (!may_load(PROGRAM_ITER, &why) || !ended_probe_is_supported(&why) ||
        source_open(&(struct source_options){.name = "task"}, &source, &why) < 0) {
        status = skip(buf_text(&why));
    } else {
        for (size_t i = 0; i < sizeof(storms) / sizeof(storms[0]); i++)
            run_storm(&storms[i], source);
        source_close(source);
    }
    buf_fini(&why);
    return status;
}
