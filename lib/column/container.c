/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Control groups (cgroups(7)), and names of containers from their paths. */
#include <string.h>

#include "lib/base/unused.h"
#include "lib/column/family.h"

#define DOCKER_DIGITS 64
#define DOCKER_SHOWN  12

static const char *groups_of(const struct task *task)
{
    return task->details ? task->details->cgroup : "";
}

/* From the first named hierarchy without controllers, such as systemd's. */
static struct value value_cgname(const struct task *task,
                                 const struct column_context *context UNUSED)
{
    static const char key[] = ":name=";
    const char *named = strstr(groups_of(task), key);

    if (named)
        return value_string(named + sizeof(key) - 1);
    return *groups_of(task) ? value_string(groups_of(task)) : value_none();
}

/* A name behind the first of these marks where `measure` finds one: its length, 0 for none. */
static struct value value_behind(const struct task *task, const char *const marks[], size_t count,
                                 size_t (*measure)(const char *name))
{
    for (size_t i = 0; i < count; i++) {
        const char *found = strstr(groups_of(task), marks[i]);
        const char *name = found ? found + strlen(marks[i]) : "";
        const size_t len = measure(name);

        if (len > 0)
            return value_text(name, len);
    }
    return value_none();
}

static size_t measure_lxc(const char *name)
{
    return strcspn(name, "/,");
}

static struct value value_lxc(const struct task *task, const struct column_context *context UNUSED)
{
    static const char *const marks[] = {"lxc.payload.", "lxc.payload/", "lxc/"};

    return value_behind(task, marks, sizeof(marks) / sizeof(marks[0]), measure_lxc);
}

static size_t measure_docker(const char *name)
{
    return strspn(name, "0123456789abcdef") >= DOCKER_DIGITS ? DOCKER_SHOWN : 0;
}

static struct value value_docker(const struct task *task,
                                 const struct column_context *context UNUSED)
{
    static const char *const marks[] = {"/docker-", "/docker/"};

    return value_behind(task, marks, sizeof(marks) / sizeof(marks[0]), measure_docker);
}

static const struct column rows[] = {
    {"cgname", "CGNAME", 27, ALIGN_UNLIMITED,
     FIGURE(.help = "control group of the named hierarchy", .row_class = ROW_PROCESS,
            .need = NEED_CGROUP, .value = value_cgname)},
    {"cgroup", "CGROUP", 27, ALIGN_UNLIMITED,
     FIGURE(.help = "control groups", .row_class = ROW_PROCESS, .need = NEED_CGROUP,
            .member = MEMBER(task_details, cgroup), .as = NONE_IF_ZERO)},
    {"docker", "DOCKER", 12, ALIGN_LEFT,
     FIGURE(.help = "Docker container it is in", .need = NEED_CGROUP, .value = value_docker)},
    {"lxc", "LXC", 8, ALIGN_LEFT,
     FIGURE(.help = "LXC container it is in", .need = NEED_CGROUP, .value = value_lxc)},
};

const struct column_family column_container = COLUMN_FAMILY(rows);
