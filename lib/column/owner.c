/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Ids of tasks and of their groups; owners by number and by name: users, groups, supplementary
 * groups.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/column/family.h"
#include "lib/text/names.h"

SHARED_FIGURE(egid, .help = "effective group id", .need = NEED_OWNER, .member = MEMBER(task, egid));
SHARED_FIGURE(euid, .of_ended = true, .help = "effective user id", .need = NEED_OWNER,
              .member = MEMBER(task, euid));
SHARED_FIGURE(fsgid, .help = "group id for file access", .need = NEED_STATUS,
              .member = MEMBER(task_status, gid[ID_FS]));
SHARED_FIGURE(fsuid, .help = "user id for file access", .need = NEED_STATUS,
              .member = MEMBER(task_status, uid[ID_FS]));
SHARED_FIGURE(tid, .json = "tid", .help = "thread id", .pid_width = true, .row_class = ROW_THREAD,
              .member = MEMBER(task, tid));
SHARED_FIGURE(pgrp, .json = "pgid", .help = "process group id", .pid_width = true,
              .row_class = ROW_PROCESS, .need = NEED_STAT, .member = MEMBER(process, pgrp));
SHARED_FIGURE(sid, .json = "sid", .help = "session id", .pid_width = true, .row_class = ROW_PROCESS,
              .need = NEED_STAT, .member = MEMBER(process, sid));
SHARED_FIGURE(saved_gid, .help = "saved group id", .need = NEED_STATUS,
              .member = MEMBER(task_status, gid[ID_SAVED]));
SHARED_FIGURE(saved_uid, .help = "saved user id", .need = NEED_STATUS,
              .member = MEMBER(task_status, uid[ID_SAVED]));

/* --- names --- */

/* Puts the names of a list of numbers. */
static void put_group_names(struct buf *out, const char *groups, struct name_cache *names)
{
    const size_t start = out->len;

    while (*groups) {
        char *end;
        unsigned long gid = strtoul(groups, &end, 10);
        const char *name = name_cache_group(names, (gid_t)gid);

        if (end == groups)
            break;
        if (out->len > start)
            buf_putc(out, ',');
        if (name)
            buf_puts(out, name);
        else
            buf_put_u64(out, gid);
        groups = end + strspn(end, ",");
    }
}

static struct value value_supgrp(const struct task *task, const struct column_context *context)
{
    const char *copy = NULL;
    struct buf list = {0};

    if (!task->status)
        return value_none();
    put_group_names(&list, task->status->groups, context->names);
    if (list.len > 0 || list.failed)
        copy = name_cache_buf(context->names, &list);
    buf_fini(&list);
    return value_string(copy);
}

SHARED_FIGURE(egroup, .help = "effective group", .need = NEED_OWNER, .member = MEMBER(task, egid),
              .as = GROUP_NAME);
SHARED_FIGURE(euser, .json = "user", .of_ended = true, .help = "effective user", .need = NEED_OWNER,
              .member = MEMBER(task, euid), .as = USER_NAME);
SHARED_FIGURE(fsgroup, .help = "group for file access", .need = NEED_STATUS,
              .member = MEMBER(task_status, gid[ID_FS]), .as = GROUP_NAME);
SHARED_FIGURE(fsuser, .help = "user for file access", .need = NEED_STATUS,
              .member = MEMBER(task_status, uid[ID_FS]), .as = USER_NAME);
SHARED_FIGURE(saved_group, .help = "saved group", .need = NEED_STATUS,
              .member = MEMBER(task_status, gid[ID_SAVED]), .as = GROUP_NAME);
SHARED_FIGURE(saved_user, .help = "saved user", .need = NEED_STATUS,
              .member = MEMBER(task_status, uid[ID_SAVED]), .as = USER_NAME);

