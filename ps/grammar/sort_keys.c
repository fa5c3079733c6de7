/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/grammar/sort_keys.h"

#include <errno.h>
#include <string.h>

#include "lib/text/i18n.h"
#include "ps/list_syntax.h"
#include "ps/suggest.h"

/* Figures of short keys that no column shows. */
static const struct column utime = {
    .code = "utime", .figure = FIGURE(.need = NEED_STAT, .member = MEMBER(task, utime_ns))};
/* Not named `stime`: some libcs declare a function of that name. */
static const struct column system_time = {
    .code = "stime", .figure = FIGURE(.need = NEED_STAT, .member = MEMBER(task, stime_ns))};
static const struct column cutime = {
    .code = "cutime", .figure = FIGURE(.need = NEED_STAT, .member = MEMBER(process, cutime_ns))};
static const struct column cstime = {
    .code = "cstime", .figure = FIGURE(.need = NEED_STAT, .member = MEMBER(process, cstime_ns))};
static const struct column cminflt = {
    .code = "cminflt", .figure = FIGURE(.need = NEED_STAT, .member = MEMBER(process, cminflt))};
static const struct column cmajflt = {
    .code = "cmajflt", .figure = FIGURE(.need = NEED_STAT, .member = MEMBER(process, cmajflt))};
static const struct column shared = {
    .code = "share", .figure = FIGURE(.need = NEED_STATM, .member = MEMBER(process, shared_kib))};

struct short_key {
    char key;
    const char *code;            /* a column of the table, or NULL */
    const struct column *column; /* if code is NULL: one of the above */
};

static const struct short_key short_keys[] = {
    {'C', "pcpu", NULL},       {'G', "tpgid", NULL},    {'J', NULL, &cstime},
    {'K', NULL, &system_time}, {'M', "maj_flt", NULL},  {'N', NULL, &cmajflt},
    {'P', "ppid", NULL},       {'R', "rss", NULL},      {'S', NULL, &shared},
    {'T', "start_time", NULL}, {'U', "uid", NULL},      {'c', "cmd", NULL},
    {'f', "flags", NULL},      {'g', "pgrp", NULL},     {'j', NULL, &cutime},
    {'k', NULL, &utime},       {'m', "min_flt", NULL},  {'n', NULL, &cminflt},
    {'o', "sid", NULL},        {'p', "pid", NULL},      {'r', "rss", NULL},
    {'s', "size", NULL},       {'t', "tty", NULL},      {'u', "user", NULL},
    {'v', "vsz", NULL},        {'y', "priority", NULL},
};

static const struct short_key *find_short(char key)
{
    for (size_t i = 0; i < sizeof(short_keys) / sizeof(short_keys[0]); i++)
        if (short_keys[i].key == key)
            return &short_keys[i];
    return NULL;
}

static int refuse(struct buf *error, const char *message)
{
    buf_puts(error, message);
    return -EINVAL;
}

static bool is_sign(char c)
{
    return c == '+' || c == '-';
}

int sort_parse(struct ps_options *options, const char *text, struct buf *error)
{
    char **word;
    int result = list_syntax_split(text, LIST_OF_COLUMNS, &options->arena, &word);

    if (result == -EINVAL)
        return refuse(error, _("improper sort list"));
    for (; result == 0 && *word; word++) {
        const char *code = is_sign(**word) ? *word + 1 : *word;
        const struct sort_key key = {.column = column_find(code), .descending = **word == '-'};

        if (!key.column) {
            buf_puts(error, _("unknown sort specifier"));
            suggest_column(error, code, false);
            return -EINVAL;
        }
        result = ps_options_add_sort(options, key);
    }
    return result;
}

bool sort_is_short(const char *text)
{
    bool key_missing = true;

    for (const char *at = text; *at; at++) {
        if (is_sign(*at)) {
            if (is_sign(at[1]))
                return false;
            key_missing = true;
            continue;
        }
        if (!find_short(*at) || memchr(text, *at, (size_t)(at - text))) /* unknown or repeated */
            return false;
        key_missing = false;
    }
    return !key_missing;
}

int sort_parse_short(struct ps_options *options, const char *text, struct buf *error)
{
    struct sort_key key = {0};
    int result = 0;

    if (!sort_is_short(text))
        return refuse(error, _("bad sorting code"));
    for (; *text && result == 0; text++) {
        const struct short_key *found = find_short(*text);

        if (is_sign(*text)) {
            key.descending = *text == '-';
            continue;
        }
        key.column = found->column ? found->column : column_find(found->code);
        if (!key.column)
            return refuse(error, _("unknown sort specifier"));
        result = ps_options_add_sort(options, key);
        key.descending = false;
    }
    return result;
}
