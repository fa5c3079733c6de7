/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options as tables: those of a letter, of Unix, which follow one dash, and of BSD, without a
 * dash; and the long ones of GNU, which cannot be abbreviated.
 */
#include "ps/grammar/parser.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/span.h"
#include "lib/text/i18n.h"
#include "ps/format/format.h"
#include "ps/words.h"

/* --- Unix --- */

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
    if (parser->personality.flags & PERSONALITY_X_COMMANDS) {
        parser->commands = true;
        parser->options->wide += 2;
    } else if (parser->personality.flags & PERSONALITY_X_IS_Y) {
        parser->modifiers |= WANT_NO_FLAGS;
    } else {
        return parser_refuse(parser, _("must set personality to get -x option"));
    }
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
    {"O", TASKS, set_list_later, LIST_UNIX_O, N_("format or sort specification must follow -O")},
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
    {"o", ANY, set_list_later, LIST_PLAIN, N_("format specification must follow -o")},
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

/* --- BSD --- */

/*
 * m: threads, but on some systems a format or a sort order. Read as BSD style behind a dash, as in
 * "-axm", it is the format unless it sorts.
 */
static int set_m(struct parser *parser, unsigned value, const char *argument)
{
    const unsigned flags = parser->personality.flags;

    if (flags & PERSONALITY_M_FORMAT || (parser->as_bsd && !(flags & PERSONALITY_M_SORTS)))
        parser->formats |= FORMAT_BSD_M;
    else if (flags & PERSONALITY_M_SORTS)
        return parser->cgroups
                   ? 0
                   : set_list_later(parser, LIST_SORT, "rss"); /* refused as any of tasks */
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
    {"O", TASKS, set_list_later, LIST_BSD_O, N_("format or sort specification must follow O")},
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
    {"o", ANY, set_list_later, LIST_PLAIN, N_("format specification must follow o")},
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

/* --- GNU --- */

#define COLUMNS_MISSING N_("number of columns must follow --cols, --width, or --columns")
#define LINES_MISSING   N_("number of rows must follow --rows or --lines")

#define PATIENCE_MISSING N_("a number of seconds must follow --patience")
#define ENDED_MISSING    N_("a number of seconds must follow --ended")

/* Of the screen. */
enum {
    SIZE_COLUMNS,
    SIZE_LINES,
};

static int set_size(struct parser *parser, unsigned which, const char *argument)
{
    const bool lines = which == SIZE_LINES;
    char *end;
    const long long size = strtoll(argument, &end, 0); /* a long may be no longer than an int */

    if (*end || size <= 0 || size > INT_MAX)
        return parser_refuse(parser, lines ? _(LINES_MISSING) : _(COLUMNS_MISSING));
    *(lines ? &parser->options->lines : &parser->options->columns) = (size_t)size;
    return 0;
}

static int set_delimiter(struct parser *parser, unsigned value, const char *argument)
{
    if (argument[1])
        return parser_refuse(parser, _("delimiter must be a single character"));
    parser->options->delimiter = *argument;
    return 0;
}

static int set_patience(struct parser *parser, unsigned value, const char *argument)
{
    if (!seconds_parse(argument, &parser->options->patience_ns))
        return parser_refuse(parser, _(PATIENCE_MISSING));
    return 0;
}

static int set_ended(struct parser *parser, unsigned value, const char *argument)
{
    uint64_t *ns = &parser->options->ended_ns;

    if (!seconds_parse(argument, ns) || *ns == 0)
        return parser_refuse(parser, _(ENDED_MISSING));
    return 0;
}

static const struct option_rule long_rules[] = {
    {"Group", TASKS, set_list, SELECT_RGID, N_("list of real groups must follow --Group")},
    {"User", TASKS, set_list, SELECT_RUID, N_("list of real users must follow --User")},
    {"cgroup-root", ANY, STRING(cgroup_root), N_("a directory must follow --cgroup-root")},
    {"cgroups", ANY, SEEN(cgroups), NULL},
    {"cols", ANY, set_size, SIZE_COLUMNS, COLUMNS_MISSING},
    {"columns", ANY, set_size, SIZE_COLUMNS, COLUMNS_MISSING},
    {"container", ANY, set_list, SELECT_CONTAINER,
     N_("list of containers must follow --container")},
    {"container-root", ANY, STRING(container_root), N_("a directory must follow --container-root")},
    {"context", TASKS, set_format, FORMAT_CONTEXT, NULL},
    {"cumulative", TASKS, OPTION(cumulative), NULL},
    {"date-format", TASKS, STRING(date_format), N_("date format must follow --date-format")},
    {"debug", ANY, STRING(debug), N_("a list of topics must follow --debug")},
    {"debug-file", ANY, STRING(debug_file), N_("a file must follow --debug-file")},
    {"delimiter", ANY, set_delimiter, 0, N_("delimiter character must follow --delimiter")},
    {"deselect", ANY, OPTION(selection.negate), NULL},
    {"ended", TASKS, set_ended, 0, ENDED_MISSING},
    {"forest", ANY, set_tree, TREE_BRANCHES, NULL},
    {"format", ANY, set_list_later, LIST_PLAIN, N_("format specification must follow --format")},
    {"group", TASKS, set_list, SELECT_EGID, N_("list of effective groups must follow --group")},
    {"group-by", TASKS, set_group_by, 0, N_("list of specifiers must follow --group-by")},
    {"header", ANY, set_heading, HEADING_PAGES, NULL},
    {"headers", ANY, set_heading, HEADING_PAGES, NULL},
    {"heading", ANY, set_heading, HEADING_PAGES, NULL},
    {"headings", ANY, set_heading, HEADING_PAGES, NULL},
    {"info", TASKS, set_exclusive, EXCLUSIVE_INFO, NULL},
    {"lines", ANY, set_size, SIZE_LINES, LINES_MISSING},
    {"no-header", ANY, set_heading, HEADING_NEVER, NULL},
    {"no-headers", ANY, set_heading, HEADING_NEVER, NULL},
    {"no-heading", ANY, set_heading, HEADING_NEVER, NULL},
    {"no-headings", ANY, set_heading, HEADING_NEVER, NULL},
    {"noheader", ANY, set_heading, HEADING_NEVER, NULL},
    {"noheaders", ANY, set_heading, HEADING_NEVER, NULL},
    {"noheading", ANY, set_heading, HEADING_NEVER, NULL},
    {"noheadings", ANY, set_heading, HEADING_NEVER, NULL},
    {"patience", ANY, set_patience, 0, PATIENCE_MISSING},
    {"pid", TASKS, set_list, SELECT_TGID, N_("list of process IDs must follow --pid")},
    {"pod", ANY, set_list, SELECT_POD, N_("list of pods must follow --pod")},
    {"ppid", TASKS, set_list, SELECT_PPID, N_("list of process IDs must follow --ppid")},
    {"procfs", ANY, STRING(procfs), N_("a directory must follow --procfs")},
    {"quick-pid", TASKS, set_quick, 0, N_("List of process IDs must follow --quick-pid.")},
    {"rows", ANY, set_size, SIZE_LINES, LINES_MISSING},
    {"sid", TASKS, set_list, SELECT_SID, N_("list of session IDs must follow --sid")},
    {"signames", TASKS, OPTION(signal_names), NULL},
    {"sort", ANY, set_sort, 0, N_("long sort specification must follow --sort")},
    {"source", ANY, STRING(source),
     N_("a name must follow --source: auto, bpf, dot, task or flat")},
    {"tty", TASKS, set_list, SELECT_TTY, N_("list of ttys must follow --tty")},
    {"user", TASKS, set_list, SELECT_EUID, N_("list of effective users must follow --user")},
    {"version", TASKS, set_exclusive, EXCLUSIVE_VERSION, NULL},
    {"width", ANY, set_size, SIZE_COLUMNS, COLUMNS_MISSING},
    {NULL, TASKS, NULL, 0, NULL},
};

/* --json, or --json=lines; "--json lines" would be read as BSD options, which nobody means. */
static int set_json(struct parser *parser, const char *form)
{
    const char *next = parser->next < parser->count ? parser->words[parser->next] : "";

    if (form ? strcmp(form, "lines") != 0 : strcmp(next, "lines") == 0)
        return parser_refuse(parser, _("--json takes no argument but =lines"));
    parser->options->output = form ? OUTPUT_JSON_LINES : OUTPUT_JSON;
    return 0;
}

/* --help: the next word is the section, whatever it is. */
static int set_help(struct parser *parser, const char *attached)
{
    const char *section = attached;

    if (!section && parser->next < parser->count)
        section = parser->words[parser->next++];
    parser->options->request = REQUEST_HELP;
    parser->options->help_section = section ? *section : '\0';
    return 0;
}

static const struct option_rule *find_rule(struct span name)
{
    for (const struct option_rule *rule = long_rules; rule->name; rule++)
        if (span_is(name, rule->name))
            return rule;
    return NULL;
}

static int refuse_option(struct parser *parser, struct span name)
{
    struct nearest nearest;

    nearest_begin(&nearest, name.text, name.len);
    for (const struct option_rule *rule = long_rules; rule->name; rule++)
        nearest_offer(&nearest, rule->name);
    nearest_offer(&nearest, "help");
    nearest_offer(&nearest, "json");
    return refuse_unknown(parser->error, _("unknown gnu long option"), &nearest, "--");
}

int parse_long_word(struct parser *parser, const char *word)
{
    const struct span name = {word, strcspn(word, "=:")};
    const char *attached = *span_end(name) ? span_end(name) + 1 : NULL;
    const struct option_rule *rule = find_rule(name);
    const char *argument = NULL;

    if (span_is(name, "help"))
        return set_help(parser, attached);
    if (span_is(name, "json"))
        return set_json(parser, attached);
    if (!rule)
        return refuse_option(parser, name);
    if (!rule->missing && attached) {
        buf_printf(parser->error, _("option --%s does not take an argument"), rule->name);
        return -EINVAL;
    }
    if (rule->missing) {
        argument = attached ? attached : parser_argument(parser, "");
        if (!argument || !*argument)
            return parser_refuse(parser, _(rule->missing));
    }
    parser->of_tasks |= rule->rows == TASKS;
    return rule->set(parser, rule->value, argument);
}
