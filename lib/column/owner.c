/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Owners by name: users, groups, supplementary groups. */
#include <stdlib.h>
#include <string.h>

#include "lib/column/family.h"

static struct value user_value(uid_t uid, const struct column_context *context)
{
    const char *name = context->numeric_ids ? NULL : name_cache_user(context->names, uid);

    return name ? value_string(name) : value_uint(uid);
}

static struct value group_value(gid_t gid, const struct column_context *context)
{
    const char *name = context->numeric_ids ? NULL : name_cache_group(context->names, gid);

    return name ? value_string(name) : value_uint(gid);
}

static struct value value_euser(const struct task *task, const struct column_context *context)
{
    return user_value(task->euid, context);
}

static struct value value_egroup(const struct task *task, const struct column_context *context)
{
    return group_value(task->egid, context);
}

/* What has the name, which takes longer to look up. */
static struct value key_euser(const struct task *task, const struct cell *cell)
{
    (void)cell;
    return value_uint(task->euid);
}

static struct value key_egroup(const struct task *task, const struct cell *cell)
{
    (void)cell;
    return value_uint(task->egid);
}

static struct value status_user(const struct task *task, int kind,
                                const struct column_context *context)
{
    return task->status ? user_value(task->status->uid[kind], context) : value_none();
}

static struct value status_group(const struct task *task, int kind,
                                 const struct column_context *context)
{
    return task->status ? group_value(task->status->gid[kind], context) : value_none();
}

static struct value value_ruser(const struct task *task, const struct column_context *context)
{
    return status_user(task, ID_REAL, context);
}

static struct value value_suser(const struct task *task, const struct column_context *context)
{
    return status_user(task, ID_SAVED, context);
}

static struct value value_fsuser(const struct task *task, const struct column_context *context)
{
    return status_user(task, ID_FS, context);
}

static struct value value_rgroup(const struct task *task, const struct column_context *context)
{
    return status_group(task, ID_REAL, context);
}

static struct value value_sgroup(const struct task *task, const struct column_context *context)
{
    return status_group(task, ID_SAVED, context);
}

static struct value value_fsgroup(const struct task *task, const struct column_context *context)
{
    return status_group(task, ID_FS, context);
}

static struct value value_supgid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->status && task->status->groups[0] ? value_string(task->status->groups)
                                                   : value_none();
}

/* The list of numbers with the names in their place. */
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
    const char *kept = NULL;
    struct buf list;

    if (!task->status)
        return value_none();
    buf_init(&list);
    put_group_names(&list, task->status->groups, context->names);
    if (list.len > 0 && !list.failed)
        kept = name_cache_text(context->names, list.data, list.len);
    buf_fini(&list);
    return value_string(kept);
}

#define NAME(code_, header_, need_, value_, key_, help_)                                  \
    {                                                                                     \
        .code = code_, .header = header_, .help = help_, .width = 8, .align = ALIGN_USER, \
        .need = need_, .value = value_, .key = key_                                       \
    }
#define LIST(code_, header_, width_, value_, help_)                                              \
    {                                                                                            \
        .code = code_, .header = header_, .help = help_, .width = width_,                        \
        .align = ALIGN_UNLIMITED, .row_class = ROW_PROCESS, .need = NEED_STATUS, .value = value_ \
    }

static const struct column rows[] = {
    NAME("egroup", "EGROUP", NEED_OWNER, value_egroup, key_egroup, "effective group"),
    NAME("euser", "EUSER", NEED_OWNER, value_euser, key_euser, "effective user"),
    NAME("fgroup", "FGROUP", NEED_STATUS, value_fsgroup, NULL, "group for file access"),
    NAME("fsgroup", "FSGROUP", NEED_STATUS, value_fsgroup, NULL, "group for file access"),
    NAME("fsuser", "FSUSER", NEED_STATUS, value_fsuser, NULL, "user for file access"),
    NAME("fuser", "FUSER", NEED_STATUS, value_fsuser, NULL, "user for file access"),
    NAME("group", "GROUP", NEED_OWNER, value_egroup, key_egroup, "effective group"),
    NAME("rgroup", "RGROUP", NEED_STATUS, value_rgroup, NULL, "real group"),
    NAME("ruser", "RUSER", NEED_STATUS, value_ruser, NULL, "real user"),
    NAME("sgroup", "SGROUP", NEED_STATUS, value_sgroup, NULL, "saved group"),
    LIST("supgid", "SUPGID", 20, value_supgid, "supplementary group ids"),
    LIST("supgrp", "SUPGRP", 40, value_supgrp, "supplementary groups"),
    NAME("suser", "SUSER", NEED_STATUS, value_suser, NULL, "saved user"),
    NAME("svgroup", "SVGROUP", NEED_STATUS, value_sgroup, NULL, "saved group"),
    NAME("svuser", "SVUSER", NEED_STATUS, value_suser, NULL, "saved user"),
    NAME("uid_hack", "UID", NEED_OWNER, value_euser, key_euser,
         "effective user, as ps -f heads it"),
    NAME("uname", "USER", NEED_OWNER, value_euser, key_euser, "effective user"),
    NAME("user", "USER", NEED_OWNER, value_euser, key_euser, "effective user"),
};

const struct column_family column_owner = COLUMN_FAMILY(rows);
