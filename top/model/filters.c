/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/filters.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/span.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/names.h"

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

/* Compares a cell, as strcmp(3) does, with the value padded as a cell, with the blank after it. */
static int compare(const struct filter *filter, const char *text, size_t width)
{
    const size_t cells = escape_width(filter->value, strlen(filter->value));
    const int padding = cells < width ? (int)(width - cells) : 0;
    const bool left = field_at(filter->field)->left;
    char padded[COLS_MAX + FILTER_VALUE_BYTES + 1];

    snprintf(padded, sizeof(padded), "%*s%s%*s", left ? 0 : padding, "", filter->value,
             left ? padding + 1 : 1, "");
    return filter->ignore_case ? strcasecmp(text, padded) : strcmp(text, padded);
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
    if (!*text)
        return false;
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

/* Of exited tasks at most the effective user is known. */
static bool is_of_user_ended(const struct user_filter *filter, const struct task *task)
{
    return task->have & NEED_OWNER && (task->euid == filter->uid) != filter->negate;
}

enum passes user_filter_match(const struct user_filter *filter, const struct task *task)
{
    need_t need = user_filter_need(filter);

    if (filter->by == FILTER_NOBODY)
        return PASSES;
    if (task->is_ended)
        return passes_if(is_of_user_ended(filter, task));
    if ((task->have & need) != need || (filter->by == FILTER_ANY && !task->status))
        return PASSES_UNKNOWN;
    return passes_if(is_of_user(filter, task) != filter->negate);
}
