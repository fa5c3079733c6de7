/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/grammar/parser.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/text/i18n.h"
#include "ps/format/format.h"

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

static int finish_format(struct parser *parser)
{
    const char *from_environment = parser->environment->ps_format;
    const bool grouped = parser->options->group_keys.count > 0;
    const bool chosen = parser->options->format.count > 0;
    int result;

    if (chosen)
        result = finish_user_format(parser);
    else if (grouped && !parser->formats && !parser->modifiers)
        result = group_by_default_sums(parser);
    else if (parser->options->ended_ns && !parser->formats && !parser->modifiers)
        result = format_parse_plain(&parser->options->format, ENDED_COLUMNS);
    else if (from_environment && *from_environment && !parser->formats && !parser->modifiers)
        result = finish_environment_format(parser);
    else
        result = compose(parser);
    return result == 0 && grouped ? group_by_finish(parser, chosen) : result;
}

/* The rule for the simple selections of BSD; g is the default unless the personality omits it. */
static unsigned bsd_rule(unsigned simple, bool with_leaders)
{
    switch (simple & (SIMPLE_BSD_A | SIMPLE_BSD_X)) {
    case SIMPLE_BSD_A | SIMPLE_BSD_X:
        return SELECT_ALL;
    case SIMPLE_BSD_A:
        return with_leaders ? SELECT_HAS_TTY : SELECT_HAS_TTY_NOT_LEADER;
    case SIMPLE_BSD_X:
        return with_leaders ? SELECT_SAME_EUID : SELECT_SAME_EUID_NOT_LEADER;
    default:
        return with_leaders ? SELECT_SAME_EUID_HAS_TTY : SELECT_SAME_EUID_HAS_TTY_NOT_LEADER;
    }
}

/*
 * Whether all that is selected is one -p list, in no other order: it is shown as it stands, and
 * what x, -d or -e would add is not, as in procps-ng 4.0.7.
 */
static bool has_lone_list(const struct parser *parser)
{
    const struct ps_options *options = parser->options;

    return parser->pid_lists == 1 && !parser->has_number && !parser->has_same_tty &&
           options->selection.list_count == 1 && !options->selection.negate &&
           options->sort_count == 0 && options->tree == TREE_NONE;
}

static int finish_rules(struct parser *parser)
{
    const unsigned simple = parser->simple;
    const unsigned of_unix = simple & (SIMPLE_UNIX_A | SIMPLE_UNIX_D);
    struct selection *selection = &parser->options->selection;

    /* g alone selects nothing by itself; with Unix options it is a -g without its list. */
    if ((of_unix && simple != of_unix) || simple == SIMPLE_BSD_G)
        return parser_refuse(parser, _("process selection options conflict"));
    if (parser->has_quick || has_lone_list(parser))
        return 0;
    if (parser->has_same_tty)
        selection->rules |= SELECT_SAME_TTY;
    if (parser->has_all) {
        selection->rules |= SELECT_ALL;
    } else if (of_unix) {
        /* What -a selects is part of what -d does. */
        selection->rules |=
            of_unix == SIMPLE_UNIX_A ? SELECT_HAS_TTY_NOT_LEADER : SELECT_NOT_LEADER;
    } else if (simple || !(parser->has_list || parser->has_same_tty)) {
        const bool with_leaders =
            simple & SIMPLE_BSD_G || !(parser->personality.flags & PERSONALITY_NO_DEFAULT_G);

        selection->rules |=
            parser->bsd_defaults ? bsd_rule(simple, with_leaders) : SELECT_SAME_EUID_AND_TTY;
    }
    return 0;
}

static int finish_quick(struct parser *parser)
{
    const struct ps_options *options = parser->options;

    if (parser->has_list || parser->has_same_tty)
        return parser_refuse_finally(
            parser, _("q/-q/--quick-pid cannot be combined with other selection options."));
    if (options->sort_count > 0)
        return parser_refuse_finally(
            parser, _("q/-q,--quick-pid cannot be used together with sort options."));
    if (options->tree != TREE_NONE)
        return parser_refuse_finally(
            parser, _("q/-q/--quick-pid cannot be used together with forest type listings."));
    if (options->selection.negate)
        return parser_refuse_finally(
            parser, _("q/-q/--quick-pid cannot be used together with negation switches."));
    return 0;
}

static int compare_pids(const void *a, const void *b)
{
    const pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

    return (x > y) - (x < y);
}

/* Leaves each process once, in the order of ids. */
static size_t sort_pids(pid_t *pids, size_t count)
{
    size_t unique = 0;

    qsort(pids, count, sizeof(*pids), compare_pids);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || pids[i] != pids[unique - 1])
            pids[unique++] = pids[i];
    return unique;
}

/*
 * Where processes are selected by number alone, no others need be looked for. What a lone list
 * names twice is shown twice, unless threads are listed below or tasks are counted.
 */
static int finish_only(struct parser *parser)
{
    struct ps_options *options = parser->options;
    const struct selection *selection = &options->selection;
    const struct select_list *list = selection->lists;
    const bool keep =
        has_lone_list(parser) && options->rows != SHOW_BOTH && options->group_keys.count == 0;

    if (selection->list_count != 1 || list->by != SELECT_TGID || selection->rules ||
        selection->negate)
        return 0;
    options->only = malloc(list->count * sizeof(*options->only));
    if (!options->only)
        return -ENOMEM;
    for (size_t i = 0; i < list->count; i++)
        options->only[i] = (pid_t)list->values[i].number;
    options->only_count = keep ? list->count : sort_pids(options->only, list->count);
    return 0;
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

    if (result == 0 && parser->no_forest && parser->options->tree != TREE_NONE)
        result = parser_refuse(parser, parser->no_forest);
    if (result == 0)
        result = finish_format(parser);
    if (result == 0)
        result = parser->options->ended_ns ? ended_finish(parser) : finish_rules(parser);
    if (result == 0 && parser->has_quick)
        result = finish_quick(parser);
    if (result == 0)
        result = finish_only(parser);
    return result;
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