static const struct column rows[] = {
    {"egid", "EGID", 5, ALIGN_RIGHT, &egid},
    {"egroup", "EGROUP", 8, ALIGN_USER, &egroup},
    {"euid", "EUID", 5, ALIGN_RIGHT, &euid},
    {"euser", "EUSER", 8, ALIGN_USER, &euser},
    {"fgid", "FGID", 5, ALIGN_RIGHT, &fsgid},
    {"fgroup", "FGROUP", 8, ALIGN_USER, &fsgroup},
    {"fsgid", "FSGID", 5, ALIGN_RIGHT, &fsgid},
    {"fsgroup", "FSGROUP", 8, ALIGN_USER, &fsgroup},
    {"fsuid", "FSUID", 5, ALIGN_RIGHT, &fsuid},
    {"fsuser", "FSUSER", 8, ALIGN_USER, &fsuser},
    {"fuid", "FUID", 5, ALIGN_RIGHT, &fsuid},
    {"fuser", "FUSER", 8, ALIGN_USER, &fsuser},
    {"gid", "GID", 5, ALIGN_RIGHT, &egid},
    {"group", "GROUP", 8, ALIGN_USER, &egroup},
    {"luid", "LUID", 5, ALIGN_RIGHT,
     FIGURE(.help = "user id of the login", .need = NEED_LOGINUID,
            .member = MEMBER(task_details, login_uid), .as = NONE_IF_NEGATIVE)},
    {"lwp", "LWP", 5, ALIGN_RIGHT, &tid},
    {"pgid", "PGID", 5, ALIGN_RIGHT, &pgrp},
    {"pgrp", "PGRP", 5, ALIGN_RIGHT, &pgrp},
    {"pid", "PID", 5, ALIGN_RIGHT,
     FIGURE(.help = "process id", .pid_width = true, .row_class = ROW_PROCESS,
            .member = MEMBER(task, tgid))},
    {"ppid", "PPID", 5, ALIGN_RIGHT,
     FIGURE(.help = "process id of the parent", .pid_width = true, .row_class = ROW_PROCESS,
            .need = NEED_STAT, .member = MEMBER(process, ppid))},
    {"rgid", "RGID", 5, ALIGN_RIGHT,
     FIGURE(.help = "real group id", .need = NEED_STATUS,
            .member = MEMBER(task_status, gid[ID_REAL]))},
    {"rgroup", "RGROUP", 8, ALIGN_USER,
     FIGURE(.help = "real group", .need = NEED_STATUS, .member = MEMBER(task_status, gid[ID_REAL]),
            .as = GROUP_NAME)},
    {"ruid", "RUID", 5, ALIGN_RIGHT,
     FIGURE(.help = "real user id", .need = NEED_STATUS,
            .member = MEMBER(task_status, uid[ID_REAL]))},
    {"ruser", "RUSER", 8, ALIGN_USER,
     FIGURE(.help = "real user", .need = NEED_STATUS, .member = MEMBER(task_status, uid[ID_REAL]),
            .as = USER_NAME)},
    {"sess", "SESS", 5, ALIGN_RIGHT, &sid},
    {"session", "SESS", 5, ALIGN_RIGHT, &sid},
    {"sgid", "SGID", 5, ALIGN_RIGHT, &saved_gid},
    {"sgroup", "SGROUP", 8, ALIGN_USER, &saved_group},
    {"sid", "SID", 5, ALIGN_RIGHT, &sid},
    {"spid", "SPID", 5, ALIGN_RIGHT, &tid},
    {"suid", "SUID", 5, ALIGN_RIGHT, &saved_uid},
    {"supgid", "SUPGID", 20, ALIGN_UNLIMITED,
     FIGURE(.help = "supplementary group ids", .row_class = ROW_PROCESS, .need = NEED_STATUS,
            .member = MEMBER(task_status, groups), .as = NONE_IF_ZERO)},
    {"supgrp", "SUPGRP", 40, ALIGN_UNLIMITED,
     FIGURE(.help = "supplementary groups", .row_class = ROW_PROCESS, .need = NEED_STATUS,
            .value = value_supgrp)},
    {"suser", "SUSER", 8, ALIGN_USER, &saved_user},
    {"svgid", "SVGID", 5, ALIGN_RIGHT, &saved_gid},
    {"svgroup", "SVGROUP", 8, ALIGN_USER, &saved_group},
    {"svuid", "SVUID", 5, ALIGN_RIGHT, &saved_uid},
    {"svuser", "SVUSER", 8, ALIGN_USER, &saved_user},
    {"tgid", "TGID", 5, ALIGN_RIGHT,
     FIGURE(.help = "thread group id", .pid_width = true, .row_class = ROW_PROCESS,
            .member = MEMBER(task, tgid))},
    {"tid", "TID", 5, ALIGN_RIGHT, &tid},
    {"tpgid", "TPGID", 5, ALIGN_RIGHT,
     FIGURE(.help = "foreground process group of the terminal", .pid_width = true,
            .row_class = ROW_PROCESS, .need = NEED_STAT, .member = MEMBER(process, tpgid),
            .as = NONE_IF_NEGATIVE, .none = "-1")},
    {"uid", "UID", 5, ALIGN_RIGHT, &euid},
    {"uid_hack", "UID", 8, ALIGN_USER,
     FIGURE(.json = "user", .of_ended = true, .help = "effective user, as ps -f heads it",
            .need = NEED_OWNER, .member = MEMBER(task, euid), .as = USER_NAME)},
    {"uname", "USER", 8, ALIGN_USER, &euser},
    {"user", "USER", 8, ALIGN_USER, &euser},
};

const struct column_family column_owner = COLUMN_FAMILY(rows);
