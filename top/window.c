/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/window.h"

#include <string.h>

static const enum field_id default_fields[] = {
    FIELD_PID, FIELD_USER, FIELD_PR,  FIELD_NI,  FIELD_VIRT,      FIELD_RES,
    FIELD_SHR, FIELD_S,    FIELD_CPU, FIELD_MEM, FIELD_TIME_PLUS, FIELD_COMMAND,
};

void window_init(struct window *window)
{
    *window = (struct window){
        .field_count = sizeof default_fields / sizeof default_fields[0],
        .sort = FIELD_CPU,
        .mark_running = true,
        .show_load = true,
        .cpus = SUMMARY_DETAIL,
        .memory = SUMMARY_DETAIL,
        .adjoining = 1,
    };
    memcpy(window->fields, default_fields, sizeof default_fields);
}
