/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/pattern.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "lib/text/i18n.h"

static bool has_upper_case(const struct prompt *prompt)
{
    for (size_t i = 0; i < prompt->len; i++)
        if (iswupper((wint_t)prompt->text[i]))
            return true;
    return false;
}

void pattern_take(struct pattern *pattern, const struct prompt *prompt)
{
    *pattern = (struct pattern){.ignore_case = !has_upper_case(prompt)};
    prompt_text(prompt, pattern->text);
}

/* The end of the bracket expression that begins at `at`; NULL: it is not closed. */
static const char *end_of_bracket(const char *at)
{
    at++;
    at += *at == '^';
    at += *at == ']';
    while (*at && *at != ']') {
        const char kind = at[1];

        if (*at == '[' && (kind == ':' || kind == '.' || kind == '=')) {
            const char end[] = {kind, ']', '\0'};

            at = strstr(at + 2, end);
            if (!at)
                return NULL;
            at++;
        }
        at++;
    }
    return *at ? at + 1 : NULL;
}

/* The number of copies that an interval such as "{1,20}" makes, or "{1,}", by one and "*". */
static unsigned long copies_of(const char *interval)
{
    char *end;
    const unsigned long least = strtoul(interval + 1, &end, 10);
    const bool is_open = *end == ',' && end[1] == '}';
    const unsigned long most = *end == ',' ? strtoul(end + 1, &end, 10) : least;
    const unsigned long copies = is_open ? least + 1 : most > least ? most : least;

    return copies <= PATTERN_REPEAT_MAX ? copies : PATTERN_REPEAT_MAX + 1;
}

/*
 * 0, or the REG_* error for which an expression is refused. A C library may expand nested
 * repetitions when it compiles them, and needs exponential time for back references.
 */
static int check(const char *expression)
{
    const size_t most = PATTERN_EXPANDED_MAX / (strlen(expression) + 1);
    unsigned long copies = 1;
    size_t depth = 0;

    for (const char *at = expression; *at;) {
        if (*at == '\\' && isdigit((unsigned char)at[1]))
            return REG_ESPACE;
        if (*at == '[') {
            at = end_of_bracket(at);
            if (!at)
                return REG_EBRACK;
            continue;
        }
        if (*at == ')' && depth == 0)
            return REG_EPAREN;
        depth += *at == '(';
        depth -= *at == ')';
        if (*at == '{')
            copies *= copies_of(at) ? copies_of(at) : 1;
        if (*at == '+' && at > expression && strchr(")}+*?", at[-1])) /* as "{1,}" */
            copies *= 2;
        if (copies > PATTERN_REPEAT_MAX || (copies > 1 && copies > most))
            return REG_ESPACE;
        at += *at == '\\' && at[1] ? 2 : 1;
    }
    return 0;
}

static int compile(struct matcher *matcher, const char *expression)
{
    const int flags = REG_EXTENDED | (matcher->pattern->ignore_case ? REG_ICASE : 0);
    char anywhere[PATTERN_REGEX_MAX + sizeof("^.*()")];
    int error = strlen(expression) > PATTERN_REGEX_MAX ? REG_ESPACE : check(expression);

    if (error)
        return error;
    error = regcomp(&matcher->itself, expression, flags);
    if (error)
        return error;
    snprintf(anywhere, sizeof(anywhere), "^.*(%s)", expression);
    error = regcomp(&matcher->anywhere, anywhere, flags | REG_NOSUB);
    if (error)
        regfree(&matcher->itself);
    return error;
}

bool matcher_init(struct matcher *matcher, const struct pattern *pattern, struct buf *why)
{
    char text[128];
    int error;

    *matcher = (struct matcher){.pattern = pattern};
    if (pattern->is_literal || *pattern->text != '~')
        return true;
    error = compile(matcher, pattern->text + 1);
    matcher->is_regex = error == 0;
    if (error == REG_ESPACE) {
        buf_puts(why, _("Expression is too large, or has back references"));
    } else if (error) {
        regerror(error, NULL, text, sizeof(text));
        buf_printf(why, _("Bad expression: %s"), text);
    }
    return error == 0;
}

void matcher_fini(struct matcher *matcher)
{
    if (matcher->is_regex) {
        regfree(&matcher->anywhere);
        regfree(&matcher->itself);
    }
}

static const char *find_text(const struct pattern *pattern, const char *text)
{
    return pattern->ignore_case ? strcasestr(text, pattern->text) : strstr(text, pattern->text);
}

bool matcher_matches(const struct matcher *matcher, const char *text)
{
    return matcher->is_regex ? regexec(&matcher->anywhere, text, 0, NULL, 0) == 0
                             : find_text(matcher->pattern, text) != NULL;
}

bool matcher_find(const struct matcher *matcher, const char *text, size_t from, size_t *start,
                  size_t *end)
{
    regmatch_t match;

    if (!matcher->is_regex) {
        const char *found = find_text(matcher->pattern, text + from);

        if (!found || !*matcher->pattern->text)
            return false;
        *start = (size_t)(found - text);
        *end = *start + strlen(matcher->pattern->text);
        return true;
    }
    while (regexec(&matcher->itself, text + from, 1, &match, from ? REG_NOTBOL : 0) == 0) {
        *start = from + (size_t)match.rm_so;
        *end = from + (size_t)match.rm_eo;
        if (*end > *start)
            return true;
        if (!text[*end])
            return false;
        from = *end + 1;
    }
    return false;
}
