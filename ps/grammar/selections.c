/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which tasks are selected: lists, the simple options, and what both mean together. */
#include "ps/grammar/parser.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "lib/text/i18n.h"
#include "lib/text/names.h"
#include "lib/text/tty.h"
#include "ps/words.h"

/* (uid_t)-1 and (gid_t)-1 mean "none" to the kernel. */
#define ID_MAX (UINT32_MAX - 1)

/* Parses an element to a number; NULL or a translated error message. */
typedef const char *(*element_parser)(const char *element, uint64_t *number);

/*
 * An integer in C's notation, else false; UINT64_MAX if it is negative or too large. Behind the
 * sign of a lone "+" there is nothing, which is 0.
 */
static bool parse_number(const char *text, uint64_t *number)
{
    const bool negative = *text == '-';
    const char *digits = text + (negative || *text == '+');
    char *end;

    if (*text && (*digits < '0' || *digits > '9'))
        return false;
    *number = strtoull(digits, &end, 0);
    if (negative && *number > 0)
        *number = UINT64_MAX;
    return *end == '\0';
}

static const char *parse_pid_from(const char *element, uint64_t least, uint64_t *number)
{
    if (!parse_number(element, number))
        return _("process ID list syntax error");
    if (*number < least || *number > INT_MAX)
        return _("process ID out of range");
    return NULL;
}

static const char *parse_pid(const char *element, uint64_t *number)
{
    return parse_pid_from(element, 1, number);
}

/* Processes such as init have the parent 0. */
static const char *parse_ppid(const char *element, uint64_t *number)
{
    return parse_pid_from(element, 0, number);
}

static const char *parse_user(const char *element, uint64_t *number)
{
    uid_t uid;
    int found;

    if (parse_number(element, number))
        return *number > ID_MAX ? _("user ID out of range") : NULL;
    found = user_id_by_name(element, &uid);
    if (found <= 0)
        return found < 0 ? strerror(-found) : _("user name does not exist");
    *number = uid;
    return NULL;
}

static const char *parse_group(const char *element, uint64_t *number)
{
    gid_t gid;
    int found;

    if (parse_number(element, number))
        return *number > ID_MAX ? _("group ID out of range") : NULL;
    found = group_id_by_name(element, &gid);
    if (found <= 0)
        return found < 0 ? strerror(-found) : _("group name does not exist");
    *number = gid;
    return NULL;
}

static const char *parse_tty(const char *element, uint64_t *number)
{
    uint32_t tty;
    const int result = tty_by_name(element, &tty);

    if (result < 0)
        return result == -ENOTTY ? _("list member was not a TTY") : _("TTY could not be found");
    *number = tty;
    return NULL;
}

/* NULL for names, which are not parsed. */
static element_parser parser_for(enum select_by by)
{
    switch (by) {
    case SELECT_TGID:
    case SELECT_SID:
    case SELECT_PGRP:
        return parse_pid;
    case SELECT_PPID:
        return parse_ppid;
    case SELECT_TTY:
        return parse_tty;
    case SELECT_EUID:
    case SELECT_RUID:
    case SELECT_ANY_UID:
        return parse_user;
    case SELECT_EGID:
    case SELECT_RGID:
        return parse_group;
    case SELECT_COMM:
    case SELECT_CONTAINER:
    case SELECT_POD:
        break;
    }
    return NULL;
}

/*
 * "All but those of nosuch" are all: behind -N, users and groups need not exist. A list of
 * processes or terminals that makes no sense is refused all the same.
 */
static bool may_be_unknown(const struct parser *parser, element_parser parse)
{
    return parser->options->selection.negate && (parse == parse_user || parse == parse_group);
}

static int add_element(struct parser *parser, enum select_by by, const char *element)
{
    struct selection *selection = &parser->options->selection;
    const element_parser parse = parser_for(by);
    const char *wrong;
    uint64_t number = 0;

    if (!parse)
        return selection_add_name(selection, by, element);
    wrong = parse(element, &number);
    if (!wrong)
        return selection_add_number(selection, by, number);
    return may_be_unknown(parser, parse) ? 0 : parser_refuse(parser, wrong);
}

static int add_list(struct parser *parser, enum select_by by, const char *argument)
{
    char **element;
    int result = list_syntax_split(argument, LIST_OF_VALUES, &parser->options->arena, &element);

    parser->pid_lists += by == SELECT_TGID;
    if (result == -EINVAL)
        return parser_refuse(parser, _("improper list"));
    for (; result == 0 && *element; element++)
        result = add_element(parser, by, *element);
    return result;
}

int set_list(struct parser *parser, unsigned by, const char *argument)
{
    parser->has_list = true;
    return add_list(parser, (enum select_by)by, argument);
}

/* Whether all elements can be parsed this way. */
static bool can_parse(element_parser parse, char *const elements[])
{
    uint64_t number = 0;

    for (; *elements; elements++)
        if (parse(*elements, &number))
            return false;
    return true;
}

int set_session_or_group(struct parser *parser, unsigned value, const char *argument)
{
    char **elements;
    int result = list_syntax_split(argument, LIST_OF_VALUES, &parser->options->arena, &elements);

    if (result == 0 && can_parse(parse_pid, elements))
        return set_list(parser, SELECT_SID, argument);
    if (result == 0 && (may_be_unknown(parser, parse_group) || can_parse(parse_group, elements)))
        return set_list(parser, SELECT_EGID, argument);
    if (result == -ENOMEM)
        return result;
    return parser_refuse(parser, _("list of session leaders OR effective group IDs was invalid"));
}

int set_quick(struct parser *parser, unsigned value, const char *argument)
{
    parser->quick_lists++;
    return add_list(parser, SELECT_TGID, argument);
}

int set_number(struct parser *parser, const char *word)
{
    parser->has_list = true;
    if (*word == '+')
        return add_element(parser, SELECT_SID, word + 1);
    if (*word == '-')
        return add_element(parser, SELECT_PGRP, word + 1);
    parser->has_number = true;
    return add_element(parser, SELECT_TGID, word);
}

/* --- once all words are read --- */

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

int finish_rules(struct parser *parser)
{
    const unsigned simple = parser->simple;
    const unsigned of_unix = simple & (SIMPLE_UNIX_A | SIMPLE_UNIX_D);
    struct selection *selection = &parser->options->selection;

    /* g alone selects nothing by itself; with Unix options it is a -g without its list. */
    if ((of_unix && simple != of_unix) || simple == SIMPLE_BSD_G)
        return parser_refuse(parser, _("process selection options conflict"));
    if (parser->quick_lists || has_lone_list(parser))
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

    if (parser->quick_lists > 1)
        return parser_refuse_finally(parser, _("q/-q/--quick-pid can only be used once."));
    if (parser->has_list || parser->has_same_tty)
        return parser_refuse_finally(
            parser, _("q/-q/--quick-pid cannot be combined with other selection options."));
    if (options->tree != TREE_NONE)
        return parser_refuse_finally(
            parser, _("q/-q/--quick-pid cannot be used together with forest type listings."));
    if (options->sort_count > 0)
        return parser_refuse_finally(
            parser, _("q/-q,--quick-pid cannot be used together with sort options."));
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

int finish_lists(struct parser *parser)
{
    const int result = parser->quick_lists ? finish_quick(parser) : 0;

    return result == 0 ? finish_only(parser) : result;
}
