/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/grammar/parser.h"

#include <errno.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/cgroup/column.h"
#include "lib/text/i18n.h"
#include "ps/format/format.h"
#include "ps/words.h"

#define DEFAULT_COLUMNS "procs,pcpu,pthr,cpus,mem,memmax,kills,psicpu,psimem,psiio,name"
#define DEFAULT_SORT    "-pcpu"

bool cgroups_are_wanted(char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "--cgroups") == 0)
            return true;
    return false;
}

static int refuse_code(struct parser *parser, const char *code)
{
    const struct cgroup_column *column;
    struct nearest nearest;

    nearest_begin(&nearest, code, strlen(code));
    for (size_t i = 0; (column = cgroup_column_at(i)); i++)
        nearest_offer(&nearest, column->code);
    return refuse_unknown(parser->error, _("--cgroups has no such column"), &nearest, "");
}

static int add_column(struct parser *parser, const struct format_element *element)
{
    struct ps_options *options = parser->options;
    const size_t at = options->format.count;
    const struct cgroup_column *column = cgroup_column_find(element->code);
    struct format_item item;

    if (!column)
        return refuse_code(parser, element->code);
    if (ARRAY_RESERVE(&options->cgroup_columns, &options->cgroup_capacity, at + 1) < 0)
        return -ENOMEM;
    options->cgroup_columns[at] = column;
    item = (struct format_item){.header = column->header, .width = strlen(column->header)};
    if (item.width < column->width)
        item.width = column->width;
    return format_append_named(&options->format, item, element, parser->error);
}

int cgroups_add_columns(struct parser *parser, const char *list)
{
    char **word;
    int result = list_syntax_split(list, LIST_OF_COLUMNS, &parser->options->arena, &word);

    if (result == -EINVAL)
        return parser_refuse(parser, _("improper format list"));
    for (; result == 0 && *word; word++) {
        const struct format_element element = format_split(*word);

        result = add_column(parser, &element);
    }
    return result;
}

int cgroups_set_sort(struct parser *parser, const char *key)
{
    const bool has_sign = *key == '+' || *key == '-';
    const struct cgroup_column *column = cgroup_column_find(key + has_sign);

    if (!column)
        return refuse_code(parser, key + has_sign);
    if (parser->options->cgroup_order.column)
        return parser_refuse(parser, _("multiple sort options"));
    parser->options->cgroup_order =
        (struct cgroup_order){.column = column, .descending = *key == '-'};
    return 0;
}

int cgroups_finish(struct parser *parser)
{
    struct ps_options *options = parser->options;
    int result = take_lists(parser);

    if (result < 0)
        return result;
    if (options->ended_ns)
        return parser_refuse_finally(parser, _("--ended conflicts with --cgroups"));
    if (!parser_selects_only_by(parser, SELECT_CONTAINER, SELECT_POD))
        return parser_refuse_finally(
            parser, _("--cgroups selects by --container and --pod, not by what tasks have"));
    if (parser->of_tasks)
        return parser_refuse_finally(
            parser, _("--cgroups has columns of its own: choose them with -o, sort with --sort"));
    if (options->tree != TREE_NONE && options->cgroup_order.column)
        return parser_refuse_finally(parser, _("--cgroups --forest conflicts with --sort"));
    if (options->format.count == 0)
        result = cgroups_add_columns(parser, DEFAULT_COLUMNS);
    if (result == 0 && options->tree == TREE_NONE && !options->cgroup_order.column)
        result = cgroups_set_sort(parser, DEFAULT_SORT);
    return result;
}
