/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/format/keys.h"

#include <stdlib.h>
#include <string.h>

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
