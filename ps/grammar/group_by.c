/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --group-by: its keys, and which columns of a format a row of many tasks can have. */
#include "ps/grammar/rules.h"

#include <errno.h>
#include <string.h>

#include "lib/text/i18n.h"
#include "ps/format/spec.h"
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

        if (at < options->format.count)
            keys->items[i] = options->format.items[at];
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
