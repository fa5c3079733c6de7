/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/ended_cases.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/verdict.h"

/* The case that runs, as its caller wants it. */
static struct {
    const char *prefix;
    void (*read)(void *context);
    void *context;
} running;

/* Names the calling thread as one of the case. */
static void take_name(char suffix)
{
    char name[ENDED_PREFIX_MAX + 2];
    const size_t len = strlen(running.prefix);

    memcpy(name, running.prefix, len);
    name[len] = suffix;
    name[len + 1] = '\0';
    prctl(PR_SET_NAME, name);
}

static void reap(pid_t child)
{
    if (waitpid(child, NULL, 0) != child)
        die("a child ended too soon", child);
}

/* What is between two readings of its parent. */
static void wait_for_parent(int from)
{
    char byte;

    if (read(from, &byte, 1) != 1)
        _exit(1);
}

/* Runs `be` in a child: it uses processor time, says so, waits for the reading, and goes on. */
static pid_t start(void (*be)(int said, int told), int *say, int *tell)
{
    int said[2], told[2];
    pid_t child;

    if (pipe(said) < 0 || pipe(told) < 0)
        die("pipe failed", errno);
    child = child_fork();
    if (child < 0)
        die("fork failed", errno);
    if (child == 0) {
        take_name('p');
        be(said[1], told[0]);
        _exit(0);
    }
    close(said[1]);
    close(told[0]);
    *say = said[0];
    *tell = told[1];
    return child;
}

static void use_around(int said, int told)
{
    use_cpu_ns(30 * NS_PER_MS);
    child_say_ready(said);
    wait_for_parent(told);
    use_cpu_ns(20 * NS_PER_MS);
}

static void read_between(void (*be)(int said, int told))
{
    int say, tell;
    char byte;
    const pid_t child = start(be, &say, &tell);

    if (read(say, &byte, 1) != 1)
        die("a child has not started", child);
    running.read(running.context);
    if (write(tell, "", 1) != 1)
        die("a child has not continued", child);
    reap(child);
    close(say);
    close(tell);
}

static struct ended_size storm_of_processes(void)
{
    const struct ended_size size = {.processes = 300, .threads = 300};

    for (unsigned i = 0; i < size.processes; i++) {
        const pid_t child = child_fork();

        if (child < 0)
            die("fork failed", errno);
        if (child == 0) {
            take_name('p');
            use_cpu_ns(NS_PER_MS / 2);
            _exit(0);
        }
        reap(child);
        if (i % 100 == 50)
            running.read(running.context);
    }
    return size;
}

static struct ended_size lives_over_a_reading(void)
{
    read_between(use_around);
    return (struct ended_size){.processes = 1, .threads = 1};
}

static void *use_little(void *nothing)
{
    take_name('t');
    use_cpu_ns(NS_PER_MS / 2);
    return nothing;
}

static void make_threads(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        pthread_t thread;

        if (pthread_create(&thread, NULL, use_little, NULL) == 0)
            pthread_join(thread, NULL);
    }
}

#define STORM 150

static void storm_around(int said, int told)
{
    make_threads(STORM);
    child_say_ready(said);
    wait_for_parent(told);
    make_threads(STORM);
}

static struct ended_size storm_of_threads(void)
{
    read_between(storm_around);
    return (struct ended_size){.processes = 1, .threads = 2 * STORM + 1};
}

/* The ends of the pipes for what a thread does. */
struct ends {
    int said, told;
};

static void *outlive(void *argument)
{
    const struct ends *ends = argument;

    take_name('t');
    use_around(ends->said, ends->told);
    _exit(0);
}

static void leader_first(int said, int told)
{
    static struct ends ends; /* which outlives the leader's stack */
    pthread_t thread;

    ends = (struct ends){said, told};
    use_cpu_ns(10 * NS_PER_MS);
    if (pthread_create(&thread, NULL, outlive, &ends) != 0)
        _exit(1);
    pthread_exit(NULL);
}

static struct ended_size leader_ends_first(void)
{
    read_between(leader_first);
    return (struct ended_size){.processes = 1, .threads = 2};
}

static void *start_program(void *argument)
{
    const struct ends *ends = argument;

    take_name('t');
    use_around(ends->said, ends->told);
    execl("/proc/self/exe", running.prefix, ENDED_AS_STARTED, running.prefix, (char *)NULL);
    _exit(1);
}

static void thread_starts_program(int said, int told)
{
    struct ends ends = {said, told};
    pthread_t thread;

    use_cpu_ns(40 * NS_PER_MS);
    if (pthread_create(&thread, NULL, start_program, &ends) != 0)
        _exit(1);
    for (;;)
        pause();
}

static struct ended_size exec_by_a_thread(void)
{
    read_between(thread_starts_program);
    return (struct ended_size){.processes = 1, .threads = 2};
}

const struct ended_case ended_cases[ENDED_CASES] = {
    {"a storm of short processes", storm_of_processes, false},
    {"a process that lives over a reading", lives_over_a_reading, false},
    {"a storm of short threads", storm_of_threads, false},
    {"a leader that ends before its threads", leader_ends_first, false},
    {"a program started by a thread", exec_by_a_thread, true},
};

struct ended_size ended_case_run(const struct ended_case *one, const char *prefix,
                                 void (*read)(void *context), void *context)
{
    running.prefix = prefix;
    running.read = read;
    running.context = context;
    return one->run();
}

void ended_case_be_started(const char *name)
{
    prctl(PR_SET_NAME, name);
    use_cpu_ns(5 * NS_PER_MS);
    _exit(EXIT_SUCCESS);
}
