/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/grammar/parser.h"

#include <errno.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/text/i18n.h"
#include "ps/format/format.h"
#include "ps/words.h"

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

/* Sort orders: "ppid,-rss" of --sort and k, "Up-r" of O, of short keys. */
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
    for (size_t i = 0; i < ARRAY_COUNT(short_keys); i++)
        if (short_keys[i].key == key)
            return &short_keys[i];
    return NULL;
}

static bool is_sign(char c)
{
    return c == '+' || c == '-';
}

int set_sort_key(struct ps_options *options, struct sort_key key)
{
    if (ARRAY_RESERVE(&options->sort, &options->sort_capacity, options->sort_count + 1) < 0)
        return -ENOMEM;
    options->sort[options->sort_count++] = key;
    return 0;
}

/* Both append to options->sort. 0, -ENOMEM, or -EINVAL with a line in `error`. */
static int sort_parse(struct ps_options *options, const char *text, struct buf *error)
{
    char **word;
    int result = list_syntax_split(text, LIST_OF_COLUMNS, &options->arena, &word);

    if (result == -EINVAL)
        return refuse(error, _("improper sort list"));
    for (; result == 0 && *word; word++) {
        const char *code = is_sign(**word) ? *word + 1 : *word;
        const struct sort_key key = {.column = column_find(code), .descending = **word == '-'};

        if (!key.column)
            return refuse_column(error, _("unknown sort specifier"), code);
        result = set_sort_key(options, key);
    }
    return result;
}

/* Whether the text is a sort order of short keys without repeats. */
static bool sort_is_short(const char *text)
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

static int sort_parse_short(struct ps_options *options, const char *text, struct buf *error)
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
        result = set_sort_key(options, key);
        key.descending = false;
    }
    return result;
}

int set_format(struct parser *parser, unsigned format, const char *argument)
{
    parser->formats |= format;
    return 0;
}

int set_modifier(struct parser *parser, unsigned want, const char *argument)
{
    parser->modifiers |= want;
    return 0;
}

int set_threads(struct parser *parser, unsigned threads, const char *argument)
{
    parser->threads |= threads;
    return 0;
}

int set_simple(struct parser *parser, unsigned simple, const char *argument)
{
    parser->simple |= simple;
    return 0;
}

int set_option(struct parser *parser, unsigned member, const char *argument)
{
    *(bool *)((char *)parser->options + member) = true;
    return 0;
}

int set_seen(struct parser *parser, unsigned member, const char *argument)
{
    *(bool *)((char *)parser + member) = true;
    return 0;
}

int set_string(struct parser *parser, unsigned member, const char *argument)
{
    *(const char **)((char *)parser->options + member) = argument;
    return 0;
}

int set_wide(struct parser *parser, unsigned value, const char *argument)
{
    parser->options->wide++;
    return 0;
}

int set_exclusive(struct parser *parser, unsigned option, const char *argument)
{
    static const struct {
        const char *spelling;
        enum ps_request request;
    } options[] = {
        [EXCLUSIVE_BSD_L] = {"L", REQUEST_SPECIFIERS},
        [EXCLUSIVE_BSD_V] = {"V", REQUEST_VERSION},
        [EXCLUSIVE_UNIX_V] = {"-V", REQUEST_VERSION},
        [EXCLUSIVE_VERSION] = {"--version", REQUEST_VERSION},
        [EXCLUSIVE_INFO] = {"--info", REQUEST_INFO},
    };
    const char *spelling = options[option].spelling;

    if (parser->count != 1 || strcmp(parser->words[0], spelling) != 0) {
        buf_puts(parser->error, _("the option is exclusive: "));
        buf_puts(parser->error, spelling);
        return -EINVAL;
    }
    parser->options->request = options[option].request;
    return 0;
}

int set_tree(struct parser *parser, unsigned tree, const char *argument)
{
    parser->options->tree = (enum ps_tree)tree;
    return 0;
}

int set_heading(struct parser *parser, unsigned heading, const char *argument)
{
    if (parser->options->heading != HEADING_ONCE)
        return parser_refuse(parser, _("only one heading option may be specified"));
    parser->options->heading = (enum ps_heading)heading;
    return 0;
}

static int parse_format(struct parser *parser, const char *text)
{
    if (parser->cgroups)
        return cgroups_add_columns(parser, text);
    return format_parse(&parser->options->format, text, &parser->options->arena, parser->error);
}

/* The columns of -O or O, between those that are always shown. */
static int parse_wrapped(struct parser *parser, const char *text, const char *tail)
{
    struct format *format = &parser->options->format;
    int result = format_parse_plain(format, "pid");

    if (result == 0)
        result = parse_format(parser, text);
    if (result == 0)
        result = format_parse_plain(format, tail);
    return result;
}

static int take_sort(struct parser *parser, const char *text)
{
    if (parser->options->sort_count > 0)
        return parser_refuse(parser, _("multiple sort options"));
    if (parser->cgroups)
        return cgroups_set_sort(parser, text);
    return sort_parse(parser->options, text, parser->error);
}

/* O: a sort order if it is a valid one and there is no other, else a format. */
static int take_bsd_o(struct parser *parser, const char *text)
{
    const bool sorted = parser->has_sort || parser->options->sort_count > 0;
    const bool below_parents = parser->options->tree != TREE_NONE && strchr(text, 'P');
    const char *const why = sorted                 ? _("multiple sort options")
                            : !sort_is_short(text) ? _("bad sorting code")
                            : below_parents        ? _("PPID sort and forest output conflict")
                                                   : NULL;
    int result;

    if (!why)
        return sort_parse_short(parser->options, text, parser->error);
    if (parser->options->format.count > 0)
        return parser_refuse(parser, _("option O is neither first format nor sort order"));
    result = parse_wrapped(parser, text, "state,tname,cputime,comm");
    return result == -EINVAL ? parser_refuse(parser, why) : result;
}

static int take_list(struct parser *parser, const struct deferred_list *list)
{
    switch (list->kind) {
    case LIST_SORT:
        return take_sort(parser, list->text);
    case LIST_BSD_O:
        return take_bsd_o(parser, list->text);
    case LIST_UNIX_O:
        if (parser->options->format.count > 0)
            return parser_refuse(parser, _("option -O can not follow other format options"));
        return parse_wrapped(parser, list->text, "state,tname,time,command");
    default:
        return parse_format(parser, list->text);
    }
}

int set_list_later(struct parser *parser, unsigned kind, const char *argument)
{
    struct deferred_list *list = arena_alloc(&parser->options->arena, sizeof(*list));

    if (!list)
        return -ENOMEM;
    *list = (struct deferred_list){.kind = kind, .text = argument};
    if (parser->last_list)
        parser->last_list->next = list;
    else
        parser->first_list = list;
    parser->last_list = list;
    return 0;
}

int set_sort(struct parser *parser, unsigned value, const char *argument)
{
    parser->has_sort = true;
    return set_list_later(parser, LIST_SORT, argument);
}

int take_lists(struct parser *parser)
{
    int result = 0;

    for (const struct deferred_list *list = parser->first_list; list && result == 0;
         list = list->next)
        result = take_list(parser, list);
    return result;
}
