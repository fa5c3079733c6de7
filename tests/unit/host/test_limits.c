/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What cgroups allow, by the files that a container sees. */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "lib/base/buf.h"
#include "lib/base/kernel.h"
#include "lib/host/container_limits.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

#define MOST_FILES 8

#define V2  "sys/fs/cgroup/"
#define GIB "1073741824\n"
#define U   MEMORY_UNKNOWN

static const struct {
    const char *groups; /* NULL: there is no such file */
    struct {
        const char *path, *text;
    } files[MOST_FILES];
    double cpus;
    uint64_t mem_kib, mem_used_kib;
} cases[] = {
    /* A cgroup namespace: its root is the container's cgroup. */
    {"0::/\n",
     {{V2 "cpu.max", "150000 100000\n"},
      {V2 "memory.max", "536870912\n"},
      {V2 "memory.current", "129394688\n"}},
     1.5,
     524288,
     126362},
    {"0::/\n", {{V2 "cpu.max", "max 100000\n"}, {V2 "memory.max", "max\n"}}, 0, 0, 0},
    {"0::/\n", {{V2 "cgroup.controllers", ""}}, 0, 0, 0},
    {NULL, {{V2 "memory.max", GIB}}, 0, 0, 0},
    {"", {{V2 "memory.max", GIB}}, 0, 0, 0},

    /* So low that nothing is left of it in KiB. */
    {"0::/a\n", {{V2 "a/memory.max", "0\n"}, {V2 "memory.max", GIB}}, 0, 1, U},
    {"0::/a\n", {{V2 "a/memory.max", GIB}, {V2 "memory.max", "1023\n"}}, 0, 1, U},

    /* The lowest on the way to the root, wherever it is; the use is that of its cgroup. */
    {"0::/a/b\n",
     {{V2 "a/b/memory.max", "max\n"},
      {V2 "a/b/memory.current", "1024\n"},
      {V2 "a/memory.max", GIB},
      {V2 "a/memory.current", "4096\n"},
      {V2 "a/b/cpu.max", "50000 100000\n"},
      {V2 "a/cpu.max", "20000 100000\n"},
      {V2 "cpu.max", "300000 100000\n"}},
     0.2,
     1048576,
     4},
    {"0::/a/b\n",
     {{V2 "a/b/memory.max", GIB},
      {V2 "a/memory.max", "2147483648\n"},
      {V2 "b/memory.max", "4096\n"}},
     0,
     1048576,
     U},

    /* The host's namespace, but only the container's cgroup is mounted. */
    {"0::/docker/3f2a\n", {{V2 "memory.max", GIB}}, 0, 1048576, U},
    {"0::/../other\n",
     {{V2 "memory.max", GIB}, {"sys/fs/other/memory.max", "4096\n"}},
     0,
     1048576,
     U},

    /* A name that begins with dots. */
    {"0::/..a\n", {{V2 "memory.max", "4294967296\n"}, {V2 "..a/memory.max", GIB}}, 0, 1048576, U},

    /* Version 1; controllers that share a hierarchy; version 2 beside it has neither. */
    {"4:memory:/docker/x\n3:cpu,cpuacct:/docker/x\n0::/docker/x\n",
     {{V2 "memory/docker/x/memory.limit_in_bytes", "536870912\n"},
      {V2 "memory/docker/x/memory.usage_in_bytes", "1048576\n"},
      {V2 "memory/memory.limit_in_bytes", "9223372036854771712\n"},
      {V2 "cpu/docker/x/cpu.cfs_quota_us", "200000\n"},
      {V2 "cpu/docker/x/cpu.cfs_period_us", "100000\n"},
      {V2 "cpu/cpu.cfs_quota_us", "-1\n"},
      {V2 "cpu/cpu.cfs_period_us", "100000\n"}},
     2,
     524288,
     1024},
    {"4:memory:/\n", {{V2 "memory/memory.limit_in_bytes", "9223372036854771712\n"}}, 0, 0, 0},
    {"4:cpuset:/\n3:cpuacct:/\n", {{V2 "cpu/cpu.cfs_quota_us", "1\n"}}, 0, 0, 0},

    /* What no kernel writes. */
    {"0::/\n", {{V2 "cpu.max", "100000 0\n"}, {V2 "memory.max", "x\n"}}, 0, 0, 0},
    {"0::/\n", {{V2 "cpu.max", "100000"}, {V2 "memory.max", "-1\n"}}, 0, 0, 0},
    {"0::/\n", {{V2 "cpu.max", " "}, {V2 "memory.max", "99999999999999999999999\n"}}, 0, 0, 0},
    {"0\n:\n0:\nmemory\n4:memory", {{V2 "memory/memory.limit_in_bytes", GIB}}, 0, 0, 0},
};

