/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parsers of small files that few columns need. */
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/proc/numa.h"
#include "lib/source/proc/parse/parse.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

CASE(io_lines)
{
    static const char text[] = "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5\n"
                               "write_bytes: 6\ncancelled_write_bytes: 7\n";
    static const struct task_io expected = {1, 2, 3, 4, 5, 6, 7};
    struct task_io io;

    ck_assert(io_parse(text, strlen(text), &io));
    ck_assert_mem_eq(&io, &expected, sizeof(io));
    ck_assert(!io_parse("", 0, &io));
    ck_assert(!io_parse("rchar\n", 6, &io));
    ck_assert_uint_eq(io.read_chars, LINE_MISSING);
}

CASE(smaps_lines)
{
    static const char text[] =
        "557bd10f0000-7ffd65bd8000 ---p 00000000 00:00 0    [rollup]\n"
        "Rss:    100 kB\nPss:    90 kB\nPss_Dirty: 1 kB\nPss_Anon: 2 kB\nPss_File: 3 kB\n"
        "Pss_Shmem: 4 kB\nPrivate_Clean: 5 kB\nPrivate_Dirty: 6 kB\nShared_Hugetlb: 7 kB\n"
        "Private_Hugetlb: 8 kB\n";
    static const struct task_smaps expected = {100, 90, 2, 3, 4, 5, 6, 7, 8};
    struct task_smaps smaps;

    ck_assert(smaps_parse(text, strlen(text), &smaps));
    ck_assert_mem_eq(&smaps, &expected, sizeof(smaps));
    ck_assert(!smaps_parse("", 0, &smaps));
    ck_assert(smaps_parse("Rss: 1 kB\n", 10, &smaps));
    ck_assert_uint_eq(smaps.pss_kib, LINE_MISSING);
}

static const struct {
    const char *text;
    int64_t id; /* -1: no such line */
    int32_t nice;
} autogroups[] = {
    {"/autogroup-25 nice 0\n", 25, 0},
    {"/autogroup-4082 nice -20\n", 4082, -20},
    {"/autogroup-0 nice 19", 0, 19},
    {"", -1, 99},
    {"/autogroup-", -1, 99},
    {"/autogroup-25 nice \n", -1, 99},
    {"/autogroup-25\n", -1, 99},
    {"/autogroup--3 nice 1\n", -1, 99},
    {"25 nice 0\n", -1, 99},
    {"/autogroup-1 nice 99999999999\n", -1, 99},
    {" nice 0 /autogroup-1\n", -1, 99},
};

LOOP(autogroup_lines, COUNT_OF(autogroups))
{
    const char *text = autogroups[_i].text;
    int64_t id = -1;
    int32_t nice = 99;

    ck_assert(autogroup_parse(text, strlen(text), &id, &nice) == (autogroups[_i].id >= 0));
    ck_assert_int_eq(id, autogroups[_i].id);
    ck_assert_int_eq(nice, autogroups[_i].nice);
}

static const struct {
    const char *text;
    uint64_t inode;
} links[] = {
    {"pid:[4026531836]", 4026531836},
    {"mnt:[1]", 1},
    {"pid:[]", 0},
    {"pid:[-1]", 0},
    {"pid:", 0},
    {"", 0},
    {"[7", 7},
};

LOOP(namespace_links, COUNT_OF(links))
{
    ck_assert_uint_eq(namespace_parse(links[_i].text, strlen(links[_i].text)), links[_i].inode);
}

/* The nodes of processors 0 to 4 as digits, '-' where none is known. */
static const struct {
    const char *list;
    const char *nodes;
} lists[] = {
    {"0-3\n", "7777-"},
    {"1\n", "-7---"},
    {"0,2-3,4\n", "7-777"},
    {"\n", "-----"},
    {"", "-----"},
    {"2-1\n", "-----"},
    {"0-\n", "-----"},
    {"0,x,3\n", "7----"},
    {"-3\n", "-----"},
    {"1,,3\n", "-7---"},
    {"1-99999999999\n", "-----"},
};

LOOP(processors_of_a_node, COUNT_OF(lists))
{
    struct numa numa = {0};

    ck_assert_int_eq(numa_add_list(&numa, lists[_i].list, strlen(lists[_i].list), 7), 0);
    for (int cpu = 0; cpu < 5; cpu++)
        ck_assert_int_eq(numa_find(&numa, cpu), lists[_i].nodes[cpu] == '7' ? 7 : -1);
    ck_assert_int_eq(numa_find(&numa, -1), -1);
    ck_assert_int_eq(numa_find(&numa, INT32_MAX), -1);
    numa_fini(&numa);
}

static int64_t now_ns = NS_PER_S;
static unsigned listings;

TAKE_OVER(int, clock_gettime, clockid_t clock, struct timespec *time)
{
    *time = (struct timespec){now_ns / NS_PER_S, now_ns % NS_PER_S};
    return 0;
}

/* What glibc calls it where a long is shorter than time_t. */
TAKE_OVER(int, __clock_gettime64, clockid_t clock, struct timespec *time)
{
    return __wrap_clock_gettime(clock, time);
}

TAKE_OVER(DIR *, opendir, const char *name)
{
    listings++;
    return __real_opendir(name);
}

/* Of the first processor, whose link names its node, if there are nodes. */
CASE(nodes_of_this_host)
{
    struct numa numa = {0};
    glob_t found;
    int node = -1;

    if (glob("/sys/devices/system/cpu/cpu0/node[0-9]*", 0, NULL, &found) == 0)
        node = (int)strtol(strrchr(found.gl_pathv[0], '/') + strlen("/node"), NULL, 10);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(numa_read(&numa, 0), 0);
        ck_assert_int_eq(numa_find(&numa, 0), node);
    }
    globfree(&found);
    numa_fini(&numa);
}

/* How many descriptors are left when the nodes are read. */
LOOP(nodes_that_cannot_be_read_now_are_read_later, 2)
{
    struct numa numa = {0}, other = {0};
    rlim_t limit;
    const int next = dup(STDIN_FILENO);
    int result;

    ck_assert_int_ge(next, 0);
    close(next);
    ck_assert_int_eq(numa_read(&other, 0), 0);
    limit = limit_descriptors((rlim_t)next + (rlim_t)_i);
    result = numa_read(&numa, 0);
    limit_descriptors(limit);
    if (_i == 0 || numa_find(&other, 0) >= 0)
        ck_assert_int_eq(result, -EMFILE);
    ck_assert_int_eq(numa_read(&numa, 0), 0);
    for (int32_t cpu = 0; cpu < 64; cpu++)
        ck_assert_int_eq(numa_find(&numa, cpu), numa_find(&other, cpu));
    numa_fini(&numa);
    numa_fini(&other);
}

/* It may come online, so it is looked for again, but not for each row. */
CASE(an_unknown_processor_is_looked_for_once_a_second)
{
    struct numa numa = {0};

    for (int i = 0; i < 3; i++) {
        listings = 0;
        ck_assert_int_eq(numa_read(&numa, INT32_MAX), 0);
        ck_assert_int_eq(numa_read(&numa, INT32_MAX), 0);
        ck_assert_uint_eq(listings, 1);
        now_ns += NS_PER_S;
    }
    ck_assert_int_eq(numa_add_list(&numa, "3", 1, 0), 0);
    ck_assert_int_eq(numa_read(&numa, 3), 0);
    ck_assert_uint_eq(listings, 1);
    numa_fini(&numa);
}
