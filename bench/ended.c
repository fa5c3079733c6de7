/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The share of CPU time in rows and exited tasks, and the cost of counting to others.
 *
 *   ended share INTERVAL bpf|infer      until the end of input; reads every INTERVAL seconds
 *   ended latency SECONDS              of fork and exit, and of thread create and join
 *
 * share prints "ready", and at the end the busy seconds of the CPUs, those of living tasks in rows,
 * and those of exited tasks. latency prints the median microseconds of both, and of threads while
 * the other CPUs make threads too: without anything, with our BPF programs, and with a listener to
 * the proc connector, in turns, each SECONDS long, a dash for what is not to be had here; then the
 * events of the listener, and its CPU microseconds per exit.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/births.h"
#include "bench/connector.h"
#include "bench/median.h"
#include "lib/base/kernel.h"
#include "lib/base/units.h"
#include "lib/ended/ended.h"
#include "lib/query/delta.h"
#include "lib/source/source.h"
#include "tests/common/child.h"

#define ROUNDS 11
#define NOBODY 65534

#define OTHER_CPUS_MAX 1023

#define FIGURES 3 /* measured by a helper */

static void fail(const char *what)
{
    fprintf(stderr, "ended: %s\n", what);
    exit(EXIT_FAILURE);
}

enum {
    CPU_IDLE = 3,
    CPU_WAIT = 4,
    CPU_STEAL = 7, /* taken by the host, charged to tasks */
};

/* The busy time of all CPUs. */
static double worked_s(void)
{
    unsigned long long ticks = 0;
    char text[256];
    char *at;

    if (!kernel_file_read("/proc/stat", text, sizeof(text)) || strncmp(text, "cpu ", 4) != 0)
        fail("/proc/stat");
    at = text + strlen("cpu ");
    for (int i = 0; i <= CPU_STEAL; i++) {
        const unsigned long long figure = strtoull(at, &at, 10);

        if (i != CPU_IDLE && i != CPU_WAIT)
            ticks += figure;
    }
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

struct share {
    struct ended *ended;
    struct source *source;
    struct delta delta;
    struct snapshot snapshot, rows;
    double rows_s, ended_s;
};

static void read_tasks(struct share *share)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = ENDED_NEED, .again = true};
    uint64_t interval_ns;

    snapshot_clear(&share->rows);
    if (ended_begin(share->ended) < 0 ||
        source_scan(share->source, &request, &share->snapshot) < 0 ||
        ended_update(share->ended, &share->snapshot) < 0 ||
        delta_update(&share->delta, &share->snapshot, &interval_ns) < 0 ||
        ended_put_rows(share->ended, &share->rows) < 0)
        fail("a reading");
    for (size_t i = 0; i < share->snapshot.count; i++)
        share->rows_s += (double)share->snapshot.tasks[i].delta_cpu_ns / (double)NS_PER_S;
    for (size_t i = 0; i < share->rows.count; i++)
        share->ended_s += (double)share->rows.tasks[i].utime_ns / (double)NS_PER_S;
}

static int measure_share(double interval_s, bool by_bpf)
{
    const struct ended_options options = {.snapshots_only = !by_bpf};
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    struct buf why = {0};
    struct share share = {0};
    double worked;

    if (source_open(&(struct source_options){.name = "task"}, &share.source, &why) < 0 ||
        ended_open(&options, &share.ended, &why) < 0)
        fail(buf_text(&why));
    if (by_bpf && !ended_is_counted(share.ended))
        fail(buf_text(&why));
    snapshot_init(&share.snapshot);
    snapshot_init(&share.rows);
    read_tasks(&share);
    share.rows_s = share.ended_s = 0;
    worked = worked_s();
    puts("ready");
    fflush(stdout);
    while (poll(&input, 1, (int)(interval_s * 1000)) == 0)
        read_tasks(&share);
    read_tasks(&share);
    worked = worked_s() - worked;
    printf("%.2f %.2f %.2f\n", worked, share.rows_s, share.ended_s);
    ended_close(share.ended);
    source_close(share.source);
    return EXIT_SUCCESS;
}

/* While threads are made on the other CPUs, too, one after the other on each. */
static double storm_us(double seconds)
{
    pid_t others[OTHER_CPUS_MAX];
    const long count = sysconf(_SC_NPROCESSORS_ONLN) - 1;
    double us;

    if (count > OTHER_CPUS_MAX)
        fail("too many CPUs");
    for (long i = 0; i < count; i++) {
        others[i] = child_fork();
        if (others[i] < 0)
            fail("a fork");
        while (others[i] == 0)
            birth_of_thread_ns();
    }
    us = births_measure(birth_of_thread_ns, seconds).median_us;
    for (long i = 0; i < count; i++) {
        if (waitpid(others[i], NULL, WNOHANG) != 0)
            fail("threads of another CPU");
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
        fail("pipes");
    helper = fork();
    if (helper < 0)
        fail("a fork");
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
        fail("a measurement");
}

enum way {
    NOTHING,
    OWN_PROGRAMS,
    LISTENER,
    WAYS,
};

/* What runs while a helper measures. */
struct work {
    struct ended *ended;
    struct connector connector;
    struct connector_heard heard; /* by all listeners */
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
        return connector_start(&work->connector, NOBODY);
    default:
        return true;
    }
}

static void finish(enum way way, struct work *work)
{
    struct connector_heard heard;

    switch (way) {
    case OWN_PROGRAMS:
        ended_close(work->ended);
        break;
    case LISTENER:
        heard = connector_stop(&work->connector);
        work->heard.exits += heard.exits;
        work->heard.is_lost |= heard.is_lost;
        work->heard.cpu_s += heard.cpu_s;
        break;
    default:
        break;
    }
}

static int measure_latency(double seconds)
{
    static const char *const names[FIGURES] = {"fork+exit", "create+join", "on all"};
    static double us[FIGURES][WAYS][ROUNDS];
    const struct helper helper = start_helper(seconds);
    struct work work = {0};

    for (int round = 0; round < ROUNDS; round++)
        for (enum way way = 0; way < WAYS; way++) {
            double measured[FIGURES];

            if (begin(way, &work)) {
                measure_elsewhere(&helper, measured);
                for (int i = 0; i < FIGURES; i++)
                    us[i][way][round] = measured[i];
                finish(way, &work);
            }
        }
    for (int i = 0; i < FIGURES; i++) {
        printf("%-12s", names[i]);
        for (enum way way = 0; way < WAYS; way++) {
            const double middle = median(us[i][way], ROUNDS);

            if (middle > 0)
                printf(" %8.1f", middle);
            else
                printf(" %8s", "-");
        }
        printf("\n");
    }
    printf("listener: %ju exits heard, %.1f us of its own for each%s\n",
           (uintmax_t)work.heard.exits,
           work.heard.cpu_s * 1e6 / (double)(work.heard.exits ? work.heard.exits : 1),
           work.heard.is_lost ? ", some lost" : "");
    return EXIT_SUCCESS;
}

int main(int argc, char *argv[])
{
    if (argc == 4 && strcmp(argv[1], "share") == 0)
        return measure_share(strtod(argv[2], NULL), strcmp(argv[3], "bpf") == 0);
    if (argc == 3 && strcmp(argv[1], "latency") == 0)
        return measure_latency(strtod(argv[2], NULL));
    fail("usage: ended share INTERVAL bpf|infer | ended latency SECONDS");
    return EXIT_FAILURE;
}
