/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options of a letter: those of Unix, which follow one dash, and those of BSD, without a dash.
 */
#include "lib/text/i18n.h"
#include "ps/format/compose.h"
#include "ps/grammar/rules.h"

/* -F: all of -f, and more. */
static int set_extra(struct parser *parser, unsigned value, const char *argument)
{
    parser->formats |= FORMAT_UNIX_F;
    parser->modifiers |= WANT_EXTRA;
    return 0;
}

/* -j: a format on some systems, two more columns on others. */
static int set_jobs(struct parser *parser, unsigned value, const char *argument)
{
    if (parser->personality.formats->unix_j)
        parser->formats |= FORMAT_UNIX_J;
    else
        parser->modifiers |= WANT_JOBS;
    return 0;
}

static int set_x(struct parser *parser, unsigned value, const char *argument)
{
    if (parser->personality.flags & PERSONALITY_X_COMMANDS)
        parser->commands = true;
    else if (parser->personality.flags & PERSONALITY_X_IS_Y)
        parser->modifiers |= WANT_NO_FLAGS;
    else
        return parser_refuse(parser, _("must set personality to get -x option"));
    return 0;
}

static const struct option_rule unix_rules[] = {
    {"A", ANY, SEEN(has_all), NULL},
    {"C", TASKS, set_list, SELECT_COMM, N_("list of command names must follow -C")},
    {"D", TASKS, STRING(date_format), N_("date format must follow -D")},
    {"F", TASKS, set_extra, 0, NULL},
    {"G", TASKS, set_list, SELECT_RGID, N_("list of real groups must follow -G")},
    {"H", TASKS, set_tree, TREE_INDENTED, NULL},
    {"L", TASKS, set_threads, THREADS_L, NULL},
    {"M", TASKS, set_modifier, WANT_LABEL, NULL},
    {"N", ANY, OPTION(selection.negate), NULL},
    {"O", TASKS, set_format_list, LIST_UNIX_O, N_("format or sort specification must follow -O")},
    {"P", TASKS, set_modifier, WANT_PROCESSOR, NULL},
    {"T", TASKS, set_threads, THREADS_T, NULL},
    {"U", TASKS, set_list, SELECT_RUID, N_("list of real users must follow -U")},
    {"V", TASKS, set_exclusive, EXCLUSIVE_UNIX_V, NULL},
    {"Z", TASKS, set_modifier, WANT_LABEL, NULL},
    {"a", TASKS, set_simple, SIMPLE_UNIX_A, NULL},
    {"c", TASKS, set_modifier, WANT_CLASS, NULL},
    {"d", TASKS, set_simple, SIMPLE_UNIX_D, NULL},
    {"e", ANY, SEEN(has_all), NULL},
    {"f", TASKS, set_format, FORMAT_UNIX_F, NULL},
    {"g", TASKS, set_session_or_group, 0,
     N_("list of session leaders OR effective group names must follow -g")},
    {"j", TASKS, set_jobs, 0, NULL},
    {"l", TASKS, set_format, FORMAT_UNIX_L, NULL},
    {"m", TASKS, set_threads, THREADS_UNIX_M, NULL},
    {"o", ANY, set_format_list, LIST_PLAIN, N_("format specification must follow -o")},
    {"p", TASKS, set_list, SELECT_TGID, N_("list of process IDs must follow -p")},
    {"q", TASKS, set_quick, 0, N_("List of process IDs must follow -q.")},
    {"s", TASKS, set_list, SELECT_SID, N_("list of session IDs must follow -s")},
    {"t", TASKS, set_list, SELECT_TTY, N_("list of terminals (pty, tty...) must follow -t")},
    {"u", TASKS, set_list, SELECT_EUID, N_("list of users must follow -u")},
    {"w", ANY, set_wide, 0, NULL},
    {"x", TASKS, set_x, 0, NULL},
    {"y", TASKS, set_modifier, WANT_NO_FLAGS, NULL},
    {NULL, TASKS, NULL, 0, NULL},
};

int parse_unix_word(struct parser *parser, const char *word)
{
    const struct cluster cluster = {
        .rules = unix_rules,
        .unknown = N_("unsupported SysV option"),
        .dash = N_("embedded '-' among SysV options makes no sense"),
    };

    return parser_cluster(parser, &cluster, word);
}

/* The options of BSD. */

