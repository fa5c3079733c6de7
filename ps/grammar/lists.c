/* SPDX-License-Identifier: GPL-2.0-or-later */
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

/* An integer in C's notation, else false; UINT64_MAX if it is too large. */
static bool parse_number(const char *text, uint64_t *number)
{
    const char *digits = *text == '+' ? text + 1 : text;
    char *end;

    if (*digits < '0' || *digits > '9')
        return false;
    *number = strtoull(digits, &end, 0);
    return *end == '\0';
}

static const char *parse_pid_from(const char *element, uint64_t least, uint64_t *number)
{
    const bool negative = *element == '-';

    if (!parse_number(negative ? element + 1 : element, number))
        return _("process ID list syntax error");
    if (negative || *number < least || *number > INT_MAX)
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

    if (!tty_by_name(element, &tty))
        return _("TTY could not be found");
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
    if (parser->has_quick)
        return parser_refuse_finally(parser, _("q/-q/--quick-pid can only be used once."));
    parser->has_quick = true;
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
