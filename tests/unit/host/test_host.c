/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The host's figures, read from trees that lack files or whose counters jump. */
#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/buf.h"
#include "lib/base/kernel.h"
#include "lib/base/units.h"
#include "lib/host/host.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

static struct tree tree;
static struct host *host;
static struct host_figures figures;
static int pipe_kept = -1; /* open, so that what is in it stays */

static const char memory_text[] = "MemTotal:       1000 kB\nMemFree:        200 kB\n"
                                  "MemAvailable:   600 kB\nBuffers:        10 kB\n"
                                  "Cached:         300 kB\nSwapCached:     7 kB\n"
                                  "SReclaimable:   5 kB\nSwapTotal:      50 kB\n"
                                  "SwapFree:       20 kB\n";

static const struct {
    const char *path, *text;
} files[] = {
    {"stat", "cpu  10 0 0 90 0 0 0 0 0 0\ncpu0 10 0 0 90 0 0 0 0 0 0\nprocesses 5\n"},
    {"meminfo", memory_text},
    {"loadavg", "0.50 1.25 2.75 1/80 11206\n"},
};

static void setup(void)
{
    tree_init(&tree);
    for (int i = 0; i < COUNT_OF(files); i++)
        tree_put(&tree, files[i].path, files[i].text);
}

static void open_host(void)
{
    ck_assert_int_eq(host_open(tree.path, &host), 0);
}

static void teardown(void)
{
    host_figures_fini(&figures);
    host_close(host);
    if (pipe_kept >= 0)
        close(pipe_kept);
    tree_fini(&tree);
}

FIXTURE(setup, teardown);

static void read_host(void)
{
    ck_assert_int_eq(host_read(host, &figures), 0);
}

/* Which of the files' figures are known. */
static bool knows(int file)
{
    switch (file) {
    case 0:
        return figures.cpu_count > 0;
    case 1:
        return figures.memory.total_kib != MEMORY_UNKNOWN;
    default:
        return real_is_known(figures.load[0]);
    }
}

enum damage {
    MISSING,
    EMPTY,
    FOLDER,
    OTHER_TEXT,
    PIPE, /* with the right text in it */
    DAMAGES,
};

static void damage(int file, enum damage how)
{
    const char *path = files[file].path, *text = files[file].text;
    char name[128];

    snprintf(name, sizeof(name), "%s/%s", tree.path, path);
    ck_assert_int_eq(unlink(name), 0);
    if (how == EMPTY)
        tree_put(&tree, path, "");
    else if (how == FOLDER)
        tree_mkdir(&tree, path);
    else if (how == OTHER_TEXT)
        tree_put(&tree, path, "permission denied\n");
    else if (how == PIPE)
        ck_assert(mkfifo(name, 0600) == 0 && (pipe_kept = open(name, O_RDWR)) >= 0 &&
                  write(pipe_kept, text, strlen(text)) > 0);
}

LOOP(a_file_that_cannot_be_read_costs_no_other_figure, COUNT_OF(files) * DAMAGES)
{
    const int damaged = _i / DAMAGES;

    damage(damaged, (enum damage)(_i % DAMAGES));
    open_host();
    read_host();
    for (int file = 0; file < COUNT_OF(files); file++)
        ck_assert_msg(knows(file) == (file != damaged), "%s", files[file].path);
    ck_assert_uint_gt(figures.uptime_ns, 0);
}

CASE(a_file_may_go_and_come_back)
{
    open_host();
    for (int round = 0; round < 2; round++) {
        tree_put(&tree, "meminfo", memory_text);
        read_host();
        ck_assert_uint_eq(figures.memory.used_kib, 400);
        tree_put(&tree, "meminfo", "");
        read_host();
        ck_assert_uint_eq(figures.memory.used_kib, MEMORY_UNKNOWN);
    }
}

static void put_stat(const char *text)
{
    tree_put(&tree, "stat", text);
    read_host();
}

