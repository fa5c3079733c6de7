/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/grammar/ended.h"

#include "ps/format/spec.h"
#include "ps/i18n.h"

#define COLUMNS "count,pcpu,time,lifetime,min_flt,user,by,ucmd"

int ended_default_format(struct parser *parser)
{
    return format_parse_plain(&parser->options->format, COLUMNS, parser->error);
}

/* Whether tasks are selected by what is known of ended ones, or not at all. */
static bool can_select(const struct parser *parser)
{
    const struct selection *selection = &parser->options->selection;

    if (parser->simple || parser->has_same_tty || parser->has_quick || parser->has_number ||
        selection->running)
        return false;
    for (size_t i = 0; i < selection->list_count; i++)
        if (selection->lists[i].by != SELECT_EUID && selection->lists[i].by != SELECT_COMM)
            return false;
    return true;
}

int ended_finish(struct parser *parser)
{
    struct ps_options *options = parser->options;
    const struct sort_key by_time = {.column = column_find("time"), .descending = true};

    if (options->tree != TREE_NONE)
        return parser_refuse(parser, _("--ended conflicts with forest display"));
    if (options->rows == SHOW_BOTH)
        return parser_refuse(parser, _("--ended conflicts with m and -m; threads: H, -L or -T"));
    if (!can_select(parser))
        return parser_refuse(parser, _("--ended selects by name and effective user: -C, -u"));
    if (parser->has_all || !parser->has_list)
        options->selection.rules |= SELECT_ALL;
    if (options->sort_count > 0 || options->group_keys.count > 0)
        return 0;
    return ps_options_add_sort(options, by_time);
}
