/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cost to others of counting what exits.
 *
 *   counting SECONDS
 *
 * prints the median microseconds of fork and exit, of thread create and join, and of the latter
 * while the other CPUs make threads too: without anything, with our BPF programs, and with a
 * listener to the proc connector, in turns, each SECONDS long, a dash for what is not available
 * here; then the events of the listener, and its CPU microseconds per exit.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/births.h"
#include "bench/figures.h"
#include "lib/base/units.h"
#include "lib/ended/ended.h"
#include "lib/ended/exits.h"
#include "tests/common/child.h"

#define ROUNDS  11
#define NOBODY  65534
#define FIGURES 3 /* measured by a helper */

/* While threads are made on the other CPUs, too, one after the other on each. */
static double storm_us(double seconds)
{
    pid_t others[CPU_SETSIZE];
    const int count = count_cpus() - 1;
    double us;

    for (int i = 0; i < count; i++) {
        others[i] = child_fork();
        if (others[i] < 0)
            err(EXIT_FAILURE, "a fork");
        while (others[i] == 0)
            birth_of_thread_ns();
    }
    us = births_measure(birth_of_thread_ns, seconds).median_us;
    for (int i = 0; i < count; i++) {
        if (waitpid(others[i], NULL, WNOHANG) != 0)
            errx(EXIT_FAILURE, "threads of another CPU");
        child_end(others[i]);
    }
    return us;
}

/* Measures on request, in a process of its own, as forks would copy the page tables of this one. */
struct helper {
    int tell, answer;
};

static void help(int told, int answer, double seconds)
{
    char byte;

    while (read(told, &byte, 1) == 1) {
        const double us[FIGURES] = {births_measure(birth_of_process_ns, seconds).median_us,
                                    births_measure(birth_of_thread_ns, seconds).median_us,
                                    storm_us(seconds)};

        if (write(answer, us, sizeof(us)) != sizeof(us))
            break;
    }
    _exit(0);
}

static struct helper start_helper(double seconds)
{
    int told[2], answer[2];
    pid_t helper;

    if (pipe(told) < 0 || pipe(answer) < 0)
        err(EXIT_FAILURE, "pipes");
    helper = fork();
    if (helper < 0)
        err(EXIT_FAILURE, "a fork");
    if (helper == 0) {
        close(told[1]);
        help(told[0], answer[1], seconds);
    }
    close(told[0]);
    close(answer[1]);
    return (struct helper){told[1], answer[0]};
}

static void measure_elsewhere(const struct helper *helper, double us[FIGURES])
{
    const ssize_t size = FIGURES * sizeof(*us);

    if (write(helper->tell, "", 1) != 1 || read(helper->answer, us, (size_t)size) != size)
        errx(EXIT_FAILURE, "a measurement");
}

/* The results of listeners. */
struct heard {
    uint64_t exits;
    bool is_lost; /* events are missing */
    double cpu_s; /* their own */
};

/* What runs while a helper measures. */
struct work {
    struct ended *ended;
    pid_t listener;
    int tell, answer;   /* pipes to and from it */
    struct heard heard; /* by all listeners */
};

/* --- a listener to exits like the ps and top of an ordinary user (lib/ended/exits.h) --- */

