/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Namespaces (namespaces(7)), by the number of the inode that stands for each. */
#include "lib/column/family.h"

static struct value inode(const struct task *task, enum namespace_kind kind)
{
    const struct task_details *details = task->details;

    return details && details->namespace_inodes[kind] > 0
               ? value_uint(details->namespace_inodes[kind])
               : value_none();
}

static struct value value_cgroupns(const struct task *task, const struct column_context *context)
{
    (void)context;
    return inode(task, NAMESPACE_CGROUP);
}

static struct value value_ipcns(const struct task *task, const struct column_context *context)
{
    (void)context;
    return inode(task, NAMESPACE_IPC);
}

static struct value value_mntns(const struct task *task, const struct column_context *context)
{
    (void)context;
    return inode(task, NAMESPACE_MNT);
}

static struct value value_netns(const struct task *task, const struct column_context *context)
{
    (void)context;
    return inode(task, NAMESPACE_NET);
}

static struct value value_pidns(const struct task *task, const struct column_context *context)
{
    (void)context;
    return inode(task, NAMESPACE_PID);
}

static struct value value_timens(const struct task *task, const struct column_context *context)
{
    (void)context;
    return inode(task, NAMESPACE_TIME);
}

static struct value value_userns(const struct task *task, const struct column_context *context)
{
    (void)context;
    return inode(task, NAMESPACE_USER);
}

static struct value value_utsns(const struct task *task, const struct column_context *context)
{
    (void)context;
    return inode(task, NAMESPACE_UTS);
}

#define NAMESPACE(code_, header_, kind_, value_, help_)                                     \
    {                                                                                       \
        .code = code_, .header = header_, .help = help_, .width = 10, .align = ALIGN_RIGHT, \
        .need = NEED_NAMESPACE(kind_), .value = value_                                      \
    }

static const struct column rows[] = {
    NAMESPACE("cgroupns", "CGROUPNS", NAMESPACE_CGROUP, value_cgroupns, "control group namespace"),
    NAMESPACE("ipcns", "IPCNS", NAMESPACE_IPC, value_ipcns, "namespace of System V IPC"),
    NAMESPACE("mntns", "MNTNS", NAMESPACE_MNT, value_mntns, "mount namespace"),
    NAMESPACE("netns", "NETNS", NAMESPACE_NET, value_netns, "network namespace"),
    NAMESPACE("pidns", "PIDNS", NAMESPACE_PID, value_pidns, "namespace of process ids"),
    NAMESPACE("timens", "TIMENS", NAMESPACE_TIME, value_timens, "namespace of clocks"),
    NAMESPACE("userns", "USERNS", NAMESPACE_USER, value_userns, "user namespace"),
    NAMESPACE("utsns", "UTSNS", NAMESPACE_UTS, value_utsns, "namespace of host names"),
};

const struct column_family column_namespace = COLUMN_FAMILY(rows);
