/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/inspect.h"

#include <stdlib.h>

void inspect_put_source(const struct inspect_entry *entry, pid_t pid, struct buf *out)
{
    for (const char *at = entry->format; *at; at++) {
        if (at[0] == '%' && at[1] == 'd') {
            buf_put_i64(out, pid);
            at++;
        } else {
            at += at[0] == '%' && at[1] == '%';
            buf_putc(out, *at);
        }
    }
}

void inspection_fini(struct inspection *inspection)
{
    buf_fini(&inspection->text);
    free(inspection->lines);
    inspection->lines = NULL;
    inspection->line_count = inspection->line_capacity = 0;
}