static uint64_t ticks_of(size_t cpu)
{
    return cpu_ticks_total(&figures.cpus[cpu].ticks);
}

CASE(the_first_sample_is_not_since_boot)
{
    open_host();
    read_host();
    ck_assert_uint_eq(figures.cpu_count, 1);
    ck_assert(!cpu_ticks_known(&figures.cpu_total));
    ck_assert(!cpu_ticks_known(&figures.cpus[0].ticks));
    put_stat("cpu 13 0 0 97\ncpu0 13 0 0 97\n");
    ck_assert_uint_eq(figures.cpu_total.in[CPU_USER], 3);
    ck_assert_uint_eq(ticks_of(0), 10);
}

/* CPU 2 was busy for long before it went off line. */
CASE(a_cpu_that_comes_back_is_compared_with_no_older_sample)
{
    open_host();
    put_stat("cpu 5001 0 0 1\ncpu0 1 0 0 1\ncpu2 5000 0 0 0\n");
    put_stat("cpu 1 0 0 3\ncpu0 1 0 0 3\n");
    ck_assert_uint_eq(figures.cpu_count, 1);
    ck_assert_uint_eq(cpu_ticks_total(&figures.cpu_total), 2);
    put_stat("cpu 5001 0 0 7\ncpu0 1 0 0 7\ncpu2 5000 0 0 0\n");
    ck_assert_uint_eq(ticks_of(0), 4);
    ck_assert_uint_eq(ticks_of(1), 0);
    ck_assert_uint_eq(figures.cpu_total.in[CPU_USER], 0);
    ck_assert_uint_eq(figures.cpu_total.in[CPU_IDLE], 4);
    put_stat("cpu 5001 0 0 10\ncpu0 1 0 0 8\ncpu2 5000 0 0 2\n");
    ck_assert_uint_eq(ticks_of(1), 2);
}

CASE(no_sample_in_between_is_no_sample_before)
{
    open_host();
    put_stat("cpu 10 0 0 0\ncpu0 10 0 0 0\n");
    put_stat("");
    ck_assert_uint_eq(figures.cpu_count, 0);
    ck_assert(!cpu_ticks_known(&figures.cpu_total));
    put_stat("cpu 20 0 0 0\ncpu0 20 0 0 0\n");
    ck_assert(!cpu_ticks_known(&figures.cpu_total));
    ck_assert_uint_eq(ticks_of(0), 0);
}

static const struct {
    struct cpu_ticks before, now;
    uint64_t total;
    bool compared;
} differences[] = {
    {{.in = {10, 1, 2, 3, 4, 5, 6, 7}}, {.in = {11, 2, 3, 4, 5, 6, 7, 8}}, 8, true},
    {{.in = {10, 0, 0, 50}}, {.in = {10, 0, 0, 50}}, 0, true},
    {{.in = {10, 0, 0, 50, 7}},
     {.in = {12, 0, 0, 60, 5}},
     12,
     true}, /* what proc(5) says of iowait */
    {{.in = {10, 0, 0, 50}}, {.in = {12, 0, 0, 49}}, 2, true},
    {{.in = {10, 0, 0, 50}}, {.in = {12, 0, 0, 10}}, 0, false}, /* more than an error of rounding */
    {{.in = {10, 0, 0, 50}}, {.in = {9, 0, 0, 60}}, 0, false},
    {{.in = {10, 0, 0, 50, 0, 0, 0, 4}}, {.in = {20, 0, 0, 60, 0, 0, 0, 3}}, 0, false},
};

LOOP(differences_of_ticks, COUNT_OF(differences))
{
    const struct cpu_ticks ticks = cpu_ticks_since(&differences[_i].now, &differences[_i].before);

    ck_assert_uint_eq(cpu_ticks_total(&ticks), differences[_i].total);
    ck_assert_int_eq(ticks.compared, differences[_i].compared);
}

