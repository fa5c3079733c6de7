/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Identifiers: of tasks and the groups they are in, and of their owners as numbers. */
#include "lib/column/family.h"

static struct value value_tgid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->tgid);
}

static struct value value_tid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->tid);
}

static struct value value_ppid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->process->ppid);
}

static struct value value_pgrp(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->process->pgrp);
}

static struct value value_sid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->process->sid);
}

static struct value value_tpgid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->process->tpgid);
}

static struct value value_euid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->euid);
}

static struct value value_egid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->egid);
}

static struct value status_uid(const struct task *task, int kind)
{
    return task->status ? value_uint(task->status->uid[kind]) : value_none();
}

static struct value status_gid(const struct task *task, int kind)
{
    return task->status ? value_uint(task->status->gid[kind]) : value_none();
}

static struct value value_ruid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return status_uid(task, ID_REAL);
}

static struct value value_suid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return status_uid(task, ID_SAVED);
}

static struct value value_fsuid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return status_uid(task, ID_FS);
}

static struct value value_rgid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return status_gid(task, ID_REAL);
}

static struct value value_sgid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return status_gid(task, ID_SAVED);
}

static struct value value_fsgid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return status_gid(task, ID_FS);
}

/* The user who logged in, whatever has become of the task since. */
static struct value value_luid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->details && task->details->login_uid >= 0 ? value_int(task->details->login_uid)
                                                          : value_none();
}

/* A row that is as wide as the longest id possible, and one for an owner's number. */
#define TASK_ID(code_, header_, row_class_, need_, value_, help_)                       \
    {                                                                                   \
        .code = code_, .header = header_, .help = help_, .width = 5, .pid_width = true, \
        .align = ALIGN_RIGHT, .row_class = row_class_, .need = need_, .value = value_   \
    }
#define OWNER_ID(code_, header_, need_, value_, help_)                                     \
    {                                                                                      \
        .code = code_, .header = header_, .help = help_, .width = 5, .align = ALIGN_RIGHT, \
        .need = need_, .value = value_                                                     \
    }

static const struct column rows[] = {
    OWNER_ID("egid", "EGID", NEED_OWNER, value_egid, "effective group id"),
    OWNER_ID("euid", "EUID", NEED_OWNER, value_euid, "effective user id"),
    OWNER_ID("fgid", "FGID", NEED_STATUS, value_fsgid, "group id for file access"),
    OWNER_ID("fsgid", "FSGID", NEED_STATUS, value_fsgid, "group id for file access"),
    OWNER_ID("fsuid", "FSUID", NEED_STATUS, value_fsuid, "user id for file access"),
    OWNER_ID("fuid", "FUID", NEED_STATUS, value_fsuid, "user id for file access"),
    OWNER_ID("gid", "GID", NEED_OWNER, value_egid, "effective group id"),
    OWNER_ID("luid", "LUID", NEED_LOGINUID, value_luid, "user id of the login"),
    TASK_ID("lwp", "LWP", ROW_THREAD, NEED_IDS, value_tid, "thread id"),
    TASK_ID("pgid", "PGID", ROW_PROCESS, NEED_STAT, value_pgrp, "process group id"),
    TASK_ID("pgrp", "PGRP", ROW_PROCESS, NEED_STAT, value_pgrp, "process group id"),
    TASK_ID("pid", "PID", ROW_PROCESS, NEED_IDS, value_tgid, "process id"),
    TASK_ID("ppid", "PPID", ROW_PROCESS, NEED_STAT, value_ppid, "process id of the parent"),
    OWNER_ID("rgid", "RGID", NEED_STATUS, value_rgid, "real group id"),
    OWNER_ID("ruid", "RUID", NEED_STATUS, value_ruid, "real user id"),
    TASK_ID("sess", "SESS", ROW_PROCESS, NEED_STAT, value_sid, "session id"),
    TASK_ID("session", "SESS", ROW_PROCESS, NEED_STAT, value_sid, "session id"),
    OWNER_ID("sgid", "SGID", NEED_STATUS, value_sgid, "saved group id"),
    TASK_ID("sid", "SID", ROW_PROCESS, NEED_STAT, value_sid, "session id"),
    TASK_ID("spid", "SPID", ROW_THREAD, NEED_IDS, value_tid, "thread id"),
    OWNER_ID("suid", "SUID", NEED_STATUS, value_suid, "saved user id"),
    OWNER_ID("svgid", "SVGID", NEED_STATUS, value_sgid, "saved group id"),
    OWNER_ID("svuid", "SVUID", NEED_STATUS, value_suid, "saved user id"),
    TASK_ID("tgid", "TGID", ROW_PROCESS, NEED_IDS, value_tgid, "thread group id"),
    TASK_ID("tid", "TID", ROW_THREAD, NEED_IDS, value_tid, "thread id"),
    TASK_ID("tpgid", "TPGID", ROW_PROCESS, NEED_STAT, value_tpgid,
            "foreground process group of the terminal"),
    OWNER_ID("uid", "UID", NEED_OWNER, value_euid, "effective user id"),
};

const struct column_family column_id = COLUMN_FAMILY(rows);
