/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/grammar/parser.h"

#include <errno.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/text/i18n.h"
#include "ps/format/format.h"
#include "ps/words.h"

#define COUNT "count"

/* The default columns of a summary. */
#define SUMS "pcpu,time,rss"

/* Columns of --ended. */
#define ENDED_COLUMNS "count,pcpu,time,lifetime,min_flt,user,by,ucmd"

static int finish_threads(struct parser *parser)
{
    const unsigned threads = parser->threads;
    const bool below = threads & (THREADS_BSD_M | THREADS_UNIX_M);

    if (!threads)
        return 0;
    if (parser->options->tree != TREE_NONE)
        return parser_refuse(parser, _("thread display conflicts with forest display"));
    if (threads & THREADS_H && below)
        return parser_refuse(parser, _("thread flags conflict; can't use H with m or -m"));
    if (threads & THREADS_BSD_M && threads & THREADS_UNIX_M)
        return parser_refuse(parser, _("thread flags conflict; can't use both m and -m"));
    if (threads & THREADS_L && threads & THREADS_T)
        return parser_refuse(parser, _("thread flags conflict; can't use both -L and -T"));
    parser->options->rows = below ? SHOW_BOTH : SHOW_THREADS;
    return 0;
}

/* The macro for the chosen formats; NULL with *composed: composed of WANT_*. */
static const char *choose_macro(const struct parser *parser, bool *composed)
{
    const struct personality_formats *own = parser->personality.formats;
    const struct {
        unsigned formats;
        const char *macro;
    } choices[] = {
        {0, NULL},
        {FORMAT_UNIX_F, own->unix_f},
        {FORMAT_UNIX_L, own->unix_l},
        {FORMAT_UNIX_F | FORMAT_UNIX_L, own->unix_fl},
        {FORMAT_UNIX_J, own->unix_j},
        {FORMAT_UNIX_F | FORMAT_UNIX_J, "RD_fj"},
        {FORMAT_UNIX_L | FORMAT_UNIX_J, "RD_lj"},
        {FORMAT_BSD_J, own->bsd_j},
        {FORMAT_BSD_L, own->bsd_l},
        {FORMAT_BSD_S, own->bsd_s},
        {FORMAT_BSD_U, own->bsd_u},
        {FORMAT_BSD_V, own->bsd_v},
        {FORMAT_BSD_X, "OL_X"},
        {FORMAT_BSD_M, "OL_m"},
        {FORMAT_CONTEXT, "FLASK_context"},
    };

    *composed = false;
    for (size_t i = 0; i < ARRAY_COUNT(choices); i++) {
        if (choices[i].formats != parser->formats)
            continue;
        *composed = !choices[i].macro;
        return choices[i].macro;
    }
    return NULL;
}

static unsigned all_wants(const struct parser *parser)
{
    const unsigned flags = parser->personality.flags;

    return parser->modifiers | (parser->formats & FORMAT_UNIX_F ? WANT_FULL : 0) |
           (parser->formats & FORMAT_UNIX_L ? WANT_LONG : 0) |
           (parser->threads & THREADS_L ? WANT_LWP : 0) |
           (parser->threads & THREADS_T ? WANT_SPID : 0) | (parser->bsd_defaults ? WANT_BSD : 0) |
           (parser->commands ? WANT_COMMANDS : 0) |
           (flags & PERSONALITY_IRIX_LONG ? WANT_IRIX_LONG : 0) |
           (flags & PERSONALITY_P_FOR_ADDR ? WANT_P_FOR_ADDR : 0) |
           (flags & PERSONALITY_USER ? WANT_USER : 0);
}

static int compose(struct parser *parser)
{
    struct format *format = &parser->options->format;
    const unsigned wants = all_wants(parser);
    bool composed;
    const char *macro = choose_macro(parser, &composed);

    if (macro)
        return format_compose_macro(format, macro, wants);
    if (!composed)
        return parser_refuse(parser, _("conflicting format options"));
    if (wants & WANT_NO_FLAGS && !(wants & WANT_LONG))
        return parser_refuse(parser, _("modifier -y without format -l makes no sense"));
    return format_compose(format, wants);
}

