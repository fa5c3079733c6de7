/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What it costs to start ps: against a program that says one word, linked to the same C library.
 *
 *   startup HELLO PS
 *
 * Both run in turns, many times; the medians count. Fails when ps takes more CPU time than the bar
 * allows.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS 400
#define BAR  1.5

/* Microseconds of each run. */
struct cost {
    double cpu[RUNS];
    double wall[RUNS];
};

static double in_us(struct timeval time)
{
    return (double)time.tv_sec * 1e6 + (double)time.tv_usec;
}

static double now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* Runs a command line with its output thrown away. False when it cannot be run or fails. */
static bool measure(char *const words[], struct cost *cost, size_t run)
{
    const double begin = now_us();
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t pid;
    int status;
    int result;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    result = posix_spawn(&pid, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (result != 0 || wait4(pid, &status, 0, &usage) < 0 || status != 0)
        return false;
    cost->wall[run] = now_us() - begin;
    cost->cpu[run] = in_us(usage.ru_utime) + in_us(usage.ru_stime);
    return true;
}

static int compare(const void *left, const void *right)
{
    const double *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

static double median(double values[RUNS])
{
    qsort(values, RUNS, sizeof(values[0]), compare);
    return values[RUNS / 2];
}

int main(int argc, char *argv[])
{
    static struct cost hello, ours;
    char *hello_words[] = {argc > 1 ? argv[1] : NULL, NULL};
    char *ps_words[] = {argc > 2 ? argv[2] : NULL,
                        (char[]){"-q"},
                        (char[]){"1"},
                        (char[]){"-o"},
                        (char[]){"pid="},
                        NULL};
    double ratio;

    if (argc != 3) {
        fputs("usage: startup HELLO PS\n", stderr);
        return EXIT_FAILURE;
    }
    for (size_t run = 0; run < RUNS; run++) {
        if (!measure(hello_words, &hello, run) || !measure(ps_words, &ours, run)) {
            fputs("startup: a program failed\n", stderr);
            return EXIT_FAILURE;
        }
    }
    ratio = median(ours.cpu) / median(hello.cpu);
    printf("start, hello world       %6.0f us of CPU, %6.0f us\n", median(hello.cpu),
           median(hello.wall));
    printf("start, ps -q 1 -o pid=   %6.0f us of CPU, %6.0f us: %.2f times, at most %.1f: %s\n",
           median(ours.cpu), median(ours.wall), ratio, BAR, ratio <= BAR ? "pass" : "FAIL");
    return ratio <= BAR ? EXIT_SUCCESS : EXIT_FAILURE;
}
