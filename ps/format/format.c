/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/format/format.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/base/span.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "ps/words.h"

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

const char *format_key(const struct format_item *item)
{
    const struct column *column = item->column;

    return item->named || !column->figure->json ? column->code : column->figure->json;
}

/* --- -o, -O and $PS_FORMAT --- */

/* Longer than any specifier. */
#define CODE_SIZE 32

/* A built-in format of another system's ps, by its name in procps. */
struct macro {
    const char *name;
    const char *columns;
};

/* In the order of strcmp(3), for bsearch(3). */
static const struct macro macros[] = {
    {"DFMT", "pid,tname,state,cputime,cmd"},
    {"DefBSD", "pid,tname,stat,bsdtime,args"},
    {"DefSysV", "pid,tname,time,cmd"},
    {"END_BSD", "state,tname,cputime,comm"},
    {"END_SYS5", "state,tname,time,command"},
    {"F5FMT", "uname,pid,ppid,c,start,tname,time,cmd"},
    {"FB_", "pid,tt,stat,time,command"},
    {"FB_j", "user,pid,ppid,pgid,sess,jobc,stat,tt,time,command"},
    {"FB_l", "uid,pid,ppid,cpu,pri,nice,vsz,rss,wchan,stat,tt,time,command"},
    {"FB_u", "user,pid,pcpu,pmem,vsz,rss,tt,stat,start,time,command"},
    {"FB_v", "pid,stat,time,sl,re,pagein,vsz,rss,lim,tsiz,pcpu,pmem,command"},
    {"FD_", "pid,tty,time,comm"},
    {"FD_f", "user,pid,ppid,start_time,tty,time,comm"},
    {"FD_fj", "user,pid,ppid,start_time,tty,time,pgid,sid,comm"},
    {"FD_j", "pid,tty,time,pgid,sid,comm"},
    {"FD_l", "flags,state,uid,pid,ppid,priority,nice,vsz,wchan,tty,time,comm"},
    {"FD_lj", "flags,state,uid,pid,ppid,priority,nice,vsz,wchan,tty,time,pgid,sid,comm"},
    {"FL5FMT", "f,state,uid,pid,ppid,pcpu,pri,nice,rss,wchan,start,time,command"},
    {"FLASK_context", "pid,context,command"},
    {"HP_", "pid,tty,time,comm"},
    {"HP_f", "user,pid,ppid,cpu,stime,tty,time,args"},
    {"HP_fl", "flags,state,user,pid,ppid,cpu,intpri,nice,addr,sz,wchan,stime,tty,time,args"},
    {"HP_l", "flags,state,uid,pid,ppid,cpu,intpri,nice,addr,sz,wchan,tty,time,comm"},
    {"J390", "pid,sid,pgrp,tname,atime,args"},
    {"JFMT", "user,pid,ppid,pgid,sess,jobc,state,tname,cputime,command"},
    {"L5FMT", "f,state,uid,pid,ppid,c,pri,nice,addr,sz,wchan,tt,time,ucmd"},
    {"LFMT", "uid,pid,ppid,cp,pri,nice,vsz,rss,wchan,state,tname,cputime,command"},
    {"OL_X", "pid,start_stack,esp,eip,timeout,alarm,stat,tname,bsdtime,args"},
    {"OL_j", "ppid,pid,pgid,sid,tname,tpgid,stat,uid,bsdtime,args"},
    {"OL_l", "flags,uid,pid,ppid,priority,nice,vsz,rss,wchan,stat,tname,bsdtime,args"},
    {"OL_m", "pid,tname,majflt,minflt,m_trs,m_drs,m_size,m_swap,rss,m_share,vm_lib,m_dt,args"},
    {"OL_s", "uid,pid,pending,sig_block,sig_ignore,caught,stat,tname,bsdtime,args"},
    {"OL_u", "user,pid,pcpu,pmem,vsz,rss,tname,stat,start_time,bsdtime,args"},
    {"OL_v", "pid,tname,stat,bsdtime,maj_flt,m_trs,m_drs,rss,pmem,args"},
    {"RD_", "pid,tname,state,bsdtime,comm"},
    {"RD_f", "uid,pid,ppid,start_time,tname,bsdtime,args"},
    {"RD_fj", "uid,pid,ppid,start_time,tname,bsdtime,pgid,sid,args"},
    {"RD_j", "pid,tname,state,bsdtime,pgid,sid,comm"},
    {"RD_l", "flags,state,uid,pid,ppid,priority,nice,wchan,tname,bsdtime,comm"},
    {"RD_lj", "flags,state,uid,pid,ppid,priority,nice,wchan,tname,bsdtime,pgid,sid,comm"},
    {"RUSAGE", "minflt,majflt,nswap,inblock,oublock,msgsnd,msgrcv,nsigs,nvcsw,nivcsw"},
    {"SCHED", "user,pcpu,pri,usrpri,nice,psxpri,psr,policy,pset"},
    {"SFMT", "uid,pid,cursig,sig,sigmask,sigignore,sigcatch,stat,tname,command"},
    {"Std_f", "uid_hack,pid,ppid,c,stime,tname,time,cmd"},
    {"Std_fl", "f,s,uid_hack,pid,ppid,c,opri,ni,addr,sz,wchan,stime,tname,time,cmd"},
    {"Std_l", "f,s,uid,pid,ppid,c,opri,ni,addr,sz,wchan,tname,time,ucmd"},
    {"THREAD", "user,pcpu,pri,scnt,wchan,usertime,systime"},
    {"UFMT", "uname,pid,pcpu,pmem,vsz,rss,tt,state,start,time,command"},
    {"VFMT", "pid,tt,state,time,sl,pagein,vsz,rss,pcpu,pmem,command"},
};

