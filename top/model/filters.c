/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/filters.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/names.h"
#include "top/model/number.h"

static const char relation_signs[] = {
    [RELATION_CONTAINS] = '=',
    [RELATION_BELOW] = '<',
    [RELATION_ABOVE] = '>',
};

bool filter_parse(const char *text, bool ignore_case, struct filter *filter, struct buf *why)
{
    struct filter parsed = {.ignore_case = ignore_case};
    const char *kind;
    size_t name_len;
    char name[FILTER_VALUE_BYTES];

    parsed.exclude = *text == '!';
    text += parsed.exclude;
    kind = parsed.exclude ? "exclude" : "include";
    name_len = strcspn(text, "=<>");
    if (!text[name_len]) {
        buf_printf(why, _("'%s' filter delimiter is missing"), kind);
        return false;
    }
    if (!text[name_len + 1]) {
        buf_printf(why, _("'%s' filter value is missing"), kind);
        return false;
    }
    if (name_len >= sizeof(name) || strlen(text + name_len + 1) >= sizeof(parsed.value)) {
        buf_puts(why, _("This filter is too long"));
        return false;
    }
    memcpy(name, text, name_len);
    name[name_len] = '\0';
    if (!field_by_name(name, &parsed.field)) {
        buf_printf(why, _("unrecognized field name '%s'"), name);
        field_suggest(name, why);
        return false;
    }
    while (relation_signs[parsed.relation] != text[name_len])
        parsed.relation++;
    memcpy(parsed.value, text + name_len + 1, strlen(text + name_len + 1) + 1);
    *filter = parsed;
    return true;
}

void filter_put(const struct filter *filter, struct buf *out)
{
    buf_printf(out, "%s%s%c%s", filter->exclude ? "!" : "", field_at(filter->field)->header,
               relation_signs[filter->relation], filter->value);
}

static bool is_same(const struct filter *a, const struct filter *b)
{
    return a->field == b->field && a->relation == b->relation && a->exclude == b->exclude &&
           a->ignore_case == b->ignore_case && strcmp(a->value, b->value) == 0;
}

bool filters_add(struct filters *filters, const struct filter *filter, struct buf *why)
{
    for (size_t i = 0; i < filters->count; i++) {
        if (is_same(&filters->list[i], filter)) {
            buf_puts(why, _("duplicate filter was ignored"));
            return false;
        }
    }
    if (filters->count == FILTERS_MAX) {
        buf_printf(why, _("There are %d filters already: = removes them"), FILTERS_MAX);
        return false;
    }
    filters->list[filters->count++] = *filter;
    return true;
}

/* A value with blanks around it. */
struct padded {
    const char *value;
    size_t before, len, after; /* bytes */
};

/* Byte `at` of the padded value; '\0' past its end. */
static unsigned char padded_byte(const struct padded *padded, size_t at)
{
    const size_t end = padded->before + padded->len;

    if (at >= padded->before && at < end)
        return (unsigned char)padded->value[at - padded->before];
    return at < end + padded->after ? ' ' : '\0';
}

/* A byte as it is compared. */
static int letter(const struct filter *filter, unsigned char byte)
{
    return filter->ignore_case ? tolower(byte) : byte;
}

/* Compares a cell, as strcmp(3) does, with the value padded as a cell, with the blank after it. */
static int compare(const struct filter *filter, const char *text, size_t width)
{
    const size_t len = strlen(filter->value);
    const size_t cells = escape_width(filter->value, len);
    const size_t padding = cells < width ? width - cells : 0;
    const bool left = field_at(filter->field)->left;
    const struct padded padded = {
        .value = filter->value,
        .before = left ? 0 : padding,
        .len = len,
        .after = left ? padding + 1 : 1,
    };
    int mine, other;
    size_t at = 0;

    do {
        mine = letter(filter, (unsigned char)text[at]);
        other = letter(filter, padded_byte(&padded, at));
        at++;
    } while (mine == other && mine);
    return mine - other;
}

static bool matches(const struct filter *filter, const char *text, size_t width)
{
    switch (filter->relation) {
    case RELATION_CONTAINS:
        return (filter->ignore_case ? strcasestr(text, filter->value)
                                    : strstr(text, filter->value)) != NULL;
    case RELATION_BELOW:
        return compare(filter, text, width) < 0;
    case RELATION_ABOVE:
        return compare(filter, text, width) > 0;
    }
    return false;
}

bool filter_keeps(const struct filter *filter, const char *text, size_t width)
{
    return matches(filter, text, width) != filter->exclude;
}

bool user_filter_begin(const char *text, enum filter_by by, struct user_filter *filter,
                       const char **name)
{
    struct user_filter begun = {.by = by};
    int64_t number;

    *name = NULL;
    if (*text == '!') {
        begun.negate = true;
        text++;
    }
    if (number_parse(text, &number)) {
        /* The largest ID, (uid_t)-1, is no user. */
        if (number < 0 || number >= UINT32_MAX)
            return false;
        begun.uid = (uid_t)number;
    } else {
        *name = text;
    }
    *filter = begun;
    return true;
}

int user_filter_parse(const char *text, enum filter_by by, struct user_filter *filter)
{
    struct user_filter parsed;
    const char *name;
    int result = user_filter_begin(text, by, &parsed, &name);

    if (result > 0 && name)
        result = user_id_by_name(name, &parsed.uid);
    if (result > 0)
        *filter = parsed;
    return result;
}

need_t user_filter_need(const struct user_filter *filter)
{
    switch (filter->by) {
    case FILTER_NOBODY:
        return 0;
    case FILTER_EFFECTIVE:
        return NEED_OWNER;
    case FILTER_ANY:
        return NEED_STATUS;
    }
    return 0;
}

static bool is_of_user(const struct user_filter *filter, const struct task *task)
{
    if (filter->by == FILTER_EFFECTIVE)
        return task->euid == filter->uid;
    for (int kind = 0; kind < ID_KINDS; kind++)
        if (task->status->uid[kind] == filter->uid)
            return true;
    return false;
}

/* Of exited tasks at most the effective user is known. Those of an unknown user match no filter. */
static bool is_of_user_ended(const struct user_filter *filter, const struct task *task)
{
    return task->have & NEED_OWNER && (task->euid == filter->uid) != filter->negate;
}

bool user_filter_match(const struct user_filter *filter, const struct task *task)
{
    need_t need = user_filter_need(filter);

    if (task->is_ended && filter->by != FILTER_NOBODY)
        return is_of_user_ended(filter, task);
    if ((task->have & need) != need || (filter->by == FILTER_ANY && !task->status))
        return true;
    return filter->by == FILTER_NOBODY || is_of_user(filter, task) != filter->negate;
}

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

/* The number of copies that an interval such as "{1,20}" makes. */
static unsigned long copies_of(const char *interval)
{
    char *end;
    const unsigned long least = strtoul(interval + 1, &end, 10);
    const unsigned long most = *end == ',' ? strtoul(end + 1, &end, 10) : least;

    const unsigned long copies = most > least ? most : least;

    return copies < PATTERN_REPEAT_MAX ? copies : PATTERN_REPEAT_MAX + 1;
}

/*
 * 0, or the REG_* error for which an expression is refused. A C library may expand nested
 * repetitions when it compiles them, and needs exponential time for back references.
 */
static int check(const char *expression)
{
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
        if (copies > PATTERN_REPEAT_MAX)
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
