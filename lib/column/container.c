/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a task is contained in: namespaces, control groups (cgroups(7)), containers, systemd's
 * units, a security label.
 */
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/column/family.h"
#include "lib/container/labels.h"
#include "lib/container/path.h"
#include "lib/text/escape.h"

/* --- namespaces, by inode --- */

#define INODE(kind, text)                                                                        \
    FIGURE(.need = NEED_NAMESPACE(kind), .member = MEMBER(task_details, namespace_inodes[kind]), \
           .as = NONE_IF_ZERO, .help = text)

/* --- control groups, and containers by their paths --- */

static const char *groups_of(const struct task *task)
{
    return task->details ? task->details->cgroup : "";
}

/* The lines with commas between them. */
static void put_groups(struct buf *out, const struct value *value, const struct cell *cell)
{
    struct span rest = {value->as.text, value->len}, line;
    size_t room = cell->room;

    while (span_take_part(&rest, '\n', &line)) {
        const size_t width = escape_width(line.text, line.len);

        escape_put(out, line.text, line.len, room);
        if (rest.len == 0 || width >= room)
            break;
        buf_putc(out, ',');
        room -= width + 1;
    }
}

/* From the first named hierarchy without controllers, such as systemd's. */
static struct value value_cgname(const struct task *task, const struct column_context *context)
{
    static const char key[] = ":name=";
    const char *named = strstr(groups_of(task), key);

    if (named)
        return value_string(named + sizeof(key) - 1);
    return *groups_of(task) ? value_string(groups_of(task)) : value_none();
}

/*
 * The name after the first of these marks that `measure` accepts; `measure` returns the length of a
 * name, 0 for none.
 */
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
    return strcspn(name, "/\n");
}

static struct value value_lxc(const struct task *task, const struct column_context *context)
{
    static const char *const marks[] = {"lxc.payload.", "lxc.payload/", "lxc/"};

    return value_behind(task, marks, ARRAY_COUNT(marks), measure_lxc);
}

static size_t measure_docker(const char *name)
{
    return strspn(name, "0123456789abcdef") >= CONTAINER_ID_DIGITS ? CONTAINER_ID_SHORT_DIGITS : 0;
}

static struct value value_docker(const struct task *task, const struct column_context *context)
{
    static const char *const marks[] = {"/docker-", "/docker/"};

    return value_behind(task, marks, ARRAY_COUNT(marks), measure_docker);
}

static struct value value_ctid(const struct task *task, const struct column_context *context)
{
    const char *groups = groups_of(task);
    struct container_place place;
    const char *id;

    if (!container_place_parse(groups, &place) || !container_runtime_has_ids(place.runtime))
        return value_none();
    id = strstr(groups, place.id);
    return id ? value_text(id, CONTAINER_ID_SHORT_DIGITS) : value_none();
}

static struct value value_runtime(const struct task *task, const struct column_context *context)
{
    struct container_place place;
    const char *name;

    container_place_parse(groups_of(task), &place);
    name = container_runtime_name(place.runtime);
    return *name ? value_string(name) : value_none();
}

static struct value value_label(const struct task *task, const struct column_context *context,
                                enum container_text text)
{
    const char *found = context->containers
                            ? container_labels_text(context->containers, groups_of(task), text)
                            : "";

    return *found ? value_string(found) : value_none();
}

static struct value value_container(const struct task *task, const struct column_context *context)
{
    return value_label(task, context, CONTAINER_TEXT_NAME);
}

static struct value value_pod(const struct task *task, const struct column_context *context)
{
    return value_label(task, context, CONTAINER_TEXT_POD);
}

static struct value value_podns(const struct task *task, const struct column_context *context)
{
    return value_label(task, context, CONTAINER_TEXT_NAMESPACE);
}

static struct value value_image(const struct task *task, const struct column_context *context)
{
    return value_label(task, context, CONTAINER_TEXT_IMAGE);
}

/* --- systemd's units and login sessions: sd-login(3) --- */

#define LOGIN(kind, text)                                                         \
    FIGURE(.need = NEED_LOGIN(kind), .member = MEMBER(task_details, login[kind]), \
           .as = NONE_IF_ZERO, .help = text)

/* --- the kernel's security module --- */

