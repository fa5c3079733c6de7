/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/grammar/set.h"

#include <errno.h>
#include <string.h>

#include "lib/base/unused.h"
#include "lib/text/i18n.h"
#include "ps/format/spec.h"
#include "ps/grammar/cgroups.h"
#include "ps/grammar/sort_keys.h"

int set_format(struct parser *parser, unsigned format, const char *argument UNUSED)
{
    parser->formats |= format;
    return 0;
}

int set_modifier(struct parser *parser, unsigned want, const char *argument UNUSED)
{
    parser->modifiers |= want;
    return 0;
}

int set_threads(struct parser *parser, unsigned threads, const char *argument UNUSED)
{
    parser->threads |= threads;
    return 0;
}

int set_simple(struct parser *parser, unsigned simple, const char *argument UNUSED)
{
    parser->simple |= simple;
    return 0;
}

int set_flag(struct parser *parser, unsigned flag, const char *argument UNUSED)
{
    struct ps_options *options = parser->options;

    switch (flag) {
    case FLAG_ALL:
        parser->has_all = true;
        break;
    case FLAG_NEGATE:
        options->selection.negate = true;
        break;
    case FLAG_RUNNING:
        options->selection.running = true;
        break;
    case FLAG_SAME_TTY:
        parser->has_same_tty = true;
        break;
    case FLAG_NUMERIC_IDS:
        options->numeric_ids = true;
        break;
    case FLAG_CUMULATIVE:
        options->cumulative = true;
        break;
    case FLAG_BARE_COMMAND:
        options->bare_command = true;
        break;
    case FLAG_ENVIRON:
        options->with_environ = true;
        break;
    case FLAG_SIGNAL_NAMES:
        options->signal_names = true;
        break;
    case FLAG_WIDE:
        options->wide++;
        break;
    case FLAG_CGROUPS:
        options->cgroups = true;
        break;
    }
    return 0;
}

int set_exclusive(struct parser *parser, unsigned option, const char *argument UNUSED)
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

int set_tree(struct parser *parser, unsigned tree, const char *argument UNUSED)
{
    parser->options->tree = (enum ps_tree)tree;
    return 0;
}

int set_heading(struct parser *parser, unsigned heading, const char *argument UNUSED)
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
    int result = format_parse_plain(format, "pid", parser->error);

    if (result == 0)
        result = parse_format(parser, text);
    if (result == 0)
        result = format_parse_plain(format, tail, parser->error);
    return result;
}

int set_format_list(struct parser *parser, unsigned kind, const char *argument)
{
    if (kind == LIST_PLAIN || parser->cgroups)
        return parse_format(parser, argument);
    if (parser->options->format.count > 0)
        return parser_refuse(parser, _("option -O can not follow other format options"));
    return parse_wrapped(parser, argument, "state,tname,time,command");
}

int set_date_format(struct parser *parser, unsigned value UNUSED, const char *argument)
{
    parser->options->date_format = argument;
    return 0;
}

int set_sort(struct parser *parser, unsigned value UNUSED, const char *argument)
{
    if (parser->options->sort_count > 0)
        return parser_refuse(parser, _("multiple sort options"));
    if (parser->cgroups)
        return cgroups_set_sort(parser, argument);
    return sort_parse(parser->options, argument, parser->error);
}

/* O: a sort order if it is a valid one, else a format. */
int set_bsd_o(struct parser *parser, unsigned value UNUSED, const char *argument)
{
    size_t error_len = parser->error->len;
    int result;

    if (parser->cgroups)
        return cgroups_add_columns(parser, argument);
    if (sort_is_short(argument)) {
        if (parser->options->sort_count > 0)
            return parser_refuse(parser, _("multiple sort options"));
        return sort_parse_short(parser->options, argument, parser->error);
    }
    if (parser->options->format.count > 0)
        return parser_refuse(parser, _("option O is neither first format nor sort order"));
    result = parse_wrapped(parser, argument, "state,tname,cputime,comm");
    if (result == -EINVAL) {
        buf_truncate(parser->error, error_len);
        return parser_refuse(parser, _("bad sorting code"));
    }
    return result;
}
