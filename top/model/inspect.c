/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/inspect.h"

#include <stdlib.h>

#include "lib/text/i18n.h"

/* clang-format off */
static const struct inspect_entry demo_entries[] = {
    {INSPECT_DEMO, N_("Open Files"), "lsof -P -p %d 2>&1"},
    {INSPECT_DEMO, N_("NUMA Info"), "/proc/%d/numa_maps"},
    {INSPECT_DEMO, N_("Log"), "tail -n 100 /var/log/syslog"},
};
/* clang-format on */

#define DEMO_ENTRIES (sizeof(demo_entries) / sizeof(demo_entries[0]))

const struct inspect_entry *inspect_entry_at(const struct inspect_entries *entries, size_t index)
{
    return entries->count ? &entries->list[index] : &demo_entries[index];
}

size_t inspect_entry_count(const struct inspect_entries *entries)
{
    return entries->count ? entries->count : DEMO_ENTRIES;
}

const char *inspect_entry_name(const struct inspect_entry *entry)
{
    return entry->kind == INSPECT_DEMO ? _(entry->name) : entry->name;
}

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

void inspection_clear(struct inspection *inspection)
{
    buf_clear(&inspection->text);
    inspection->line_count = 0;
    inspection->first_line = inspection->first_cell = 0;
    inspection->running = inspection->cut = false;
    inspection->show_source = false;
    inspection->wanted[0] = '\0';
}

void inspection_fini(struct inspection *inspection)
{
    buf_fini(&inspection->text);
    free(inspection->lines);
    inspection->lines = NULL;
    inspection->line_count = inspection->line_capacity = 0;
}
