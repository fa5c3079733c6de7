/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/text/i18n.h"
#include "ps/format/format.h"
#include "ps/grammar/parts.h"

#define DEFAULT_COLUMNS "count,pcpu,time,lifetime,min_flt,user,by,ucmd"

int ended_default_columns(struct parser *parser)
{
    return format_parse_plain(&parser->options->format, DEFAULT_COLUMNS, parser->error);
}

int ended_finish(struct parser *parser)
{
    struct ps_options *options = parser->options;
    const struct sort_key by_time = {.column = column_find("time"), .descending = true};

    if (options->tree != TREE_NONE)
        return parser_refuse(parser, _("--ended conflicts with forest display"));
    if (options->rows == SHOW_BOTH)
        return parser_refuse(parser, _("--ended conflicts with m and -m; threads: H, -L or -T"));
    if (!parser_selects_only_by(parser, SELECT_EUID, SELECT_COMM))
        return parser_refuse(parser, _("--ended selects by name and effective user: -C, -u"));
    if (parser->has_all || !parser->has_list)
        options->selection.rules |= SELECT_ALL;
    if (options->sort_count > 0 || options->group_keys.count > 0)
        return 0;
    return set_sort_key(options, by_time);
}
