/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows that are no tasks: groups of them, by --group-by, with its keys and the columns that a row
 * of many tasks can have; and control groups, with --cgroups.
 */
#include "ps/grammar/parser.h"

#include <errno.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/cgroup/column.h"
#include "lib/text/i18n.h"
#include "ps/format/format.h"
#include "ps/words.h"

#define COUNT "count"

/* The default columns of a summary. */
#define SUMS "pcpu,time,rss"

static int add_key(struct parser *parser, const char *code)
{
    struct format *keys = &parser->options->group_keys;
    const struct column *column = column_find(code);
    struct format_item item;

    if (!column)
        return refuse_column_word(parser->error, _("unknown specifier to group by"), code);
    if (column->figure->unprintable)
        return refuse_word(parser->error, _("nothing is shown to group by in"), code);
    if (!figure_is_exact(column->figure))
        return refuse_word(parser->error, _("nothing exact is shown to group by in"), code);
    if (format_find(keys, column->code) < keys->count)
        return 0;
    item = format_item_of(column);
    item.named = true;
    return format_append(keys, item);
}

int set_group_by(struct parser *parser, unsigned value, const char *argument)
{
    char **code;
    int result = list_syntax_split(argument, LIST_OF_COLUMNS, &parser->options->arena, &code);

    if (result == -EINVAL)
        return parser_refuse(parser, _("improper list of keys to group by"));
    for (; result == 0 && *code; code++)
        result = add_key(parser, *code);
    return result;
}

int group_by_default_sums(struct parser *parser)
{
    return format_parse_plain(&parser->options->format, SUMS);
}

static bool is_key(const struct ps_options *options, const struct column *column)
{
    return format_find(&options->group_keys, column->code) < options->group_keys.count;
}

static int check_sort(struct parser *parser)
{
    const struct ps_options *options = parser->options;

    for (size_t i = 0; i < options->sort_count; i++) {
        const struct column *column = options->sort[i].column;

        if (column->figure->sum != SUM_NONE || is_key(options, column))
            continue;
        refuse_word(parser->error, _("groups have no single value to sort by in"), column->code);
        return parser->as_bsd ? -EINVAL : -ENOTSUP; /* as parser_refuse_ours() */
    }
    return 0;
}

/* Removes columns without a sum, and lists those in `dropped` that the user named. */
static void keep_sums(struct ps_options *options, struct buf *dropped)
{
    struct format *format = &options->format;
    size_t count = 0;

    for (size_t i = 0; i < format->count; i++) {
        const struct column *column = format->items[i].column;

        if (!column || is_key(options, column))
            continue;
        if (column->figure->sum != SUM_NONE) {
            format->items[count++] = format->items[i];
            continue;
        }
        if (!format->items[i].named)
            continue;
        if (dropped->len > 0)
            buf_putc(dropped, ',');
        buf_puts(dropped, column->code);
    }
    format->count = count;
}

/* Keys take over heading and width from the format. */
static void dress_keys(struct ps_options *options)
{
    struct format *keys = &options->group_keys;

    for (size_t i = 0; i < keys->count; i++) {
        size_t at = format_find(&options->format, keys->items[i].column->code);

        if (at == options->format.count)
            continue;
        keys->items[i] = options->format.items[at];
        keys->items[i].named = true; /* by --group-by */
    }
}

static int put_together(struct ps_options *options)
{
    struct format *format = &options->format;
    int result = 0;

    if (!is_key(options, column_find(COUNT)) && format_find(format, COUNT) == format->count)
        result = format_insert(format, 0, format_item_of(column_find(COUNT)));
    for (size_t i = 0; i < options->group_keys.count && result == 0; i++)
        result = format_append(format, options->group_keys.items[i]);
    return result;
}

int group_by_finish(struct parser *parser, bool chosen)
{
    struct ps_options *options = parser->options;
    struct buf dropped = {0};
    int result;

    if (options->tree != TREE_NONE)
        return parser_refuse_ours(parser, _("--group-by conflicts with forest display"));
    if (options->rows == SHOW_BOTH)
        return parser_refuse_ours(parser,
                                  _("--group-by conflicts with m and -m; threads: H, -L or -T"));
    result = check_sort(parser);
    if (result < 0)
        return result;
    dress_keys(options);
    keep_sums(options, &dropped);
    if (chosen && dropped.len > 0)
        buf_printf(parser->error, _("left out: %s; not in --group-by"), buf_text(&dropped));
    result = dropped.failed || parser->error->failed ? -ENOMEM : put_together(options);
    buf_fini(&dropped);
    return result;
}

/* --- control groups --- */

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
    int result = 0;

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