CASE(lines_of_stat_in_any_order)
{
    static const char text[] = "intr 1 2 3\ncpu3 1 2 3 4\nprocesses 77\ncpu1 5\ncpu1 6\n"
                               "cpu 1 2 3 4 5 6 7 8 9 10\ncpu99999999999 1\ncpu";
    struct stat_file stat = {.cpus = NULL};

    ck_assert_int_eq(stat_file_parse(text, strlen(text), &stat), 0);
    ck_assert_uint_eq(stat.cpu_count, 2);
    ck_assert_int_eq(stat.cpus[0].id, 1);
    ck_assert_int_eq(stat.cpus[1].id, 3);
    ck_assert_uint_eq(cpu_ticks_total(&stat.cpus[1].ticks), 10);
    ck_assert_uint_eq(stat.forks, 77);
    stat_file_fini(&stat);
}

CASE(a_thousand_cpus_are_not_cut)
{
    struct buf text = {0};

    for (int id = 0; id < 4000; id++)
        buf_printf(&text, "cpu%d %d 0 0 9876543210 0 0 0 0 0 0\n", id, id);
    buf_puts(&text, "processes 123456\n");
    open_host();
    put_stat(buf_text(&text));
    ck_assert_uint_eq(figures.cpu_count, 4000);
    ck_assert_int_eq(figures.cpus[3999].place.id, 3999);
    buf_fini(&text);
}

static bool lacks_descriptors; /* for the sockets of CPUs */

TAKE_OVER(bool, kernel_file_read, const char *path, char *text, size_t size)
{
    if (!lacks_descriptors || !strstr(path, "physical_package_id"))
        return __real_kernel_file_read(path, text, size);
    errno = EMFILE;
    return false;
}

CASE(a_shortage_is_no_unknown_socket)
{
    open_host();
    lacks_descriptors = true;
    ck_assert_int_eq(host_read(host, &figures), -EMFILE);
    lacks_descriptors = false;
    read_host();
}

/* Which of these exist; others are as they are. */
static struct {
    const char *path;
    bool exists;
} recorders[] = {{.path = _PATH_UTMP}, {.path = "/run/systemd/system"}};

TAKE_OVER(int, access, const char *path, int mode)
{
    for (int i = 0; i < COUNT_OF(recorders); i++)
        if (strcmp(path, recorders[i].path) == 0)
            return recorders[i].exists ? 0 : -1;
    return __real_access(path, mode);
}

/* Whether users are logged in here, and how many, depends on the host. */
LOOP(nobody_is_not_counted_where_nothing_records_users, 4)
{
    recorders[0].exists = _i & 1;
    recorders[1].exists = _i & 2;
    open_host();
    read_host();
    if (figures.users <= 0)
        ck_assert_int_eq(figures.users, _i ? 0 : USERS_NO_RECORDS);
}

#define U MEMORY_UNKNOWN

static const struct {
    const char *text;
    struct host_memory memory;
} memories[] = {
    {memory_text, {1000, 200, 400, 315, 600, 50, 20, 30}},
    {"", {U, U, U, U, U, U, U, U}},
    {"MemTotal: 1000 kB\n", {1000, U, U, U, U, U, U, U}},
    {"MemTotal: 1000 kB\nMemAvailable: 300 kB\n", {1000, U, 700, U, 300, U, U, U}},
    /* Before Linux 3.14 and 2.6.19. */
    {"MemTotal: 1000 kB\nMemFree: 300 kB\nBuffers: 1 kB\nCached: 2 kB\n",
     {1000, 300, 700, 3, U, U, U, U}},
    {"SwapTotal: 0 kB\nSwapFree: 0 kB\n", {U, U, U, U, U, 0, 0, 0}},
    {"MemTotal: kB\nMemFree:\nMemTotal", {U, U, U, U, U, U, U, U}},
};

LOOP(memory_of_what_lines_there_are, COUNT_OF(memories))
{
    struct host_memory memory;

    memory_file_parse(memories[_i].text, strlen(memories[_i].text), &memory);
    ck_assert_mem_eq(&memory, &memories[_i].memory, sizeof(memory));
}
