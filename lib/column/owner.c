/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Owners by name: users, groups, supplementary groups. */
#include <stdlib.h>
#include <string.h>

#include "lib/column/family.h"

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
SHARED_FIGURE(euser, .of_ended = true, .help = "effective user", .need = NEED_OWNER,
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
    {"egroup", "EGROUP", 8, ALIGN_USER, &egroup},
    {"euser", "EUSER", 8, ALIGN_USER, &euser},
    {"fgroup", "FGROUP", 8, ALIGN_USER, &fsgroup},
    {"fsgroup", "FSGROUP", 8, ALIGN_USER, &fsgroup},
    {"fsuser", "FSUSER", 8, ALIGN_USER, &fsuser},
    {"fuser", "FUSER", 8, ALIGN_USER, &fsuser},
    {"group", "GROUP", 8, ALIGN_USER, &egroup},
    {"rgroup", "RGROUP", 8, ALIGN_USER,
     FIGURE(.help = "real group", .need = NEED_STATUS, .member = MEMBER(task_status, gid[ID_REAL]),
            .as = GROUP_NAME)},
    {"ruser", "RUSER", 8, ALIGN_USER,
     FIGURE(.help = "real user", .need = NEED_STATUS, .member = MEMBER(task_status, uid[ID_REAL]),
            .as = USER_NAME)},
    {"sgroup", "SGROUP", 8, ALIGN_USER, &saved_group},
    {"supgid", "SUPGID", 20, ALIGN_UNLIMITED,
     FIGURE(.help = "supplementary group ids", .row_class = ROW_PROCESS, .need = NEED_STATUS,
            .member = MEMBER(task_status, groups), .as = NONE_IF_ZERO)},
    {"supgrp", "SUPGRP", 40, ALIGN_UNLIMITED,
     FIGURE(.help = "supplementary groups", .row_class = ROW_PROCESS, .need = NEED_STATUS,
            .value = value_supgrp)},
    {"suser", "SUSER", 8, ALIGN_USER, &saved_user},
    {"svgroup", "SVGROUP", 8, ALIGN_USER, &saved_group},
    {"svuser", "SVUSER", 8, ALIGN_USER, &saved_user},
    {"uid_hack", "UID", 8, ALIGN_USER,
     FIGURE(.of_ended = true, .help = "effective user, as ps -f heads it", .need = NEED_OWNER,
            .member = MEMBER(task, euid), .as = USER_NAME)},
    {"uname", "USER", 8, ALIGN_USER, &euser},
    {"user", "USER", 8, ALIGN_USER, &euser},
};

const struct column_family column_owner = COLUMN_FAMILY(rows);
