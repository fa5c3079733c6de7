/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ids of tasks and of their groups, and numeric owners. */
#include "lib/column/family.h"

SHARED_FIGURE(egid, .help = "effective group id", .need = NEED_OWNER, .member = MEMBER(task, egid));
SHARED_FIGURE(euid, .of_ended = true, .help = "effective user id", .need = NEED_OWNER,
              .member = MEMBER(task, euid));
SHARED_FIGURE(fsgid, .help = "group id for file access", .need = NEED_STATUS,
              .member = MEMBER(task_status, gid[ID_FS]));
SHARED_FIGURE(fsuid, .help = "user id for file access", .need = NEED_STATUS,
              .member = MEMBER(task_status, uid[ID_FS]));
SHARED_FIGURE(tid, .help = "thread id", .pid_width = true, .row_class = ROW_THREAD,
              .member = MEMBER(task, tid));
SHARED_FIGURE(pgrp, .help = "process group id", .pid_width = true, .row_class = ROW_PROCESS,
              .need = NEED_STAT, .member = MEMBER(process, pgrp));
SHARED_FIGURE(sid, .help = "session id", .pid_width = true, .row_class = ROW_PROCESS,
              .need = NEED_STAT, .member = MEMBER(process, sid));
SHARED_FIGURE(saved_gid, .help = "saved group id", .need = NEED_STATUS,
              .member = MEMBER(task_status, gid[ID_SAVED]));
SHARED_FIGURE(saved_uid, .help = "saved user id", .need = NEED_STATUS,
              .member = MEMBER(task_status, uid[ID_SAVED]));

static const struct column rows[] = {
    {"egid", "EGID", 5, ALIGN_RIGHT, &egid},
    {"euid", "EUID", 5, ALIGN_RIGHT, &euid},
    {"fgid", "FGID", 5, ALIGN_RIGHT, &fsgid},
    {"fsgid", "FSGID", 5, ALIGN_RIGHT, &fsgid},
    {"fsuid", "FSUID", 5, ALIGN_RIGHT, &fsuid},
    {"fuid", "FUID", 5, ALIGN_RIGHT, &fsuid},
    {"gid", "GID", 5, ALIGN_RIGHT, &egid},
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
    {"ruid", "RUID", 5, ALIGN_RIGHT,
     FIGURE(.help = "real user id", .need = NEED_STATUS,
            .member = MEMBER(task_status, uid[ID_REAL]))},
    {"sess", "SESS", 5, ALIGN_RIGHT, &sid},
    {"session", "SESS", 5, ALIGN_RIGHT, &sid},
    {"sgid", "SGID", 5, ALIGN_RIGHT, &saved_gid},
    {"sid", "SID", 5, ALIGN_RIGHT, &sid},
    {"spid", "SPID", 5, ALIGN_RIGHT, &tid},
    {"suid", "SUID", 5, ALIGN_RIGHT, &saved_uid},
    {"svgid", "SVGID", 5, ALIGN_RIGHT, &saved_gid},
    {"svuid", "SVUID", 5, ALIGN_RIGHT, &saved_uid},
    {"tgid", "TGID", 5, ALIGN_RIGHT,
     FIGURE(.help = "thread group id", .pid_width = true, .row_class = ROW_PROCESS,
            .member = MEMBER(task, tgid))},
    {"tid", "TID", 5, ALIGN_RIGHT, &tid},
    {"tpgid", "TPGID", 5, ALIGN_RIGHT,
     FIGURE(.help = "foreground process group of the terminal", .pid_width = true,
            .row_class = ROW_PROCESS, .need = NEED_STAT, .member = MEMBER(process, tpgid),
            .as = NONE_IF_NEGATIVE, .none = "-1")},
    {"uid", "UID", 5, ALIGN_RIGHT, &euid},
};

const struct column_family column_id = COLUMN_FAMILY(rows);
