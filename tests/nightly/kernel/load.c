/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The loads of the checks on a real kernel: processes of many threads of which it is known how
 * much CPU time they used.
 *
 *   load burn      the leader burns BURN_LEADER_MS; LIVING threads burn BURN_LIVING_MS each and
 *                  stay; DEAD threads burn BURN_DEAD_MS each and end
 *   load leaderless  as burn; then the leader ends, and its threads live on
 *   load exec      as burn; then a thread that is not the leader executes this program anew
 *   load churn     threads and processes come and go without end
 *   load reap      for each line of input a child and DEAD threads burn BURN_DEAD_MS each and end
 *
 * When all that has happened it says "ready" and does nothing more until it is killed or its
 * parent dies.
 *
 *   load clock PID  prints the CPU time of a process, of all threads that there ever were, in ns
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/cpu.h"
#include "tests/common/host.h"

#define BURN_LEADER_MS 100
#define BURN_LIVING_MS 150
#define BURN_DEAD_MS   300
#define LIVING         3
#define DEAD           2

#define CHURN_THREADS 2

static _Noreturn void die(const char *what, int error)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(error));
    exit(EXIT_FAILURE);
}

static void idle(void)
{
    for (;;)
        pause();
}

static pthread_t thread_start(void *(*run)(void *), void *arg)
{
    pthread_t thread;
    int error = pthread_create(&thread, NULL, run, arg);

    if (error)
        die("pthread_create", error);
    return thread;
}

static void *dead_run(void *arg)
{
    use_cpu_ns(BURN_DEAD_MS * NS_PER_MS);
    return arg;
}

/* The leader waits at the barrier too, so that nobody is still burning when it goes on. */
static void *living_run(void *arg)
{
    use_cpu_ns(BURN_LIVING_MS * NS_PER_MS);
    pthread_barrier_wait(arg);
    idle();
    return arg;
}

static void burn_all(void)
{
    static pthread_barrier_t burnt;
    pthread_t dead[DEAD];

    pthread_barrier_init(&burnt, NULL, LIVING + 1);
    for (int i = 0; i < LIVING; i++)
        thread_start(living_run, &burnt);
    for (int i = 0; i < DEAD; i++)
        dead[i] = thread_start(dead_run, NULL);
    for (int i = 0; i < DEAD; i++)
        pthread_join(dead[i], NULL);
    use_cpu_ns(BURN_LEADER_MS * NS_PER_MS);
    pthread_barrier_wait(&burnt);
}

static void say_ready(void)
{
    puts("ready");
    fflush(stdout);
}

static void run_burn(void)
{
    burn_all();
    say_ready();
    idle();
}

static void *survivor_run(void *arg)
{
    char path[64];

    snprintf(path, sizeof(path), "/proc/%d/stat", getpid());
    while (host_state_by(path) != 'Z')
        sched_yield();
    say_ready();
    idle();
    return arg;
}

static void run_leaderless(void)
{
    burn_all();
    thread_start(survivor_run, NULL);
    pthread_exit(NULL);
}

static void *exec_run(void *program)
{
    execl(program, "load", "executed", (char *)NULL);
    die("execl", errno);
}

static void run_exec(void)
{
    static char program[] = "/proc/self/exe";

    burn_all();
    thread_start(exec_run, program);
    idle();
}

static void *nothing_run(void *arg)
{
    return arg;
}

static void *churn_run(void *arg)
{
    for (;;)
        pthread_join(thread_start(nothing_run, NULL), NULL);
    return arg;
}

static void run_churn(void)
{
    for (int i = 0; i < CHURN_THREADS; i++)
        thread_start(churn_run, NULL);
    say_ready();
    for (;;) {
        pid_t child = fork();

        if (child == 0)
            _exit(EXIT_SUCCESS);
        if (child > 0)
            waitpid(child, NULL, 0);
    }
}

static void burn_child(void)
{
    const pid_t child = fork();

    if (child == 0) {
        use_cpu_ns(BURN_DEAD_MS * NS_PER_MS);
        _exit(EXIT_SUCCESS);
    }
    if (child < 0 || waitpid(child, NULL, 0) != child)
        die("a child", errno);
}

static void run_reap(void)
{
    char line[16];

    say_ready();
    while (fgets(line, sizeof(line), stdin)) {
        burn_child();
        for (int i = 0; i < DEAD; i++)
            pthread_join(thread_start(dead_run, NULL), NULL);
        say_ready();
    }
    exit(EXIT_SUCCESS);
}

static int print_clock(const char *process)
{
    clockid_t clock;
    int error = clock_getcpuclockid((pid_t)strtol(process, NULL, 10), &clock);

    if (error)
        die("clock_getcpuclockid", error);
    printf("%lld\n", (long long)clock_ns(clock));
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const char *kind = argc == 2 ? argv[1] : "";

    if (argc == 3 && strcmp(argv[1], "clock") == 0)
        return print_clock(argv[2]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (strcmp(kind, "burn") == 0) {
        run_burn();
    } else if (strcmp(kind, "leaderless") == 0) {
        run_leaderless();
    } else if (strcmp(kind, "exec") == 0) {
        run_exec();
    } else if (strcmp(kind, "executed") == 0) {
        say_ready();
        idle();
    } else if (strcmp(kind, "churn") == 0) {
        run_churn();
    } else if (strcmp(kind, "reap") == 0) {
        run_reap();
    }
    fprintf(stderr, "usage: load burn|leaderless|exec|churn|reap|clock PID\n");
    return EXIT_FAILURE;
}
