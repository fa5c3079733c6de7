/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Namespaces (namespaces(7)), by inode number. */
#include "lib/column/family.h"

static const struct column rows[] = {
    {"cgroupns", "CGROUPNS", 10, ALIGN_RIGHT,
     FIGURE(.help = "control group namespace", .need = NEED_NAMESPACE(NAMESPACE_CGROUP),
            .member = MEMBER(task_details, namespace_inodes[NAMESPACE_CGROUP]),
            .as = NONE_IF_ZERO)},
    {"ipcns", "IPCNS", 10, ALIGN_RIGHT,
     FIGURE(.help = "namespace of System V IPC", .need = NEED_NAMESPACE(NAMESPACE_IPC),
            .member = MEMBER(task_details, namespace_inodes[NAMESPACE_IPC]), .as = NONE_IF_ZERO)},
    {"mntns", "MNTNS", 10, ALIGN_RIGHT,
     FIGURE(.help = "mount namespace", .need = NEED_NAMESPACE(NAMESPACE_MNT),
            .member = MEMBER(task_details, namespace_inodes[NAMESPACE_MNT]), .as = NONE_IF_ZERO)},
    {"netns", "NETNS", 10, ALIGN_RIGHT,
     FIGURE(.help = "network namespace", .need = NEED_NAMESPACE(NAMESPACE_NET),
            .member = MEMBER(task_details, namespace_inodes[NAMESPACE_NET]), .as = NONE_IF_ZERO)},
    {"pidns", "PIDNS", 10, ALIGN_RIGHT,
     FIGURE(.help = "namespace of process ids", .need = NEED_NAMESPACE(NAMESPACE_PID),
            .member = MEMBER(task_details, namespace_inodes[NAMESPACE_PID]), .as = NONE_IF_ZERO)},
    {"timens", "TIMENS", 10, ALIGN_RIGHT,
     FIGURE(.help = "namespace of clocks", .need = NEED_NAMESPACE(NAMESPACE_TIME),
            .member = MEMBER(task_details, namespace_inodes[NAMESPACE_TIME]), .as = NONE_IF_ZERO)},
    {"userns", "USERNS", 10, ALIGN_RIGHT,
     FIGURE(.help = "user namespace", .need = NEED_NAMESPACE(NAMESPACE_USER),
            .member = MEMBER(task_details, namespace_inodes[NAMESPACE_USER]), .as = NONE_IF_ZERO)},
    {"utsns", "UTSNS", 10, ALIGN_RIGHT,
     FIGURE(.help = "namespace of host names", .need = NEED_NAMESPACE(NAMESPACE_UTS),
            .member = MEMBER(task_details, namespace_inodes[NAMESPACE_UTS]), .as = NONE_IF_ZERO)},
};

const struct column_family column_namespace = COLUMN_FAMILY(rows);
