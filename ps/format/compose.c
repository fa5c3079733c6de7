/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "lib/base/array.h"
#include "ps/format/format.h"

/* A column of the Unix formats, and the WANT_* that make it appear. */
struct candidate {
    const char *code; /* NULL: the text ":" between two columns */
    unsigned all;     /* every one of these */
    unsigned any;     /* at least one of these; 0: any */
    unsigned none;    /* none of these */
};

/* From left to right. */
static const struct candidate unix_columns[] = {
    {"label", .all = WANT_LABEL},
    {"f", .all = WANT_LONG, .none = WANT_NO_FLAGS},
    {"s", .all = WANT_LONG},
    {"uname", .all = WANT_FULL | WANT_USER},
    {"uid_hack", .all = WANT_FULL, .none = WANT_USER},
    {"uid", .all = WANT_LONG, .none = WANT_FULL},
    {"pid", .all = 0},
    {"spid", .all = WANT_SPID},
    {"ppid", .any = WANT_FULL | WANT_LONG},
    {"pgid", .all = WANT_JOBS},
    {"sid", .all = WANT_JOBS},
    {"lwp", .all = WANT_LWP},
    {"psr", .all = WANT_PROCESSOR},
    {"nlwp", .all = WANT_LWP | WANT_FULL | WANT_CLASS},
    {"class", .all = WANT_CLASS},
    {"pri", .all = WANT_CLASS},
    {"c", .any = WANT_FULL | WANT_LONG, .none = WANT_CLASS},
    {"nlwp", .all = WANT_LWP | WANT_FULL, .none = WANT_CLASS},
    {"priority", .all = WANT_LONG | WANT_IRIX_LONG, .none = WANT_CLASS},
    {"opri", .all = WANT_LONG, .none = WANT_CLASS | WANT_IRIX_LONG},
    {"ni", .all = WANT_LONG, .none = WANT_CLASS},
    {"addr_1", .all = WANT_LONG, .none = WANT_NO_FLAGS | WANT_IRIX_LONG | WANT_P_FOR_ADDR},
    {"sgi_p", .all = WANT_LONG, .any = WANT_IRIX_LONG | WANT_P_FOR_ADDR, .none = WANT_NO_FLAGS},
    {"rss", .all = WANT_LONG | WANT_NO_FLAGS},
    {"sz", .all = WANT_LONG},
    {NULL, .all = WANT_LONG | WANT_IRIX_LONG, .none = WANT_NO_FLAGS},
    {"sgi_rss", .all = WANT_LONG | WANT_IRIX_LONG, .none = WANT_NO_FLAGS},
    {"wchan", .all = WANT_LONG},
    {"sz", .all = WANT_EXTRA, .none = WANT_LONG},
    {"rss", .all = WANT_EXTRA, .none = WANT_NO_FLAGS},
    {"psr", .all = WANT_EXTRA, .none = WANT_PROCESSOR},
    {"stime", .all = WANT_FULL},
    {"tname", .all = 0},
    {"stat", .all = WANT_BSD, .none = WANT_LONG},
    {"bsdtime", .all = WANT_BSD},
    {"time", .none = WANT_BSD},
    {"cmd", .any = WANT_FULL | WANT_COMMANDS, .none = WANT_BSD},
    {"cmd", .all = WANT_BSD, .any = WANT_FULL | WANT_LONG},
    {"args", .all = WANT_BSD, .none = WANT_FULL | WANT_LONG},
    {"ucmd", .none = WANT_BSD | WANT_FULL | WANT_COMMANDS},
};

static bool is_wanted(const struct candidate *candidate, unsigned wants)
{
    return (wants & candidate->all) == candidate->all && !(wants & candidate->none) &&
           (!candidate->any || wants & candidate->any);
}

int format_compose(struct format *format, unsigned wants)
{
    const struct format_item colon = {.header = ":", .width = 1};
    int result = 0;

    for (size_t i = 0; i < ARRAY_COUNT(unix_columns) && result == 0; i++) {
        const struct candidate *candidate = &unix_columns[i];

        if (!is_wanted(candidate, wants))
            continue;
        if (candidate->code)
            result = format_parse_plain(format, candidate->code);
        else
            result = format_append(format, colon);
    }
    return result;
}

/* The position of the first of `codes` that the format has; else format->count. */
static size_t find_first_of(const struct format *format, const char *const *codes)
{
    size_t at = format->count;

    for (; *codes && at == format->count; codes++)
        at = format_find(format, *codes);
    return at;
}

/* Inserts a column after the first of `codes` that the format has, else at the front. */
static int insert_behind(struct format *format, const char *const *codes, const char *code)
{
    const size_t at = find_first_of(format, codes);

    return format_insert(format, at < format->count ? at + 1 : 0,
                         format_item_of(column_find(code)));
}

static void remove_all_of(struct format *format, const char *const *codes)
{
    for (;;) {
        size_t at = find_first_of(format, codes);

        if (at == format->count)
            return;
        format_remove(format, at);
    }
}

/* -c: class and priority replace the priority and related columns. */
static int show_class(struct format *format)
{
    static const char *const priorities[] = {"pri", "priority", "opri", "intpri", NULL};
    static const char *const obsolete[] = {"c", "cp", "cpu", "ni", "nice", NULL};
    static const char *const usage[] = {"pcpu", NULL};
    static const char *const ids[] = {"ppid", "pid", NULL};
    static const char *const class[] = {"class", NULL};
    const size_t at = find_first_of(format, priorities);
    int result = 0;

    if (at < format->count) {
        format->items[at] = format_item_of(column_find("class"));
        remove_all_of(format, usage);
    } else {
        result = insert_behind(format, ids, "class");
    }
    remove_all_of(format, obsolete);
    return result == 0 ? insert_behind(format, class, "pri") : result;
}

/* -y: no flags, and the resident size replaces the address. */
static void hide_flags(struct format *format)
{
    static const char *const flags[] = {"f", "flags", "flag", NULL};
    size_t addr;

    remove_all_of(format, flags);
    addr = format_find(format, "addr");
    if (addr < format->count)
        format->items[addr] = format_item_of(column_find("rss"));
}

static int show_jobs(struct format *format)
{
    static const char *const parents[] = {"ppid", "pid", NULL};
    static const char *const pgid[] = {"pgid", NULL};
    int result = insert_behind(format, parents, "pgid");

    return result == 0 ? insert_behind(format, pgid, "sid") : result;
}

static int show_lwp(struct format *format)
{
    static const char *const ids[] = {"sid", "sess", "ppid", "pid", NULL};
    static const char *const pcpu[] = {"pcpu", NULL};
    int result = insert_behind(format, ids, "lwp");

    if (result == 0 && format_find(format, "pcpu") < format->count)
        result = insert_behind(format, pcpu, "nlwp");
    return result;
}

int format_compose_macro(struct format *format, const char *macro, unsigned wants)
{
    static const char *const pid[] = {"pid", NULL};
    static const char *const front[] = {NULL};
    int result = format_parse_plain(format, format_macro_find(macro));

    if (result == 0 && wants & WANT_NO_FLAGS)
        hide_flags(format);
    if (result == 0 && wants & WANT_CLASS)
        result = show_class(format);
    if (result == 0 && wants & WANT_JOBS)
        result = show_jobs(format);
    if (result == 0 && wants & WANT_SPID)
        result = insert_behind(format, pid, "spid");
    if (result == 0 && wants & WANT_LWP)
        result = show_lwp(format);
    if (result == 0 && wants & WANT_LABEL)
        result = insert_behind(format, front, "label");
    return result;
}
