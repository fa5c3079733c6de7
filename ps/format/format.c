/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/format/format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"

void format_fini(struct format *format)
{
    free(format->items);
    *format = (struct format){0};
}

struct format_item format_item_of(const struct column *column)
{
    return (struct format_item){
        .column = column,
        .header = column->header,
        .width = column->width,
    };
}

int format_insert(struct format *format, size_t at, struct format_item item)
{
    if (ARRAY_RESERVE(&format->items, &format->capacity, format->count + 1) < 0)
        return -ENOMEM;
    memmove(format->items + at + 1, format->items + at,
            (format->count - at) * sizeof(*format->items));
    format->items[at] = item;
    format->count++;
    return 0;
}

int format_append(struct format *format, struct format_item item)
{
    return format_insert(format, format->count, item);
}

void format_remove(struct format *format, size_t at)
{
    format->count--;
    memmove(format->items + at, format->items + at + 1,
            (format->count - at) * sizeof(*format->items));
}

size_t format_find(const struct format *format, const char *code)
{
    size_t at;

    for (at = 0; at < format->count; at++)
        if (format->items[at].column && strcmp(format->items[at].column->code, code) == 0)
            break;
    return at;
}

struct name {
    const char *code;
    const char *key;
};

/* The columns of built-in formats whose key is another's specifier; sorted, for bsearch(3). */
static const struct name names[] = {
    {"addr_1", "addr"},
    {"atime", "time"},
    {"bsdtime", "time"},
    {"c", "pcpu"},
    {"cmd", "args"},
    {"command", "args"},
    {"context", "label"},
    {"cp", "pcpu"},
    {"cpu", "psr"},
    {"cputime", "time"},
    {"flags", "f"},
    {"lwp", "tid"},
    {"m_drs", "drs"},
    {"m_size", "vsz"},
    {"m_trs", "trs"},
    {"maj_flt", "majflt"},
    {"nice", "ni"},
    {"opri", "intpri"},
    {"pagein", "majflt"},
    {"pgrp", "pgid"},
    {"policy", "class"},
    {"sess", "sid"},
    {"sgi_rss", "rss"},
    {"sig", "pending"},
    {"sig_block", "blocked"},
    {"sig_ignore", "ignored"},
    {"sigcatch", "caught"},
    {"sigignore", "ignored"},
    {"sigmask", "blocked"},
    {"spid", "tid"},
    {"start_stack", "stackp"},
    {"start_time", "start"},
    {"state", "s"},
    {"stime", "start"},
    {"sz", "vsz"},
    {"tname", "tty"},
    {"tsiz", "trs"},
    {"tt", "tty"},
    {"ucmd", "comm"},
    {"uid_hack", "user"},
    {"uname", "user"},
};

static int compare_code(const void *key, const void *element)
{
    const struct name *name = element;

    return strcmp(key, name->code);
}

const char *format_built_in_key(const struct column *column)
{
    const struct name *found = bsearch(column->code, names, sizeof(names) / sizeof(names[0]),
                                       sizeof(names[0]), compare_code);

    return found ? found->key : column->code;
}

const char *format_key(const struct format_item *item)
{
    return item->named ? item->column->code : format_built_in_key(item->column);
}
