/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GNU long options; they cannot be abbreviated. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/span.h"
#include "lib/text/i18n.h"
#include "ps/grammar/rules.h"
#include "ps/words.h"

#define COLUMNS_MISSING N_("number of columns must follow --cols, --width, or --columns")
#define LINES_MISSING   N_("number of rows must follow --rows or --lines")

#define PATIENCE_MISSING N_("a number of seconds must follow --patience")
#define ENDED_MISSING    N_("a number of seconds must follow --ended")

static bool parse_size(const char *text, size_t *size)
{
    char *end;
    const long long value = strtoll(text, &end, 0); /* a long may be no longer than an int */

    if (*end || value <= 0 || value > INT_MAX)
        return false;
    *size = (size_t)value;
    return true;
}

static int set_columns(struct parser *parser, unsigned value, const char *argument)
{
    if (!parse_size(argument, &parser->options->columns))
        return parser_refuse(parser, _(COLUMNS_MISSING));
    return 0;
}

static int set_lines(struct parser *parser, unsigned value, const char *argument)
{
    if (!parse_size(argument, &parser->options->lines))
        return parser_refuse(parser, _(LINES_MISSING));
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

static const struct option_rule rules[] = {
    {"Group", TASKS, set_list, SELECT_RGID, N_("list of real groups must follow --Group")},
    {"User", TASKS, set_list, SELECT_RUID, N_("list of real users must follow --User")},
    {"cgroup-root", ANY, STRING(cgroup_root), N_("a directory must follow --cgroup-root")},
    {"cgroups", ANY, SEEN(cgroups), NULL},
    {"cols", ANY, set_columns, 0, COLUMNS_MISSING},
    {"columns", ANY, set_columns, 0, COLUMNS_MISSING},
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
    {"format", ANY, set_format_list, LIST_PLAIN, N_("format specification must follow --format")},
    {"group", TASKS, set_list, SELECT_EGID, N_("list of effective groups must follow --group")},
    {"group-by", TASKS, set_group_by, 0, N_("list of specifiers must follow --group-by")},
    {"header", ANY, set_heading, HEADING_PAGES, NULL},
    {"headers", ANY, set_heading, HEADING_PAGES, NULL},
    {"heading", ANY, set_heading, HEADING_PAGES, NULL},
    {"headings", ANY, set_heading, HEADING_PAGES, NULL},
    {"info", TASKS, set_exclusive, EXCLUSIVE_INFO, NULL},
    {"lines", ANY, set_lines, 0, LINES_MISSING},
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
    {"rows", ANY, set_lines, 0, LINES_MISSING},
    {"sid", TASKS, set_list, SELECT_SID, N_("list of session IDs must follow --sid")},
    {"signames", TASKS, OPTION(signal_names), NULL},
    {"sort", ANY, set_sort, 0, N_("long sort specification must follow --sort")},
    {"source", ANY, STRING(source),
     N_("a name must follow --source: auto, bpf, dot, task or flat")},
    {"tty", TASKS, set_list, SELECT_TTY, N_("list of ttys must follow --tty")},
    {"user", TASKS, set_list, SELECT_EUID, N_("list of effective users must follow --user")},
    {"version", TASKS, set_exclusive, EXCLUSIVE_VERSION, NULL},
    {"width", ANY, set_columns, 0, COLUMNS_MISSING},
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
    for (const struct option_rule *rule = rules; rule->name; rule++)
        if (span_is(name, rule->name))
            return rule;
    return NULL;
}

static int refuse_option(struct parser *parser, struct span name)
{
    struct nearest nearest;

    nearest_begin(&nearest, name.text, name.len);
    for (const struct option_rule *rule = rules; rule->name; rule++)
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
