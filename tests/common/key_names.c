/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/key_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "top/model/events.h"

bool key_by_name(const char *name, int *key)
{
    static const struct {
        const char *name;
        int key;
    } named[] = {
        {"<Up>", PRESS_UP},          {"<Down>", PRESS_DOWN},    {"<Left>", PRESS_LEFT},
        {"<Right>", PRESS_RIGHT},    {"<PgUp>", PRESS_PAGE_UP}, {"<PgDn>", PRESS_PAGE_DOWN},
        {"<Home>", PRESS_HOME},      {"<End>", PRESS_END},      {"<Ins>", PRESS_INSERT},
        {"<Del>", PRESS_DELETE},     {"<Enter>", PRESS_ENTER},  {"<Esc>", PRESS_ESCAPE},
        {"<BS>", PRESS_BACKSPACE},   {"<Space>", ' '},          {"<Tab>", PRESS_TAB},
        {"<S-Tab>", PRESS_BACK_TAB},
    };

    const size_t len = strlen(name);
    long number;
    char *end;

    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
        if (strcmp(named[i].name, name) == 0) {
            *key = named[i].key;
            return true;
        }
    }
    number = len > 2 && name[0] == '<' && name[1] == 'F' ? strtol(name + 2, &end, 10) : 0;
    if (number >= 1 && number <= 10 && strcmp(end, ">") == 0) {
        *key = PRESS_F1 + (int)number - 1;
        return true;
    }
    if (strncmp(name, "<C-", 3) == 0 && name[3] && strcmp(name + 4, ">") == 0) {
        *key = name[3] & 0x1f;
        return true;
    }
    *key = (unsigned char)name[0];
    return name[0] && !name[1];
}

const char *action_name(enum action action)
{
    static const char *const names[] = {
        [ACTION_SIGNAL] = "SIGNAL",
        [ACTION_RENICE] = "RENICE",
        [ACTION_RENICE_AUTOGROUP] = "AUTOGROUP",
        [ACTION_INSPECT] = "INSPECT",
        [ACTION_INSPECT_STOP] = "STOP",
        [ACTION_SAVE] = "SAVE",
        [ACTION_FIND_USER] = "FIND-USER",
    };

    return names[action];
}
