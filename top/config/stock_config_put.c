/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "top/config/stock_config.h"
#include "top/config/stock_form.h"
#include "top/config/stock_pairs.h"

#define FIELDS_PER_LINE 20

/* Stock top reads three bytes up to a blank. */
static void put_name(const struct window_settings *window, size_t index, struct buf *out)
{
    static const char *const names[WINDOW_COUNT] = {"Def", "Job", "Mem", "Usr"};
    const char *name = window->name;

    if (!*name || strlen(name) > WINDOW_NAME_MAX || strpbrk(name, " \t"))
        name = names[index];
    buf_puts(out, name);
}

/* All that it reserves a number for; those that are not used yet come last. */
static void put_fields(const struct window_settings *window, struct buf *out)
{
    buf_puts(out, "\tfieldscur=");
    for (int i = 0; i < STOCK_FIELD_LIMIT; i++) {
        int id = i < FIELD_COUNT ? (int)window->slots[i].id : i;
        bool shown = i < FIELD_COUNT && id < FIELD_STOCK_COUNT && window->slots[i].shown;

        if (i && i % FIELDS_PER_LINE == 0)
            buf_puts(out, "\n\t\t  ");
        buf_printf(out, "%4d ", 2 * (id + STOCK_FIELD_BASE) + shown);
    }
    buf_puts(out, "\n\t");
}

static void put_filters(const struct config *config, struct buf *out)
{
    buf_puts(out, "\nbegin: saved other filter data -------------------\n");
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        const struct filters *filters = &config->windows[i].filters;

        if (filters->count)
            buf_printf(out, "window #%zu, osel_tot=%zu\n", i, filters->count);
        for (size_t at = filters->count; at-- > 0;) { /* the newest first */
            buf_printf(out, "\ttype=%d,\tfilter=", filters->list[at].ignore_case ? 'o' : 'O');
            filter_put(&filters->list[at], out);
            buf_putc(out, '\n');
        }
    }
    buf_puts(out, "end  : saved other filter data -------------------\n");
}

void stock_config_put(const struct config *config, struct buf *out)
{
    bool filtered = false;

    buf_printf(out, "top's %s\nId:n, ", STOCK_EYECATCHER);
    stock_pairs_put(config, SECTION_MODES, NULL, out);
    buf_putc(out, '\n');
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        put_name(&config->windows[i], i, out);
        put_fields(&config->windows[i], out);
        stock_pairs_put(config, SECTION_WINDOWS, &config->windows[i], out);
        buf_putc(out, '\n');
        filtered |= config->windows[i].filters.count > 0;
    }
    stock_pairs_put(config, SECTION_REST, NULL, out);
    buf_putc(out, '\n');
    if (filtered)
        put_filters(config, out);
    for (size_t i = 0; i < config->entry_count; i++)
        buf_printf(out, "%s%s\t%s\t%s\n", i ? "" : "\n",
                   config->entries[i].kind == INSPECT_PIPE ? "pipe" : "file",
                   config->entries[i].name, config->entries[i].format);
}
