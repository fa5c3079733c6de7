/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cgroup/figures.h"
#include "tests/unit/run.h"

static void parse(unsigned hierarchy, const char *file, const char *text,
                  struct cgroup_figures *figures)
{
    for (const struct cgroup_file *at = cgroup_files; at->name; at++)
        if (at->hierarchies & hierarchy && strcmp(at->name, file) == 0) {
            cgroup_file_parse(at, text, figures);
            return;
        }
    ck_abort_msg("no such file: %s", file);
}

static const struct {
    unsigned hierarchy;
    const char *file, *text;
    unsigned have;
    size_t member;
    uint64_t expected;
} cases[] = {
#define OF(member) offsetof(struct cgroup_figures, member)
    {CGROUP_V2, "pids.current", "17\n", CGROUP_THREADS, OF(threads), 17},
    {CGROUP_V2, "pids.current", "17", CGROUP_THREADS, OF(threads), 17},
    {CGROUP_V2, "pids.current", "17 18\n", 0, 0, 0},
    {CGROUP_V2, "pids.current", "-1\n", 0, 0, 0},
    {CGROUP_V2, "pids.current", "", 0, 0, 0},
    {CGROUP_V1_PIDS, "pids.current", "3\n", CGROUP_THREADS, OF(threads), 3},
    {CGROUP_V2, "cpu.stat", "usage_usec 5\nuser_usec 3\nsystem_usec 2\n", CGROUP_USAGE,
     OF(usage_us), 5},
    {CGROUP_V2, "cpu.stat", "usage_usec 5\nnr_periods 40\nnr_throttled 12\nthrottled_usec 99\n",
     CGROUP_USAGE | CGROUP_THROTTLING, OF(throttled_periods), 12},
    {CGROUP_V2, "cpu.stat", "usage_usec 5\nnr_periods 40\nnr_throttled 12\nthrottled_u",
     CGROUP_USAGE, OF(usage_us), 5},
    {CGROUP_V2, "cpu.stat", "usage_usec 99999999999999999999999\n", 0, 0, 0},
    {CGROUP_V2, "cpu.stat", "x usage_usec 5\n", 0, 0, 0},
    {CGROUP_V2, "cpu.max", "max 100000\n", CGROUP_CPU_LIMIT, OF(cpu_quota_us), CGROUP_UNLIMITED},
    {CGROUP_V2, "cpu.max", "50000 100000\n", CGROUP_CPU_LIMIT, OF(cpu_quota_us), 50000},
    {CGROUP_V2, "cpu.max", "50000 100000\n", CGROUP_CPU_LIMIT, OF(cpu_period_us), 100000},
    {CGROUP_V2, "cpu.max", "50000 0\n", 0, 0, 0},
    {CGROUP_V2, "cpu.max", "50000\n", 0, 0, 0},
    {CGROUP_V2, "cpu.max", "max\n", 0, 0, 0},
    {CGROUP_V2, "cpu.max", "\n", 0, 0, 0},
    {CGROUP_V2, "memory.current", "4096\n", CGROUP_MEMORY, OF(memory), 4096},
    {CGROUP_V2, "memory.current", "max\n", 0, 0, 0},
    {CGROUP_V2, "memory.stat", "anon 8192\nfile 4\ninactive_anon 1\n", CGROUP_ANON, OF(anon), 8192},
    {CGROUP_V2, "memory.stat", "file 4\ninactive_anon 1\n", 0, 0, 0},
    {CGROUP_V2, "memory.peak", "5\n", CGROUP_PEAK, OF(peak), 5},
    {CGROUP_V2, "memory.max", "max\n", CGROUP_MEMORY_LIMIT, OF(memory_limit), CGROUP_UNLIMITED},
    {CGROUP_V2, "memory.max", "65536\n", CGROUP_MEMORY_LIMIT, OF(memory_limit), 65536},
    {CGROUP_V2, "memory.max", "maximum\n", 0, 0, 0},
    {CGROUP_V2, "memory.events", "low 0\nhigh 1\nmax 9\noom 3\noom_kill 2\noom_group_kill 0\n",
     CGROUP_OOM, OF(oom_kills), 2},
    {CGROUP_V2, "memory.events", "low 0\nhigh 1\nmax 9\noom 3\noom_kill 2\n", CGROUP_OOM, OF(oom),
     3},
    {CGROUP_V2, "memory.events", "oom 3\n", 0, 0, 0}, /* before 4.13 */
    {CGROUP_V2, "io.stat", "", CGROUP_IO, OF(read_bytes), 0},
    {CGROUP_V2, "io.stat", "8:0 rbytes=5 wbytes=7 rios=1 wios=1\n8:16 rbytes=6 wbytes=1\n",
     CGROUP_IO, OF(read_bytes), 11},
    {CGROUP_V2, "io.stat", "8:0 \n8:16 wbytes=1 dbytes=9\n254:0 wbytes=", CGROUP_IO,
     OF(written_bytes), 1},
    {CGROUP_V2, "io.stat", "8:0 rbytes=18446744073709551615\n8:1 rbytes=5\n", CGROUP_IO,
     OF(read_bytes), UINT64_MAX},
    {CGROUP_V2, "cpu.pressure", "some avg10=1.00 avg60=0 avg300=0 total=0\n", CGROUP_PRESSURE_CPU,
     OF(threads), 0},
    {CGROUP_V2, "memory.pressure", "some avg10=1.00\nfull avg10=1.00\n", CGROUP_PRESSURE_MEMORY,
     OF(threads), 0},
    {CGROUP_V2, "io.pressure", "full avg10=1.00\n", 0, 0, 0},
    {CGROUP_V1_CPUACCT, "cpuacct.usage", "5999\n", CGROUP_USAGE, OF(usage_us), 5},
    {CGROUP_V1_CPU, "cpu.stat", "nr_periods 4\nnr_throttled 1\nthrottled_time 7000\n",
     CGROUP_THROTTLING, OF(throttled_us), 7},
    {CGROUP_V1_CPU, "cpu.cfs_quota_us", "50000\n", 0, 0, 0}, /* its period was not read */
    {CGROUP_V1_MEMORY, "memory.usage_in_bytes", "9\n", CGROUP_MEMORY, OF(memory), 9},
    {CGROUP_V1_MEMORY, "memory.stat", "rss 1\ntotal_cache 3\ntotal_rss 2\n", CGROUP_ANON, OF(anon),
     2},
    {CGROUP_V1_MEMORY, "memory.max_usage_in_bytes", "8\n", CGROUP_PEAK, OF(peak), 8},
    {CGROUP_V1_MEMORY, "memory.limit_in_bytes", "9223372036854771712\n", CGROUP_MEMORY_LIMIT,
     OF(memory_limit), CGROUP_UNLIMITED},
    {CGROUP_V1_MEMORY, "memory.limit_in_bytes", "1048576\n", CGROUP_MEMORY_LIMIT, OF(memory_limit),
     1048576},
    {CGROUP_V1_BLKIO, "blkio.throttle.io_service_bytes_recursive",
     "8:0 Read 4096\n8:0 Write 8192\n8:0 Sync 1\n8:16 Read 1\nTotal 12289\n", CGROUP_IO,
     OF(read_bytes), 4097},
};

