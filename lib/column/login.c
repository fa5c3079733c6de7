/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Systemd's units and login sessions (sd-login(3)). */
#include "lib/column/family.h"

static const struct column rows[] = {
    {"lsession", "SESSION", 11, ALIGN_LEFT,
     FIGURE(.help = "systemd's login session", .need = NEED_LOGIN(LOGIN_SESSION),
            .member = MEMBER(task_details, login[LOGIN_SESSION]), .as = NONE_IF_ZERO)},
    {"machine", "MACHINE", 31, ALIGN_LEFT,
     FIGURE(.help = "virtual machine or container that systemd knows",
            .need = NEED_LOGIN(LOGIN_MACHINE), .member = MEMBER(task_details, login[LOGIN_MACHINE]),
            .as = NONE_IF_ZERO)},
    {"ouid", "OWNER", 5, ALIGN_LEFT,
     FIGURE(.help = "user id of the login session's owner", .need = NEED_LOGIN(LOGIN_OWNER),
            .member = MEMBER(task_details, login[LOGIN_OWNER]), .as = NONE_IF_ZERO)},
    {"seat", "SEAT", 11, ALIGN_LEFT,
     FIGURE(.help = "seat of the login session", .need = NEED_LOGIN(LOGIN_SEAT),
            .member = MEMBER(task_details, login[LOGIN_SEAT]), .as = NONE_IF_ZERO)},
    {"slice", "SLICE", 31, ALIGN_LEFT,
     FIGURE(.help = "systemd slice", .need = NEED_LOGIN(LOGIN_SLICE),
            .member = MEMBER(task_details, login[LOGIN_SLICE]), .as = NONE_IF_ZERO)},
    {"unit", "UNIT", 31, ALIGN_LEFT,
     FIGURE(.help = "systemd unit", .need = NEED_LOGIN(LOGIN_UNIT),
            .member = MEMBER(task_details, login[LOGIN_UNIT]), .as = NONE_IF_ZERO)},
    {"uunit", "UUNIT", 31, ALIGN_LEFT,
     FIGURE(.help = "systemd user unit", .need = NEED_LOGIN(LOGIN_USER_UNIT),
            .member = MEMBER(task_details, login[LOGIN_USER_UNIT]), .as = NONE_IF_ZERO)},
};

const struct column_family column_login = COLUMN_FAMILY(rows);
