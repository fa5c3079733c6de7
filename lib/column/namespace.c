/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Namespaces (namespaces(7)), by inode number. */
#include "lib/column/family.h"

#define INODE(kind, text)                                                                        \
    FIGURE(.need = NEED_NAMESPACE(kind), .member = MEMBER(task_details, namespace_inodes[kind]), \
           .as = NONE_IF_ZERO, .help = text)

static const struct column rows[] = {
    {"cgroupns", "CGROUPNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_CGROUP, "control group namespace")},
    {"ipcns", "IPCNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_IPC, "namespace of System V IPC")},
    {"mntns", "MNTNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_MNT, "mount namespace")},
    {"netns", "NETNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_NET, "network namespace")},
    {"pidns", "PIDNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_PID, "namespace of process ids")},
    {"timens", "TIMENS", 10, ALIGN_RIGHT, INODE(NAMESPACE_TIME, "namespace of clocks")},
    {"userns", "USERNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_USER, "user namespace")},
    {"utsns", "UTSNS", 10, ALIGN_RIGHT, INODE(NAMESPACE_UTS, "namespace of host names")},
};

const struct column_family column_namespace = COLUMN_FAMILY(rows);