/* Columns listed by the user: no option may ask for others. */
static int finish_user_format(struct parser *parser)
{
    const unsigned columns_of_threads = THREADS_L | THREADS_T;

    if (parser->formats)
        return parser_refuse(parser, _("conflicting format options"));
    if (parser->modifiers)
        return parser_refuse(parser, _("can not use output modifiers with user-defined output"));
    if (parser->threads & columns_of_threads && parser->threads & ~columns_of_threads)
        return parser_refuse(parser, _("-L/-T with H/m/-m and -o/-O/o/O is nonsense"));
    return 0;
}

/* $PS_FORMAT; if it is invalid, a warning and the default columns. */
static int finish_environment_format(struct parser *parser)
{
    struct buf why = {0};
    int result = format_parse(&parser->options->format, parser->environment->ps_format,
                              &parser->options->arena, &why);

    if (result == -EINVAL) {
        buf_truncate(&why, strcspn(buf_text(&why), "\n")); /* what may be meant is a second line */
        result = compose(parser);
        if (result == 0)
            buf_printf(parser->error, _("$PS_FORMAT ignored. (%s)"), buf_text(&why));
    }
    buf_fini(&why);
    return result;
}

/* --- rows that are groups of tasks: --group-by --- */

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

/*
 * Turns the format into one for groups: sums, then keys. Columns without a sum are left out, with a
 * warning if the user chose columns one by one.
 */
static int group_by_finish(struct parser *parser, bool chosen)
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

/* --- all of it --- */

static int finish_format(struct parser *parser)
{
    const char *from_environment = parser->environment->ps_format;
    const bool grouped = parser->options->group_keys.count > 0;
    const bool chosen = parser->options->format.count > 0;
    int result;

    if (chosen)
        result = finish_user_format(parser);
    else if (grouped && !parser->formats && !parser->modifiers)
        result = format_parse_plain(&parser->options->format, SUMS);
    else if (parser->options->ended_ns && !parser->formats && !parser->modifiers)
        result = format_parse_plain(&parser->options->format, ENDED_COLUMNS);
    else if (from_environment && *from_environment && !parser->formats && !parser->modifiers)
        result = finish_environment_format(parser);
    else
        result = compose(parser);
    return result == 0 && grouped ? group_by_finish(parser, chosen) : result;
}

/*
 * Refuses options that apply to living tasks only; then selects all, unless names or users are
 * given, and sorts by CPU time, unless an order is.
 */
static int ended_finish(struct parser *parser)
{
    struct ps_options *options = parser->options;
    const struct sort_key by_time = {.column = column_find("time"), .descending = true};

    if (options->tree != TREE_NONE)
        return parser_refuse_ours(parser, _("--ended conflicts with forest display"));
    if (options->rows == SHOW_BOTH)
        return parser_refuse_ours(parser,
                                  _("--ended conflicts with m and -m; threads: H, -L or -T"));
    if (!parser_selects_only_by(parser, SELECT_EUID, SELECT_COMM))
        return parser_refuse_ours(parser, _("--ended selects by name and effective user: -C, -u"));
    if (parser->has_all || !parser->has_list)
        options->selection.rules |= SELECT_ALL;
    if (options->sort_count > 0 || options->group_keys.count > 0)
        return 0;
    return set_sort_key(options, by_time);
}

static int finish_tasks(struct parser *parser)
{
    int result = finish_threads(parser);

    if (result == 0)
        result = take_lists(parser);
    if (result == 0)
        result = finish_format(parser);
    if (result == 0)
        result = parser->options->ended_ns ? ended_finish(parser) : finish_rules(parser);
    return result == 0 ? finish_lists(parser) : result;
}

int finish_options(struct parser *parser)
{
    struct selection *selection = &parser->options->selection;
    const int result = parser->cgroups ? cgroups_finish(parser) : finish_tasks(parser);

    selection->self_euid = parser->environment->euid;
    selection->hide_kernel = parser->environment->hide_kernel != NULL;
    selection_finish(selection);
    return result;
}
