/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of Unix: letters behind one dash. */
#include "ps/format/defaults.h"
#include "ps/grammar/parser.h"
#include "ps/i18n.h"

/* -F: all of -f, and more. */
static int apply_extra(struct parser *parser, unsigned unused, const char *argument)
{
    (void)unused;
    (void)argument;
    parser->formats |= FORMAT_UNIX_F;
    parser->modifiers |= WANT_EXTRA;
    return 0;
}

/* -j: a format on some systems, two more columns on others. */
static int apply_jobs(struct parser *parser, unsigned unused, const char *argument)
{
    (void)unused;
    (void)argument;
    if (parser->personality.formats->unix_j)
        parser->formats |= FORMAT_UNIX_J;
    else
        parser->modifiers |= WANT_JOBS;
    return 0;
}

static int apply_x(struct parser *parser, unsigned unused, const char *argument)
{
    (void)unused;
    (void)argument;
    if (parser->personality.flags & PERSONALITY_X_COMMANDS)
        parser->commands = true;
    else if (parser->personality.flags & PERSONALITY_X_IS_Y)
        parser->modifiers |= WANT_NO_FLAGS;
    else
        return parser_refuse(parser, _("must set personality to get -x option"));
    return 0;
}

static int apply_version(struct parser *parser, unsigned unused, const char *argument)
{
    (void)unused;
    (void)argument;
    return parser_request(parser, REQUEST_VERSION, "-V");
}

static const struct option_rule rules[] = {
    {"A", apply_flag, FLAG_ALL, NULL},
    {"C", apply_list, SELECT_COMM, N_("list of command names must follow -C")},
    {"D", apply_date_format, 0, N_("date format must follow -D")},
    {"F", apply_extra, 0, NULL},
    {"G", apply_list, SELECT_RGID, N_("list of real groups must follow -G")},
    {"H", apply_tree, TREE_INDENTED, NULL},
    {"L", apply_threads, THREADS_L, NULL},
    {"M", apply_modifier, WANT_LABEL, NULL},
    {"N", apply_flag, FLAG_NEGATE, NULL},
    {"O", apply_format_list, LIST_UNIX_O, N_("format or sort specification must follow -O")},
    {"P", apply_modifier, WANT_PROCESSOR, NULL},
    {"T", apply_threads, THREADS_T, NULL},
    {"U", apply_list, SELECT_RUID, N_("list of real users must follow -U")},
    {"V", apply_version, 0, NULL},
    {"Z", apply_modifier, WANT_LABEL, NULL},
    {"a", apply_simple, SIMPLE_UNIX_A, NULL},
    {"c", apply_modifier, WANT_CLASS, NULL},
    {"d", apply_simple, SIMPLE_UNIX_D, NULL},
    {"e", apply_flag, FLAG_ALL, NULL},
    {"f", apply_format, FORMAT_UNIX_F, NULL},
    {"g", apply_session_or_group, 0,
     N_("list of session leaders OR effective group names must follow -g")},
    {"j", apply_jobs, 0, NULL},
    {"l", apply_format, FORMAT_UNIX_L, NULL},
    {"m", apply_threads, THREADS_UNIX_M, NULL},
    {"o", apply_format_list, LIST_PLAIN, N_("format specification must follow -o")},
    {"p", apply_list, SELECT_TGID, N_("list of process IDs must follow -p")},
    {"q", apply_quick, 0, N_("list of process IDs must follow -q")},
    {"s", apply_list, SELECT_SID, N_("list of session IDs must follow -s")},
    {"t", apply_list, SELECT_TTY, N_("list of terminals (pty, tty...) must follow -t")},
    {"u", apply_list, SELECT_EUID, N_("list of users must follow -u")},
    {"w", apply_flag, FLAG_WIDE, NULL},
    {"x", apply_x, 0, NULL},
    {"y", apply_modifier, WANT_NO_FLAGS, NULL},
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
