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

static struct value value_lxc(const struct task *task, const struct column_context *context UNUSED)
{
    static const char *const marks[] = {"lxc.payload.", "lxc.payload/", "lxc/"};

    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        const char *found = strstr(groups_of(task), marks[i]);
        size_t len = 0;

        if (found) {
            found += strlen(marks[i]);
            len = strcspn(found, "/,");
        }
        if (len > 0)
            return value_text(found, len);
    }
    return value_none();
}

static struct value value_docker(const struct task *task,
                                 const struct column_context *context UNUSED)
{
    static const char *const marks[] = {"/docker-", "/docker/"};

    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        const char *found = strstr(groups_of(task), marks[i]);

        if (!found)
            continue;
        found += strlen(marks[i]);
        if (strspn(found, "0123456789abcdef") >= DOCKER_DIGITS)
            return value_text(found, DOCKER_SHOWN);
    }
    return value_none();
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