static int compare_name(const void *key, const void *element)
{
    const struct macro *macro = element;

    return strcmp(key, macro->name);
}

const char *format_macro_at(size_t index)
{
    return index < ARRAY_COUNT(macros) ? macros[index].name : NULL;
}

const char *format_macro_find(const char *name)
{
    const struct macro *found =
        bsearch(name, macros, ARRAY_COUNT(macros), sizeof(macros[0]), compare_name);

    return found ? found->columns : NULL;
}

struct aix_code {
    char code;
    const char *column;
    const char *header;
};

static const struct aix_code aix_codes[] = {
    {'C', "pcpu", "%CPU"},     {'G', "group", "GROUP"},   {'P', "ppid", "PPID"},
    {'U', "user", "USER"},     {'a', "args", "COMMAND"},  {'c', "comm", "COMMAND"},
    {'g', "rgroup", "RGROUP"}, {'n', "nice", "NI"},       {'p', "pid", "PID"},
    {'r', "pgid", "PGID"},     {'t', "etime", "ELAPSED"}, {'u', "ruser", "RUSER"},
    {'x', "time", "TIME"},     {'y', "tty", "TTY"},       {'z', "vsz", "VSZ"},
};

/* A decimal number from 1 to INT_MAX without leading zeros, as in procps; at most the limit. */
static bool parse_width(const char *text, size_t *width)
{
    const char *const end = text + strlen(text);
    uint64_t number;

    if (*text == '0' || !decimal_take(&text, end, &number) || text < end || number > INT_MAX)
        return false;
    *width = number < FORMAT_WIDTH_MAX ? (size_t)number : FORMAT_WIDTH_MAX;
    return true;
}

static int take_width(const struct format_element *element, size_t *width, struct buf *error)
{
    if (element->width && !parse_width(element->width, width))
        return refuse(error, _("column widths must be unsigned decimal numbers"));
    return 0;
}

/* Replaces the header, unless `header` is NULL. */
static void set_header(struct format_item *item, const char *header)
{
    const size_t cells = header ? escape_width(header, strlen(header)) : 0;

    if (header)
        item->header = header;
    if (item->width < cells)
        item->width = cells;
}

/* Appends the columns of a built-in list; `header` as in set_header(). */
static int append_columns(struct format *format, const char *columns, const char *header)
{
    struct span rest = span_of(columns), word;
    int result = 0;

    while (result == 0 && span_take_part(&rest, ',', &word)) {
        char code[CODE_SIZE] = "";
        struct format_item item;

        INVARIANT(word.len < sizeof(code));
        memcpy(code, word.text, word.len);
        item = format_item_of(column_find(code));
        set_header(&item, header);
        result = format_append(format, item);
    }
    return result;
}