static void listen_as(uid_t uid, int told, int answer)
{
    struct heard heard = {0};
    const struct exit_table *table;
    struct exits *exits = NULL;
    bool listens;
    char byte;

    if (setresgid(uid, uid, uid) < 0 || setresuid(uid, uid, uid) < 0)
        _exit(EXIT_FAILURE);
    listens = exits_open(&exits) == 0;
    if (write(answer, &listens, sizeof(listens)) != sizeof(listens) || !listens)
        _exit(EXIT_FAILURE);
    while (read(told, &byte, 1) > 0)
        continue;
    table = exits_take(exits);
    heard.exits = table->threads;
    heard.is_lost = table->is_lost;
    exits_close(exits);
    heard.cpu_s = (double)clock_ns(CLOCK_PROCESS_CPUTIME_ID) / (double)NS_PER_S;
    _exit(write(answer, &heard, sizeof(heard)) == sizeof(heard) ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Adds what it has heard. */
static void stop_listener(struct work *work)
{
    struct heard heard;

    close(work->tell);
    if (read(work->answer, &heard, sizeof(heard)) == sizeof(heard)) {
        work->heard.exits += heard.exits;
        work->heard.is_lost |= heard.is_lost;
        work->heard.cpu_s += heard.cpu_s;
    }
    close(work->answer);
    waitpid(work->listener, NULL, 0);
}

/* Starts a listener as that user; false if it may not listen. */
static bool start_listener(struct work *work, uid_t uid)
{
    int told[2], answer[2];
    bool listens = false;

    if (pipe(told) < 0 || pipe(answer) < 0)
        return false;
    work->listener = fork();
    if (work->listener == 0) {
        close(told[1]);
        listen_as(uid, told[0], answer[1]);
    }
    if (work->listener < 0)
        return false;
    close(told[0]);
    close(answer[1]);
    work->tell = told[1];
    work->answer = answer[0];
    if (read(work->answer, &listens, sizeof(listens)) == sizeof(listens) && listens)
        return true;
    stop_listener(work);
    return false;
}

/* --- what is measured --- */

enum way {
    NOTHING,
    OWN_PROGRAMS,
    LISTENER,
    WAYS,
};

static bool begin_own_programs(struct work *work)
{
    const struct ended_options options = {.threads = true};
    struct buf why = {0};
    struct snapshot none;
    bool counted;

    work->ended = NULL;
    snapshot_init(&none);
    counted = ended_open(&options, &work->ended, &why) == 0 && ended_begin(work->ended) == 0 &&
              ended_update(work->ended, &none) == 0 && ended_is_counted(work->ended);
    buf_fini(&why);
    if (!counted)
        ended_close(work->ended);
    return counted;
}

static bool begin(enum way way, struct work *work)
{
    switch (way) {
    case OWN_PROGRAMS:
        return begin_own_programs(work);
    case LISTENER:
        return start_listener(work, NOBODY);
    default:
        return true;
    }
}

static void finish(enum way way, struct work *work)
{
    switch (way) {
    case OWN_PROGRAMS:
        ended_close(work->ended);
        break;
    case LISTENER:
        stop_listener(work);
        break;
    default:
        break;
    }
}

static void measure(double seconds)
{
    static const char *const names[FIGURES] = {"fork+exit", "create+join", "on all"};
    static double us[FIGURES][WAYS][ROUNDS];
    size_t rounds[WAYS] = {0}; /* in which it was available */
    const struct helper helper = start_helper(seconds);
    struct work work = {0};

    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < WAYS; i++) {
            const enum way way = (enum way)((round + i) % WAYS);
            double measured[FIGURES];

            if (begin(way, &work)) {
                measure_elsewhere(&helper, measured);
                for (int j = 0; j < FIGURES; j++)
                    us[j][way][rounds[way]] = measured[j];
                rounds[way]++;
                finish(way, &work);
            }
        }
    for (int i = 0; i < FIGURES; i++) {
        printf("%-12s", names[i]);
        for (enum way way = 0; way < WAYS; way++)
            if (rounds[way] > 0)
                printf(" %8.1f", median(us[i][way], rounds[way]));
            else
                printf(" %8s", "-");
        printf("\n");
    }
    printf("listener: %ju exits heard, %.1f us of its own for each%s\n",
           (uintmax_t)work.heard.exits,
           work.heard.cpu_s * 1e6 / (double)(work.heard.exits ? work.heard.exits : 1),
           work.heard.is_lost ? ", some lost" : "");
}

int main(int argc, char *argv[])
{
    if (argc != 2)
        errx(EXIT_FAILURE, "usage: counting SECONDS");
    measure(strtod(argv[1], NULL));
    return EXIT_SUCCESS;
}
