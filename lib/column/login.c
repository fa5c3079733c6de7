/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What systemd runs a task as, and whose login it belongs to (sd-login(3)). */
#include "lib/column/family.h"

static struct value answer(const struct task *task, enum login_kind kind)
{
    const char *text = task->details ? task->details->login[kind] : NULL;

    return text && *text ? value_string(text) : value_none();
}

static struct value value_lsession(const struct task *task, const struct column_context *context)
{
    (void)context;
    return answer(task, LOGIN_SESSION);
}

static struct value value_machine(const struct task *task, const struct column_context *context)
{
    (void)context;
    return answer(task, LOGIN_MACHINE);
}

static struct value value_ouid(const struct task *task, const struct column_context *context)
{
    (void)context;
    return answer(task, LOGIN_OWNER);
}

static struct value value_seat(const struct task *task, const struct column_context *context)
{
    (void)context;
    return answer(task, LOGIN_SEAT);
}

static struct value value_slice(const struct task *task, const struct column_context *context)
{
    (void)context;
    return answer(task, LOGIN_SLICE);
}

static struct value value_unit(const struct task *task, const struct column_context *context)
{
    (void)context;
    return answer(task, LOGIN_UNIT);
}

static struct value value_uunit(const struct task *task, const struct column_context *context)
{
    (void)context;
    return answer(task, LOGIN_USER_UNIT);
}

#define LOGIN(code_, header_, width_, kind_, value_, help_)                                    \
    {                                                                                          \
        .code = code_, .header = header_, .help = help_, .width = width_, .align = ALIGN_LEFT, \
        .need = NEED_LOGIN(kind_), .value = value_                                             \
    }

static const struct column rows[] = {
    LOGIN("lsession", "SESSION", 11, LOGIN_SESSION, value_lsession, "systemd's login session"),
    LOGIN("machine", "MACHINE", 31, LOGIN_MACHINE, value_machine,
          "virtual machine or container that systemd knows"),
    LOGIN("ouid", "OWNER", 5, LOGIN_OWNER, value_ouid, "user id of the login session's owner"),
    LOGIN("seat", "SEAT", 11, LOGIN_SEAT, value_seat, "seat of the login session"),
    LOGIN("slice", "SLICE", 31, LOGIN_SLICE, value_slice, "systemd slice"),
    LOGIN("unit", "UNIT", 31, LOGIN_UNIT, value_unit, "systemd unit"),
    LOGIN("uunit", "UUNIT", 31, LOGIN_USER_UNIT, value_uunit, "systemd user unit"),
};

const struct column_family column_login = COLUMN_FAMILY(rows);