/* m: threads, but on some systems a format or a sort order. */
static int set_m(struct parser *parser, unsigned value, const char *argument)
{
    if (parser->personality.flags & PERSONALITY_M_FORMAT)
        parser->formats |= FORMAT_BSD_M;
    else if (parser->personality.flags & PERSONALITY_M_SORTS)
        return parser->cgroups ? 0 : set_sort(parser, value, "rss"); /* refused as any of tasks */
    else
        parser->threads |= THREADS_BSD_M;
    return 0;
}

static int set_h(struct parser *parser, unsigned value, const char *argument)
{
    const bool pages = parser->personality.flags & PERSONALITY_H_PAGES;

    return set_heading(parser, pages ? HEADING_PAGES : HEADING_NEVER, argument);
}

/* Obsolete: listed swapped-out processes. */
static int refuse_w(struct parser *parser, unsigned value, const char *argument)
{
    return parser_refuse(parser, _("obsolete W option not supported (you have a /dev/drum?)"));
}

static const struct option_rule bsd_rules[] = {
    {"H", TASKS, set_threads, THREADS_H, NULL},
    {"L", TASKS, set_exclusive, EXCLUSIVE_BSD_L, NULL},
    {"M", TASKS, set_threads, THREADS_BSD_M, NULL},
    {"O", TASKS, set_bsd_o, 0, N_("format or sort specification must follow O")},
    {"S", TASKS, OPTION(cumulative), NULL},
    {"T", TASKS, SEEN(has_same_tty), NULL},
    {"U", TASKS, set_list, SELECT_EUID, N_("list of users must follow U")},
    {"V", TASKS, set_exclusive, EXCLUSIVE_BSD_V, NULL},
    {"W", TASKS, refuse_w, 0, NULL},
    {"X", TASKS, set_format, FORMAT_BSD_X, NULL},
    {"Z", TASKS, set_modifier, WANT_LABEL, NULL},
    {"a", TASKS, set_simple, SIMPLE_BSD_A, NULL},
    {"c", TASKS, OPTION(bare_command), NULL},
    {"e", TASKS, OPTION(with_environ), NULL},
    {"f", ANY, set_tree, TREE_BRANCHES, NULL},
    {"g", TASKS, set_simple, SIMPLE_BSD_G, NULL},
    {"h", ANY, set_h, 0, NULL},
    {"j", TASKS, set_format, FORMAT_BSD_J, NULL},
    {"k", ANY, set_sort, 0, N_("long sort specification must follow 'k'")},
    {"l", TASKS, set_format, FORMAT_BSD_L, NULL},
    {"m", TASKS, set_m, 0, NULL},
    {"n", TASKS, OPTION(numeric_ids), NULL},
    {"o", ANY, set_format_list, LIST_PLAIN, N_("format specification must follow o")},
    {"p", TASKS, set_list, SELECT_TGID, N_("list of process IDs must follow p")},
    {"q", TASKS, set_quick, 0, N_("List of process IDs must follow q.")},
    {"r", TASKS, OPTION(selection.running), NULL},
    {"s", TASKS, set_format, FORMAT_BSD_S, NULL},
    {"u", TASKS, set_format, FORMAT_BSD_U, NULL},
    {"v", TASKS, set_format, FORMAT_BSD_V, NULL},
    {"w", ANY, set_wide, 0, NULL},
    {"x", TASKS, set_simple, SIMPLE_BSD_X, NULL},
    {NULL, TASKS, NULL, 0, NULL},
};

/* t: the only option with an optional argument; the default is our own terminal. */
static int set_tty(struct parser *parser, const char *attached)
{
    const char *argument = parser_argument(parser, attached);

    if (argument)
        return set_list(parser, SELECT_TTY, argument);
    parser->has_same_tty = true;
    return 0;
}

/* Digits in a word of BSD options, "x2", are a bare number. */
static int set_processes(struct parser *parser, const char *list)
{
    parser->has_number = true;
    return set_list(parser, SELECT_TGID, list);
}

int parse_bsd_word(struct parser *parser, const char *word)
{
    const struct cluster cluster = {
        .rules = bsd_rules,
        .unknown = N_("unsupported option (BSD syntax)"),
        .dash = N_("embedded '-' among BSD options makes no sense"),
        .open_list = set_tty,
        .open_list_letter = 't',
        .list = set_processes,
    };

    return parser_cluster(parser, &cluster, word);
}
