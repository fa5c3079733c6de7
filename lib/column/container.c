/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Control groups (cgroups(7)), and the names of containers that can be read from their paths. */
#include <string.h>

#include "lib/column/family.h"

#define DOCKER_DIGITS 64
#define DOCKER_SHOWN  12

static const char *groups_of(const struct task *task)
{
    return task->details ? task->details->cgroup : "";
}

static struct value value_cgroup(const struct task *task, const struct column_context *context)
{
    const char *groups = groups_of(task);

    (void)context;
    return *groups ? value_string(groups) : value_none();
}

/* From the first hierarchy that has a name and no controllers, such as systemd's. */
static struct value value_cgname(const struct task *task, const struct column_context *context)
{
    static const char key[] = ":name=";
    const char *named = strstr(groups_of(task), key);

    return named ? value_string(named + sizeof(key) - 1) : value_cgroup(task, context);
}

static struct value value_lxc(const struct task *task, const struct column_context *context)
{
    static const char *const marks[] = {"lxc.payload.", "lxc.payload/", "lxc/"};

    (void)context;
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

static struct value value_docker(const struct task *task, const struct column_context *context)
{
    static const char *const marks[] = {"/docker-", "/docker/"};

    (void)context;
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

#define GROUPS(code_, header_, value_, help_)                                                   \
    {                                                                                           \
        .code = code_, .header = header_, .help = help_, .width = 27, .align = ALIGN_UNLIMITED, \
        .row_class = ROW_PROCESS, .need = NEED_CGROUP, .value = value_                          \
    }
#define CONTAINER(code_, header_, width_, value_, help_)                                       \
    {                                                                                          \
        .code = code_, .header = header_, .help = help_, .width = width_, .align = ALIGN_LEFT, \
        .need = NEED_CGROUP, .value = value_                                                   \
    }

static const struct column rows[] = {
    GROUPS("cgname", "CGNAME", value_cgname, "control group of the named hierarchy"),
    GROUPS("cgroup", "CGROUP", value_cgroup, "control groups"),
    CONTAINER("docker", "DOCKER", DOCKER_SHOWN, value_docker, "Docker container it is in"),
    CONTAINER("lxc", "LXC", 8, value_lxc, "LXC container it is in"),
};

const struct column_family column_container = COLUMN_FAMILY(rows);
