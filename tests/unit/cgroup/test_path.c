/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "lib/cgroup/path.h"
#include "tests/unit/run.h"

/* The groups of a task, and the path of version 2 among them. */
static const struct {
    const char *groups, *path;
} places[] = {
    {"0::/system.slice/a.service", "/system.slice/a.service"},
    {"9:name=systemd:/x\n8:pids:/y\n0::/user.slice", "/user.slice"},
    {"8:pids:/a,0::/b\n0::/c", "/c"}, /* a name like a line */
    {"0::/b,0::/c", "/b,0::/c"},
    {"0::/../../other", ""},
    {"0::/a/..", ""},
    {"0::/a/..b/c", "/a/..b/c"},
    {"0::", ""},
    {"8:pids:/y", ""},
    {"", ""},
};

LOOP(paths_of_version_2, COUNT_OF(places))
{
    char path[CGROUP_PATH_SIZE] = "before";

    cgroup_path_copy_v2(places[_i].groups, path);
    ck_assert_str_eq(path, places[_i].path);
}

CASE(a_path_that_is_too_long)
{
    char groups[CGROUP_PATH_SIZE + 4] = "0::/";
    char path[CGROUP_PATH_SIZE];

    memset(groups + 4, 'x', CGROUP_PATH_SIZE - 2);
    cgroup_path_copy_v2(groups, path);
    ck_assert_uint_eq(strlen(path), CGROUP_PATH_SIZE - 1);
    groups[CGROUP_PATH_SIZE + 2] = 'x';
    cgroup_path_copy_v2(groups, path);
    ck_assert_str_eq(path, "");
}

static const struct {
    const char *hierarchy, *path, *groups;
    bool expected;
} tasks[] = {
    {"", "/a", "0::/a", true},
    {"", "/a", "0::/a/b", true},
    {"", "/a", "0::/ab", false},
    {"", "/a/b", "0::/a", false},
    {"", "/", "0::/a", true},
    {"", "/", "0::/", true},
    {"", "/a", "5:memory:/a\n0::/b", false},
    {"", "/a", "5:memory:/b\n0::/a", true},
    {"", "/a", "5:memory:/x,0::/a\n0::/b", false}, /* names like lines */
    {"", "/a", "0::/b,0::/a", false},
    {"memory", "/a", "5:memory:/a/c\n0::/b", true},
    {"cpuacct", "/a", "5:cpu,cpuacct:/a\n4:memory:/b", true},
    {"cpu", "/a", "5:cpuset:/a\n4:cpu,cpuacct:/b", false},
    {"name=systemd", "/a", "1:name=systemd:/a", true},
    {"name=systemd", "/a", "9:memory:/x\n1:name=systemd:/b\n1:name=systemd:/a", false},
    {"memory", "/a", "", false},
    {"", "/", "", true},
    {"memory", "/", "1:name=systemd:/a", true},
    {"memory", "/a", "5", false},
    {"", "/a", "::", false},
};

LOOP(tasks_of_a_group, COUNT_OF(tasks))
{
    ck_assert(cgroup_has_task(tasks[_i].hierarchy, tasks[_i].path, tasks[_i].groups) ==
              tasks[_i].expected);
}
