/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of Unix: letters after one dash. */
#include "lib/base/unused.h"
#include "lib/text/i18n.h"
#include "ps/format/defaults.h"
#include "ps/grammar/kinds.h"
#include "ps/grammar/set.h"

/* -F: all of -f, and more. */
static int set_extra(struct parser *parser, unsigned value UNUSED, const char *argument UNUSED)
{
    parser->formats |= FORMAT_UNIX_F;
    parser->modifiers |= WANT_EXTRA;
    return 0;
}

/* -j: a format on some systems, two more columns on others. */
static int set_jobs(struct parser *parser, unsigned value UNUSED, const char *argument UNUSED)
{
    if (parser->personality.formats->unix_j)
        parser->formats |= FORMAT_UNIX_J;
    else
        parser->modifiers |= WANT_JOBS;
    return 0;
}

static int set_x(struct parser *parser, unsigned value UNUSED, const char *argument UNUSED)
{
    if (parser->personality.flags & PERSONALITY_X_COMMANDS)
        parser->commands = true;
    else if (parser->personality.flags & PERSONALITY_X_IS_Y)
        parser->modifiers |= WANT_NO_FLAGS;
    else
        return parser_refuse(parser, _("must set personality to get -x option"));
    return 0;
}

static const struct option_rule rules[] = {
    {"A", set_flag, FLAG_ALL, NULL},
    {"C", set_list, SELECT_COMM, N_("list of command names must follow -C")},
    {"D", set_date_format, 0, N_("date format must follow -D")},
    {"F", set_extra, 0, NULL},
    {"G", set_list, SELECT_RGID, N_("list of real groups must follow -G")},
    {"H", set_tree, TREE_INDENTED, NULL},
    {"L", set_threads, THREADS_L, NULL},
    {"M", set_modifier, WANT_LABEL, NULL},
    {"N", set_flag, FLAG_NEGATE, NULL},
    {"O", set_format_list, LIST_UNIX_O, N_("format or sort specification must follow -O")},
    {"P", set_modifier, WANT_PROCESSOR, NULL},
    {"T", set_threads, THREADS_T, NULL},
    {"U", set_list, SELECT_RUID, N_("list of real users must follow -U")},
    {"V", set_exclusive, EXCLUSIVE_UNIX_V, NULL},
    {"Z", set_modifier, WANT_LABEL, NULL},
    {"a", set_simple, SIMPLE_UNIX_A, NULL},
    {"c", set_modifier, WANT_CLASS, NULL},
    {"d", set_simple, SIMPLE_UNIX_D, NULL},
    {"e", set_flag, FLAG_ALL, NULL},
    {"f", set_format, FORMAT_UNIX_F, NULL},
    {"g", set_session_or_group, 0,
     N_("list of session leaders OR effective group names must follow -g")},
    {"j", set_jobs, 0, NULL},
    {"l", set_format, FORMAT_UNIX_L, NULL},
    {"m", set_threads, THREADS_UNIX_M, NULL},
    {"o", set_format_list, LIST_PLAIN, N_("format specification must follow -o")},
    {"p", set_list, SELECT_TGID, N_("list of process IDs must follow -p")},
    {"q", set_quick, 0, N_("List of process IDs must follow -q.")},
    {"s", set_list, SELECT_SID, N_("list of session IDs must follow -s")},
    {"t", set_list, SELECT_TTY, N_("list of terminals (pty, tty...) must follow -t")},
    {"u", set_list, SELECT_EUID, N_("list of users must follow -u")},
    {"w", set_flag, FLAG_WIDE, NULL},
    {"x", set_x, 0, NULL},
    {"y", set_modifier, WANT_NO_FLAGS, NULL},
    {NULL, NULL, 0, NULL},
};

int parse_unix_word(struct parser *parser, const char *word)
{
    const struct cluster cluster = {
        .rules = rules,
        .unknown = N_("unsupported SysV option"),
        .dash = N_("embedded '-' among SysV options makes no sense"),
    };

    return parser_cluster(parser, &cluster, word);
}