LOOP(figures_of_a_file, COUNT_OF(cases))
{
    struct cgroup_figures figures = {0};

    parse(cases[_i].hierarchy, cases[_i].file, cases[_i].text, &figures);
    ck_assert_uint_eq(figures.have, cases[_i].have);
    if (figures.have)
        ck_assert_uint_eq(*(uint64_t *)((char *)&figures + cases[_i].member), cases[_i].expected);
}

/* No text of any kind makes a parser read beyond its end: see the sanitized build. */
CASE(hostile_texts)
{
    static const char *const words[] = {
        "",      "\n",         "max",     "max ",    " ",       "0",        "18446744073709551616",
        "-1",    "usage_usec", "anon ",   "oom ",    "rbytes=", " rbytes=", "some avg10=",
        " Read", " Read ",     "\x1b[2J", "\xff\xfe"};

    for (size_t first = 0; first < sizeof(words) / sizeof(words[0]); first++)
        for (size_t second = 0; second < sizeof(words) / sizeof(words[0]); second++) {
            const size_t len = strlen(words[first]) + strlen(words[second]);
            char *text = malloc(len + 1); /* of exactly its size */

            ck_assert_ptr_nonnull(text);
            snprintf(text, len + 1, "%s%s", words[first], words[second]);
            for (const struct cgroup_file *at = cgroup_files; at->name; at++) {
                struct cgroup_figures figures = {0};

                cgroup_file_parse(at, text, &figures);
                ck_assert(!(figures.have & ~at->has));
            }
            free(text);
        }
}

CASE(a_limit_of_version_1)
{
    struct cgroup_figures figures = {0};

    parse(CGROUP_V1_CPU, "cpu.cfs_period_us", "100000\n", &figures);
    ck_assert_uint_eq(figures.have, 0);
    parse(CGROUP_V1_CPU, "cpu.cfs_quota_us", "-1\n", &figures);
    ck_assert_uint_eq(figures.have, CGROUP_CPU_LIMIT);
    ck_assert_uint_eq(figures.cpu_quota_us, CGROUP_UNLIMITED);
    parse(CGROUP_V1_CPU, "cpu.cfs_quota_us", "250000\n", &figures);
    ck_assert_uint_eq(figures.cpu_quota_us, 250000);
}
