/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of BSD: letters without a dash. */
#include "lib/base/unused.h"
#include "lib/text/i18n.h"
#include "ps/format/defaults.h"
#include "ps/grammar/kinds.h"
#include "ps/grammar/set.h"

/* m: threads, but on some systems a format or a sort order. */
static int set_m(struct parser *parser, unsigned value, const char *argument UNUSED)
{
    if (parser->personality.flags & PERSONALITY_M_FORMAT)
        parser->formats |= FORMAT_BSD_M;
    else if (parser->personality.flags & PERSONALITY_M_SORTS)
        return set_sort(parser, value, "rss");
    else
        parser->threads |= THREADS_BSD_M;
    return 0;
}

static int set_h(struct parser *parser, unsigned value UNUSED, const char *argument)
{
    const bool pages = parser->personality.flags & PERSONALITY_H_PAGES;

    return set_heading(parser, pages ? HEADING_PAGES : HEADING_NEVER, argument);
}

/* Of the times when swap was a disk of its own; known by its message only. */
static int refuse_w(struct parser *parser, unsigned value UNUSED, const char *argument UNUSED)
{
    return parser_refuse(parser, _("obsolete W option not supported (you have a /dev/drum?)"));
}

static const struct option_rule rules[] = {
    {"H", set_threads, THREADS_H, NULL},
    {"L", set_exclusive, EXCLUSIVE_BSD_L, NULL},
    {"M", set_threads, THREADS_BSD_M, NULL},
    {"O", set_bsd_o, 0, N_("format or sort specification must follow O")},
    {"S", set_flag, FLAG_CUMULATIVE, NULL},
    {"T", set_flag, FLAG_SAME_TTY, NULL},
    {"U", set_list, SELECT_EUID, N_("list of users must follow U")},
    {"V", set_exclusive, EXCLUSIVE_BSD_V, NULL},
    {"W", refuse_w, 0, NULL},
    {"X", set_format, FORMAT_BSD_X, NULL},
    {"Z", set_modifier, WANT_LABEL, NULL},
    {"a", set_simple, SIMPLE_BSD_A, NULL},
    {"c", set_flag, FLAG_BARE_COMMAND, NULL},
    {"e", set_flag, FLAG_ENVIRON, NULL},
    {"f", set_tree, TREE_BRANCHES, NULL},
    {"g", set_simple, SIMPLE_BSD_G, NULL},
    {"h", set_h, 0, NULL},
    {"j", set_format, FORMAT_BSD_J, NULL},
    {"k", set_sort, 0, N_("long sort specification must follow 'k'")},
    {"l", set_format, FORMAT_BSD_L, NULL},
    {"m", set_m, 0, NULL},
    {"n", set_flag, FLAG_NUMERIC_IDS, NULL},
    {"o", set_format_list, LIST_PLAIN, N_("format specification must follow o")},
    {"p", set_list, SELECT_TGID, N_("list of process IDs must follow p")},
    {"q", set_quick, 0, N_("List of process IDs must follow q.")},
    {"r", set_flag, FLAG_RUNNING, NULL},
    {"s", set_format, FORMAT_BSD_S, NULL},
    {"u", set_format, FORMAT_BSD_U, NULL},
    {"v", set_format, FORMAT_BSD_V, NULL},
    {"w", set_flag, FLAG_WIDE, NULL},
    {"x", set_simple, SIMPLE_BSD_X, NULL},
    {NULL, NULL, 0, NULL},
};

/* t: the only option with an optional argument; the default is our own terminal. */
static int set_tty(struct parser *parser, const char *attached)
{
    const char *argument = parser_argument(parser, attached);

    if (!argument)
        return set_flag(parser, FLAG_SAME_TTY, NULL);
    return set_list(parser, SELECT_TTY, argument);
}

static int set_processes(struct parser *parser, const char *list)
{
    return set_list(parser, SELECT_TGID, list);
}

int parse_bsd_word(struct parser *parser, const char *word)
{
    const struct cluster cluster = {
        .rules = rules,
        .unknown = N_("unsupported option (BSD syntax)"),
        .dash = N_("embedded '-' among BSD options makes no sense"),
        .open_list = set_tty,
        .open_list_letter = 't',
        .list = set_processes,
    };

    return parser_cluster(parser, &cluster, word);
}