SHARED_FIGURE(label, .json = "label", .help = "security label", .need = NEED_LABEL,
              .member = MEMBER(task_details, label), .as = NONE_IF_ZERO);

static const struct column rows[] = {
    {"cgname", "CGNAME", 27, ALIGN_UNLIMITED,
     FIGURE(.help = "control group of the named hierarchy", .row_class = ROW_PROCESS,
            .need = NEED_CGROUP, .value = value_cgname, .put = put_groups)},
    {"cgroup", "CGROUP", 27, ALIGN_UNLIMITED,
     FIGURE(.help = "control groups", .row_class = ROW_PROCESS, .need = NEED_CGROUP,
            .member = MEMBER(task_details, cgroup), .as = NONE_IF_ZERO, .put = put_groups)},
    {"cgroupns", "CGROUPNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_CGROUP, "control group namespace")},
    {"container", "CONTAINER", 15, ALIGN_UNLIMITED,
     FIGURE(.help = "name of its container", .need = NEED_CGROUP, .value = value_container,
            .from_labels = true)},
    {"context", "CONTEXT", 31, ALIGN_LEFT, &label},
    {"ctid", "CTID", 5, ALIGN_RIGHT,
     FIGURE(.help = "container it is in", .need = NEED_CGROUP, .value = value_ctid)},
    {"docker", "DOCKER", 12, ALIGN_LEFT,
     FIGURE(.help = "Docker container it is in", .need = NEED_CGROUP, .value = value_docker)},
    {"image", "IMAGE", 27, ALIGN_UNLIMITED,
     FIGURE(.help = "image of its container", .need = NEED_CGROUP, .value = value_image,
            .from_labels = true)},
    {"ipcns", "IPCNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_IPC, "namespace of System V IPC")},
    {"label", "LABEL", 31, ALIGN_LEFT, &label},
    {"lsession", "SESSION", 11, ALIGN_LEFT, LOGIN(LOGIN_SESSION, "systemd's login session")},
    {"lxc", "LXC", 8, ALIGN_LEFT,
     FIGURE(.help = "LXC container it is in", .need = NEED_CGROUP, .value = value_lxc)},
    {"machine", "MACHINE", 31, ALIGN_LEFT,
     LOGIN(LOGIN_MACHINE, "virtual machine or container that systemd knows")},
    {"mntns", "MNTNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_MNT, "mount namespace")},
    {"netns", "NETNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_NET, "network namespace")},
    {"ouid", "OWNER", 5, ALIGN_LEFT, LOGIN(LOGIN_OWNER, "user id of the login session's owner")},
    {"pidns", "PIDNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_PID, "namespace of process ids")},
    {"pod", "POD", 27, ALIGN_UNLIMITED,
     FIGURE(.help = "Kubernetes pod of its container", .need = NEED_CGROUP, .value = value_pod,
            .from_labels = true)},
    {"podns", "PODNS", 12, ALIGN_UNLIMITED,
     FIGURE(.help = "namespace of its pod", .need = NEED_CGROUP, .value = value_podns,
            .from_labels = true)},
    {"runtime", "RUNTIME", 10, ALIGN_LEFT,
     FIGURE(.help = "what runs its container", .need = NEED_CGROUP, .value = value_runtime)},
    {"seat", "SEAT", 11, ALIGN_LEFT, LOGIN(LOGIN_SEAT, "seat of the login session")},
    {"slice", "SLICE", 31, ALIGN_LEFT, LOGIN(LOGIN_SLICE, "systemd slice")},
    {"timens", "TIMENS", 10, ALIGN_RIGHT, INODE(NAMESPACE_TIME, "namespace of clocks")},
    {"unit", "UNIT", 31, ALIGN_LEFT, LOGIN(LOGIN_UNIT, "systemd unit")},
    {"userns", "USERNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_USER, "user namespace")},
    {"utsns", "UTSNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_UTS, "namespace of host names")},
    {"uunit", "UUNIT", 31, ALIGN_LEFT, LOGIN(LOGIN_USER_UNIT, "systemd user unit")},
    {"zone", "ZONE", 31, ALIGN_LEFT, &label},
};

const struct column_family column_container = COLUMN_FAMILY(rows);