int format_append_named(struct format *format, struct format_item item,
                        const struct format_element *element, struct buf *error)
{
    int result;

    item.named = true;
    item.fixed_width = element->width != NULL;
    set_header(&item, element->header);
    result = take_width(element, &item.width, error);
    return result == 0 ? format_append(format, item) : result;
}

static int append_element(struct format *format, const struct format_element *element,
                          struct buf *error)
{
    const struct column *column = column_find(element->code);
    const char *macro;
    size_t width;
    int result;

    if (column)
        return format_append_named(format, format_item_of(column), element, error);
    result = take_width(element, &width, error);
    if (result < 0)
        return result;
    macro = format_macro_find(element->code);
    if (!macro)
        return refuse_column_word(error, _("unknown user-defined format specifier"), element->code);
    if (element->width)
        return refuse(error, _("can not set width for a macro (multi-column) format specifier"));
    return append_columns(format, macro, element->header);
}

struct format_element format_split(char *text)
{
    struct format_element element = {.code = text};
    char *cut = strchr(text, '=');

    if (cut) {
        *cut = '\0';
        element.header = cut + 1;
    }
    cut = strchr(text, ':');
    if (cut) {
        *cut = '\0';
        element.width = cut + 1;
    }
    return element;
}

static int parse_list(struct format *format, const char *text, struct arena *arena,
                      struct buf *error)
{
    char **word;
    int result = list_syntax_split(text, LIST_OF_COLUMNS, arena, &word);

    if (result == -EINVAL)
        return refuse(error, _("improper format list"));
    for (; result == 0 && *word; word++) {
        const struct format_element element = format_split(*word);

        result = append_element(format, &element, error);
    }
    return result;
}

static int append_text(struct format *format, const char *text, size_t len, struct arena *arena)
{
    const char *copy = arena_copy(arena, text, len);

    if (!copy)
        return -ENOMEM;
    return format_append(format,
                         (struct format_item){.header = copy, .width = escape_width(copy, len)});
}

static int append_aix_code(struct format *format, char code, struct buf *error)
{
    for (size_t i = 0; i < ARRAY_COUNT(aix_codes); i++)
        if (aix_codes[i].code == code)
            return append_element(format,
                                  &(struct format_element){.code = aix_codes[i].column,
                                                           .header = aix_codes[i].header},
                                  error);
    return refuse(error, _("unknown AIX field descriptor"));
}

/*
 * Text follows a code or begins with a blank, so that a list of columns with a '%' by mistake is
 * not taken as text to repeat on each line.
 */
static int parse_aix(struct format *format, const char *text, struct arena *arena,
                     struct buf *error)
{
    int result = 0;

    if (*text != '%' && *text != ' ')
        return refuse(error, _("improper AIX field descriptor"));
    for (const char *at = text; (at = strchr(at, '%')); at++)
        if (at[1] == '\0' || at[1] == ' ')
            return refuse(error, _("missing AIX field descriptor"));
    while (*text && result == 0) {
        const size_t len = strcspn(text, "%");

        if (len > 0) {
            result = append_text(format, text, len, arena);
            text += len;
        } else if (text[1] == '%') {
            return refuse(error, _("missing AIX field descriptor"));
        } else {
            result = append_aix_code(format, text[1], error);
            text += 2;
        }
    }
    return result;
}

/* %cpu and %mem are columns: a list that begins with one, or with %m, is no format of AIX. */
static bool begins_with_column(const char *text)
{
    return strncmp(text, "%m", 2) == 0 || strncmp(text, "%cpu,", 5) == 0 ||
           strncmp(text, "%cpu ", 5) == 0;
}

int format_parse(struct format *format, const char *text, struct arena *arena, struct buf *error)
{
    const size_t count = format->count;
    const size_t error_len = error->len;
    int result = parse_list(format, text, arena, error);

    if (result == -EINVAL && strchr(text, '%') && !begins_with_column(text)) {
        buf_truncate(error, error_len);
        format->count = count;
        result = parse_aix(format, text, arena, error);
    }
    if (result < 0)
        format->count = count;
    return result;
}

int format_parse_plain(struct format *format, const char *columns)
{
    return append_columns(format, columns, NULL);
}
