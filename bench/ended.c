/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The share of CPU time in rows and exited tasks.
 *
 *   ended INTERVAL bpf|infer
 *       reads tasks every INTERVAL seconds until the end of input. Prints "ready", and at the end
 *       the busy seconds of the CPUs, those of living tasks in rows, and those of exited tasks.
 *   ended busy
 *       prints the busy seconds of the CPUs since the start of the host.
 */
#include <err.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/base/units.h"
#include "lib/ended/ended.h"
#include "lib/query/delta.h"
#include "lib/source/source.h"

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
        errx(EXIT_FAILURE, "/proc/stat");
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
        errx(EXIT_FAILURE, "a reading");
    for (size_t i = 0; i < share->snapshot.count; i++)
        share->rows_s += (double)share->snapshot.tasks[i].delta_cpu_ns / (double)NS_PER_S;
    for (size_t i = 0; i < share->rows.count; i++)
        share->ended_s += (double)share->rows.tasks[i].utime_ns / (double)NS_PER_S;
}

static void measure(double interval_s, bool by_bpf)
{
    const struct ended_options options = {.snapshots_only = !by_bpf};
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    struct buf why = {0};
    struct share share = {0};
    double worked;

    if (source_open(&(struct source_options){.name = "task"}, &share.source, &why) < 0 ||
        ended_open(&options, &share.ended, &why) < 0)
        errx(EXIT_FAILURE, "%s", buf_text(&why));
    if (by_bpf && !ended_is_counted(share.ended))
        errx(EXIT_FAILURE, "%s", buf_text(&why));
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
}

int main(int argc, char *argv[])
{
    if (argc == 3)
        measure(strtod(argv[1], NULL), strcmp(argv[2], "bpf") == 0);
    else if (argc == 2 && strcmp(argv[1], "busy") == 0)
        printf("%.2f\n", worked_s());
    else
        errx(EXIT_FAILURE, "usage: ended INTERVAL bpf|infer, or ended busy");
    return EXIT_SUCCESS;
}
