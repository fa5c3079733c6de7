/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/ended_cases.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/host.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

/* Clearly more than the tolerance of two tasks, so that the loss of any part is noticed. */
#define BURN_NS (8 * ns_per_tick())

/* What each task of a storm uses at least, and how many are made before a reading. */
#define SHORT_NS (NS_PER_MS / 4)
#define STORM    150

#define LARGE       20
#define LARGE_BYTES ((size_t)32 << 20)

/* The case that runs, as its caller wants it. */
static struct {
    char prefix[ENDED_PREFIX_MAX + 1]; /* a copy: a leader that has ended leaves no stack behind */
    void (*read)(void *context);
    void *context;

    /* Of the child of read_during(). */
    void (*live)(void);
    int ready_fd, go_fd;
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

static volatile unsigned long turns;

static void spin(unsigned long count)
{
    for (unsigned long i = 0; i < count; i++)
        turns = i;
}

/*
 * Uses three times that. No clock of it is read meanwhile: for that the kernel would add to the
 * task's runtime what it has run since the last tick.
 */
static void use_short(void)
{
    static unsigned long count = 1000;
    static bool is_enough;

    while (!is_enough) {
        const int64_t start_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);

        spin(count *= 2);
        is_enough = clock_ns(CLOCK_THREAD_CPUTIME_ID) - start_ns >= 3 * SHORT_NS;
    }
    spin(count);
}

/* In the child: uses processor time before and after its parent's reading. */
static void use_around(void)
{
    char byte;

    use_cpu_ns(BURN_NS);
    if (!child_say_ready(running.ready_fd) || read(running.go_fd, &byte, 1) != 1)
        _exit(EXIT_FAILURE);
    use_cpu_ns(BURN_NS);
}

static void be_child(int ready_fd, void *nothing)
{
    (void)nothing;
    running.ready_fd = ready_fd;
    take_name('p');
    running.live();
    _exit(EXIT_SUCCESS);
}

/* Runs `live` in a child; somewhere in it use_around() waits for the reading. */
static void read_during(void (*live)(void))
{
    int go[2];
    pid_t child;

    if (pipe(go) < 0)
        fail("pipe: %s", strerror(errno));
    running.live = live;
    running.go_fd = go[0];
    child = child_start(be_child, NULL);
    if (child < 0)
        fail("a child did not start, or ended before the reading");
    running.read(running.context);
    if (write(go[1], "", 1) != 1)
        fail("telling child %d to go on: %s", (int)child, strerror(errno));
    child_reap(child, "a child");
    close(go[0]);
    close(go[1]);
}

static struct ended_size storm_of_processes(void)
{
    const unsigned count = 2 * STORM;

    use_short();
    for (unsigned i = 0; i < count; i++) {
        const pid_t child = child_fork();

        if (child < 0)
            fail("fork: %s", strerror(errno));
        if (child == 0) {
            take_name('p');
            use_short();
            _exit(EXIT_SUCCESS);
        }
        child_reap(child, "a short process");
        if (i + 1 == STORM)
            running.read(running.context);
    }
    return (struct ended_size){count, count, .shown = 0, .burned_ns = count * SHORT_NS};
}

static struct ended_size lives_over_a_reading(void)
{
    read_during(use_around);
    return (struct ended_size){1, 1, .shown = 1, .burned_ns = 2 * BURN_NS};
}

static void *use_little(void *nothing)
{
    take_name('t');
    use_short();
    return nothing;
}

/* In the child. */
static void make_thread(pthread_t *thread, void *(*run)(void *))
{
    if (pthread_create(thread, NULL, run, NULL) != 0)
        _exit(EXIT_FAILURE);
}

static void make_short_threads(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        pthread_t thread;

        make_thread(&thread, use_little);
        pthread_join(thread, NULL);
    }
}

static void make_storms(void)
{
    use_short();
    make_short_threads(STORM);
    use_around();
    make_short_threads(STORM);
}

static struct ended_size storm_of_threads(void)
{
    read_during(make_storms);
    /* A thread may still be listed for a moment when it has been joined. */
    return (struct ended_size){1, 2 * STORM + 1, .shown = 2,
                               .burned_ns = 2 * BURN_NS + 2 * STORM * SHORT_NS};
}

