/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that have used less than a clock tick when a reading shows them, and then exit: what they
 * used before it is not counted again, though their rows show no time at all. The same for threads
 * that exit when the kernel has no room for records of them.
 *
 * Exits with 77 where it cannot run.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "lib/source/bpf/ended_probe.h"
#include "lib/source/bpf/object.h"
#include "tests/bpf/ended_reading.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/may_load.h"
#include "tests/common/take_over.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define THREADS 100
#define USED_NS (6 * NS_PER_MS)

static char name[16];
static int records = -1;

/* The child's. */
static pthread_barrier_t all_have_run;
static int until_fd;

TAKE_OVER(int, ended_probe_open, struct ended_probe *probe, struct buf *why)
{
    const int result = __real_ended_probe_open(probe, why);

    records = result == 0 ? probe->maps[ENDED_MAP_RECORDS] : -1;
    return result;
}

/* With tasks that no host has. */
static void fill_records(void)
{
    static const struct ended_wire_record record = {.used = {.comm = "filler"}};
    struct ended_wire_id id = {.kind = ENDED_THREADS};

    while (object_store(records, &id, &record) == 0)
        if (++id.start > 2 * ENDED_RECORDS)
            fail("there is room for more than %d records", 2 * ENDED_RECORDS);
}

static void *use_and_wait(void *nothing)
{
    char byte;

    prctl(PR_SET_NAME, name);
    use_cpu_ns(USED_NS);
    pthread_barrier_wait(&all_have_run);
    if (read(until_fd, &byte, 1) < 0)
        _exit(EXIT_FAILURE);
    return nothing;
}

static void be_child(int ready_fd, void *until)
{
    pthread_t threads[THREADS];
    char byte;

    until_fd = ((const int *)until)[0];
    close(((const int *)until)[1]);
    pthread_barrier_init(&all_have_run, NULL, THREADS + 1);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, use_and_wait, NULL) != 0)
            _exit(EXIT_FAILURE);
    pthread_barrier_wait(&all_have_run);
    child_say_ready(ready_fd);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    _exit(read(until_fd, &byte, 1) < 0 ? EXIT_FAILURE : EXIT_SUCCESS);
}

struct exited {
    uint64_t count;
    int64_t cpu_ns;
};

static void read_tasks(struct ended_reading *reading, struct exited *exited)
{
    ended_reading_next(reading);
    for (size_t i = 0; i < reading->rows.count; i++) {
        const struct task *task = &reading->rows.tasks[i];

        if (strcmp(task->comm, name) != 0)
            continue;
        exited->count += task->details->ended->count;
        exited->cpu_ns += (int64_t)task->utime_ns;
    }
}

static void run(struct source *source, bool without_room)
{
    struct ended_reading reading;
    struct exited exited = {0};
    int until[2];
    pid_t child;

    if (pipe(until) < 0)
        fail("pipe: %s", strerror(errno));
    ended_reading_open(&reading, source, true);
    read_tasks(&reading, &exited);
    child = child_start(be_child, until);
    if (child < 0)
        fail("a child with %d threads did not start", THREADS);
    read_tasks(&reading, &exited);
    read_tasks(&reading, &exited);
    if (exited.count > 0)
        fail("%ju threads have exited, expected none", (uintmax_t)exited.count);
    if (without_room)
        fill_records();
    /* The end of the file. */
    close(until[1]);
    WAIT_UNTIL (exited.count >= THREADS, "%ju", (uintmax_t)exited.count)
        read_tasks(&reading, &exited);
    child_reap(child, "a child");
    close(until[0]);
    printf("%s: %ju exited with %.1f ms, after %.1f ms that were shown\n",
           without_room ? "without room" : "with room", (uintmax_t)exited.count,
           (double)exited.cpu_ns / NS_PER_MS, (double)THREADS * USED_NS / NS_PER_MS);
    if (exited.count != THREADS)
        fail("%ju threads have exited, expected %d", (uintmax_t)exited.count, THREADS);
    if (exited.cpu_ns > THREADS * USED_NS / 2)
        fail("what was shown counts again");
    ended_reading_close(&reading);
}

int main(void)
{
    struct source *source;
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    snprintf(name, sizeof(name), "exact%d", (int)getpid());
    ended_reading_spell(name);
    if (!may_load(PROGRAM_ITER, &why) || !ended_probe_is_supported(&why) ||
        source_open(&(struct source_options){.name = "bpf"}, &source, &why) < 0) {
        status = skip(buf_text(&why));
    } else {
        run(source, false);
        run(source, true);
        source_close(source);
    }
    buf_fini(&why);
    return status;
}