static int descriptors = INT_MAX; /* that are left */

TAKE_OVER(bool, kernel_file_read, const char *path, char *text, size_t size)
{
    if (descriptors-- <= 0) {
        errno = EMFILE;
        return false;
    }
    return __real_kernel_file_read(path, text, size);
}

LOOP(limits_of_files, COUNT_OF(cases))
{
    struct host_limits limits;
    struct tree tree;

    tree_init(&tree);
    if (cases[_i].groups)
        tree_put(&tree, "proc/self/cgroup", cases[_i].groups);
    for (size_t i = 0; i < MOST_FILES && cases[_i].files[i].path; i++)
        tree_put(&tree, cases[_i].files[i].path, cases[_i].files[i].text);
    ck_assert_int_eq(host_limits_read(tree.path, &limits), 0);
    ck_assert_double_eq_tol(limits.cpus, cases[_i].cpus, 1e-9);
    ck_assert_uint_eq(limits.mem_kib, cases[_i].mem_kib);
    ck_assert_uint_eq(limits.mem_used_kib, cases[_i].mem_used_kib);
    tree_fini(&tree);
}

/* The memory that a process with these lines may use, if the root of version 2 has a limit. */
static uint64_t limit_by(const char *groups)
{
    struct host_limits limits;
    struct tree tree;

    tree_init(&tree);
    tree_put(&tree, "proc/self/cgroup", groups);
    tree_put(&tree, V2 "memory.max", GIB);
    ck_assert_int_eq(host_limits_read(tree.path, &limits), 0);
    tree_fini(&tree);
    return limits.mem_kib;
}

LOOP(a_shortage_is_no_missing_limit, 2)
{
    struct host_limits limits;
    struct tree tree;

    tree_init(&tree);
    tree_put(&tree, "proc/self/cgroup", "0::/\n");
    tree_put(&tree, V2 "cpu.max", "200000 100000\n");
    tree_put(&tree, V2 "memory.max", GIB);
    descriptors = _i;
    ck_assert_int_eq(host_limits_read(tree.path, &limits), -EMFILE);
    ck_assert(!host_limits_are_set(&limits));
    tree_fini(&tree);
}

CASE(a_long_path_is_no_limit)
{
    static char groups[6000] = "0::/";

    memset(groups + strlen(groups), 'x', sizeof(groups) - 1 - strlen(groups));
    ck_assert_uint_eq(limit_by(groups), 0);
}

/* The line of version 2 is behind those of all hierarchies of version 1. */
CASE(many_lines_are_not_cut)
{
    struct buf groups = {0};

    for (int id = 63; id > 0; id--)
        buf_printf(&groups, "%d:name=%0200d:/%0900d\n", id, id, id);
    buf_puts(&groups, "0::/\n");
    ck_assert_uint_eq(limit_by(buf_text(&groups)), 1048576);
    buf_fini(&groups);
}

/* A limit equal to the memory is that of lxcfs. */
CASE(limits_of_a_smaller_host)
{
    struct host_limits limits = {.cpus = 4, .mem_kib = 2000, .mem_used_kib = 7};

    host_limits_compare(&limits, 8, 2000);
    ck_assert_double_eq(limits.cpus, 4);
    ck_assert_uint_eq(limits.mem_kib, 2000);
    host_limits_compare(&limits, 4, 1999);
    ck_assert_double_eq(limits.cpus, 0);
    ck_assert_uint_eq(limits.mem_kib, 0);
    ck_assert_uint_eq(limits.mem_used_kib, 0);
}
