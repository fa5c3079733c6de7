/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Systemd's units and login sessions (sd-login(3)). */
#include "lib/column/family.h"

#define LOGIN(kind, text)                                                         \
    FIGURE(.need = NEED_LOGIN(kind), .member = MEMBER(task_details, login[kind]), \
           .as = NONE_IF_ZERO, .help = text)

static const struct column rows[] = {
    {"lsession", "SESSION", 11, ALIGN_LEFT, LOGIN(LOGIN_SESSION, "systemd's login session")},
    {"machine", "MACHINE", 31, ALIGN_LEFT,
     LOGIN(LOGIN_MACHINE, "virtual machine or container that systemd knows")},
    {"ouid", "OWNER", 5, ALIGN_LEFT, LOGIN(LOGIN_OWNER, "user id of the login session's owner")},
    {"seat", "SEAT", 11, ALIGN_LEFT, LOGIN(LOGIN_SEAT, "seat of the login session")},
    {"slice", "SLICE", 31, ALIGN_LEFT, LOGIN(LOGIN_SLICE, "systemd slice")},
    {"unit", "UNIT", 31, ALIGN_LEFT, LOGIN(LOGIN_UNIT, "systemd unit")},
    {"uunit", "UUNIT", 31, ALIGN_LEFT, LOGIN(LOGIN_USER_UNIT, "systemd user unit")},
};

const struct column_family column_login = COLUMN_FAMILY(rows);
