/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of BSD: letters without a dash. */
#include "ps/format/defaults.h"
#include "ps/grammar/parser.h"
#include "ps/i18n.h"

/* m: threads, but on some systems a format or a sort order. */
static int apply_m(struct parser *parser, unsigned unused, const char *argument)
{
    (void)argument;
    if (parser->personality.flags & PERSONALITY_M_FORMAT)
        parser->formats |= FORMAT_BSD_M;
    else if (parser->personality.flags & PERSONALITY_M_SORTS)
        return apply_sort(parser, unused, "rss");
    else
        parser->threads |= THREADS_BSD_M;
    return 0;
}

static int apply_h(struct parser *parser, unsigned unused, const char *argument)
{
    const bool pages = parser->personality.flags & PERSONALITY_H_PAGES;

    (void)unused;
    return apply_heading(parser, pages ? HEADING_PAGES : HEADING_NEVER, argument);
}

static int apply_specifiers(struct parser *parser, unsigned unused, const char *argument)
{
    (void)unused;
    (void)argument;
    return parser_request(parser, REQUEST_SPECIFIERS, "L");
}

static int apply_version(struct parser *parser, unsigned unused, const char *argument)
{
    (void)unused;
    (void)argument;
    return parser_request(parser, REQUEST_VERSION, "V");
}

static const struct option_rule rules[] = {
    {"H", apply_threads, THREADS_H, NULL},
    {"L", apply_specifiers, 0, NULL},
    {"M", apply_threads, THREADS_BSD_M, NULL},
    {"O", apply_bsd_o, 0, N_("format or sort specification must follow O")},
    {"S", apply_flag, FLAG_CUMULATIVE, NULL},
    {"T", apply_flag, FLAG_SAME_TTY, NULL},
    {"U", apply_list, SELECT_EUID, N_("list of users must follow U")},
    {"V", apply_version, 0, NULL},
    {"X", apply_format, FORMAT_BSD_X, NULL},
    {"Z", apply_modifier, WANT_LABEL, NULL},
    {"a", apply_simple, SIMPLE_BSD_A, NULL},
    {"c", apply_flag, FLAG_BARE_COMMAND, NULL},
    {"e", apply_flag, FLAG_ENVIRON, NULL},
    {"f", apply_tree, TREE_BRANCHES, NULL},
    {"g", apply_simple, SIMPLE_BSD_G, NULL},
    {"h", apply_h, 0, NULL},
    {"j", apply_format, FORMAT_BSD_J, NULL},
    {"k", apply_sort, 0, N_("long sort specification must follow 'k'")},
    {"l", apply_format, FORMAT_BSD_L, NULL},
    {"m", apply_m, 0, NULL},
    {"n", apply_flag, FLAG_NUMERIC_IDS, NULL},
    {"o", apply_format_list, LIST_PLAIN, N_("format specification must follow o")},
    {"p", apply_list, SELECT_TGID, N_("list of process IDs must follow p")},
    {"q", apply_quick, 0, N_("list of process IDs must follow q")},
    {"r", apply_flag, FLAG_RUNNING, NULL},
    {"s", apply_format, FORMAT_BSD_S, NULL},
    {"u", apply_format, FORMAT_BSD_U, NULL},
    {"v", apply_format, FORMAT_BSD_V, NULL},
    {"w", apply_flag, FLAG_WIDE, NULL},
    {"x", apply_simple, SIMPLE_BSD_X, NULL},
    {NULL, NULL, 0, NULL},
};

/* t: the one option whose argument may be missing; then it is our own terminal. */
static int apply_tty(struct parser *parser, const char *attached)
{
    const char *argument = parser_argument(parser, attached);

    if (!argument)
        return apply_flag(parser, FLAG_SAME_TTY, NULL);
    return apply_list(parser, SELECT_TTY, argument);
}

int parse_bsd_word(struct parser *parser, const char *word)
{
    const struct cluster cluster = {
        .rules = rules,
        .unknown = N_("unsupported option (BSD syntax)"),
        .dash = N_("embedded '-' among BSD options makes no sense"),
        .open_list = apply_tty,
        .open_list_letter = 't',
        .numbers = true,
    };

    return parser_cluster(parser, &cluster, word);
}