/*
 * Waits in another thread until the leader of this process is a zombie. By /proc, since some ASans
 * do not let the leader be joined.
 */
static void wait_for_leader(void)
{
    char path[64];

    snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)getpid());
    WAIT_UNTIL (host_state_by(path) == 'Z', "%c", host_state_by(path))
        continue;
}

static void *outlive(void *nothing)
{
    (void)nothing;
    take_name('t');
    wait_for_leader();
    use_around();
    _exit(EXIT_SUCCESS);
}

static void end_first(void)
{
    pthread_t thread;

    use_cpu_ns(BURN_NS);
    make_thread(&thread, outlive);
    pthread_exit(NULL);
}

static struct ended_size leader_ends_first(void)
{
    read_during(end_first);
    return (struct ended_size){1, 2, .shown = 2, .burned_ns = 3 * BURN_NS};
}

static void *start_program(void *nothing)
{
    (void)nothing;
    take_name('t');
    use_around();
    execl("/proc/self/exe", running.prefix, ENDED_EXECUTED, running.prefix, (char *)NULL);
    _exit(EXIT_FAILURE);
}

/* It has used more than the thread when both are read, so that neither passes for the other. */
static void wait_for_exec(void)
{
    pthread_t thread;

    use_cpu_ns(2 * BURN_NS);
    make_thread(&thread, start_program);
    for (;;)
        pause();
}

static struct ended_size exec_by_a_thread(void)
{
    read_during(wait_for_exec);
    return (struct ended_size){1, 2, .shown = 2, .burned_ns = 5 * BURN_NS};
}

/* Its row shows all of it. */
static struct ended_size reaped_late(void)
{
    siginfo_t exited;
    const pid_t child = child_fork();

    if (child < 0)
        fail("fork: %s", strerror(errno));
    if (child == 0) {
        take_name('p');
        use_cpu_ns(2 * BURN_NS);
        _exit(EXIT_SUCCESS);
    }
    if (waitid(P_PID, (id_t)child, &exited, WEXITED | WNOWAIT) < 0)
        fail("waitid: %s", strerror(errno));
    running.read(running.context);
    running.read(running.context);
    child_reap(child, "a zombie");
    return (struct ended_size){1, 1, .shown = 1, .burned_ns = 2 * BURN_NS};
}

int64_t ended_case_reaped_ns(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * NS_PER_S +
           (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

/* To release it takes a good part of their time. */
static struct ended_size release_memory(void)
{
    const int64_t before_ns = ended_case_reaped_ns();

    for (int i = 0; i < LARGE; i++) {
        const pid_t child = child_fork();
        char *memory;

        if (child < 0)
            fail("fork: %s", strerror(errno));
        if (child > 0) {
            child_reap(child, "a large process");
            continue;
        }
        take_name('p');
        memory =
            /* cppcheck-suppress invalidFunctionArg ; no file */
            mmap(NULL, LARGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            _exit(EXIT_FAILURE);
        madvise(memory, LARGE_BYTES, MADV_NOHUGEPAGE);
        for (size_t at = 0; at < LARGE_BYTES; at += 4096)
            memory[at] = 1;
        _exit(EXIT_SUCCESS);
    }
    return (struct ended_size){LARGE, LARGE, .shown = 0,
                               .burned_ns = (ended_case_reaped_ns() - before_ns) * 95 / 100};
}

const struct ended_case ended_cases[ENDED_CASES] = {
    {"a storm of short processes", storm_of_processes},
    {"a process that lives over a reading", lives_over_a_reading},
    {"a storm of short threads", storm_of_threads},
    {"a leader that ends before its threads", leader_ends_first},
    {"a program started by a thread", exec_by_a_thread},
    {"a zombie that is reaped late", reaped_late},
    {"processes with much memory", release_memory},
};

struct ended_size ended_case_run(const struct ended_case *ended_case, const char *prefix,
                                 void (*read)(void *context), void *context)
{
    snprintf(running.prefix, sizeof(running.prefix), "%s", prefix);
    running.read = read;
    running.context = context;
    return ended_case->run();
}

void ended_case_executed(const char *name)
{
    prctl(PR_SET_NAME, name);
    use_cpu_ns(BURN_NS);
    _exit(EXIT_SUCCESS);
}
