/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/column/family.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/base/unused.h"

/* --- the families as one table; the columns of top only are separate --- */

static const struct column_family *const families[] = {
    &column_command, &column_container, &column_legacy, &column_mask,    &column_mem,
    &column_owner,   &column_start,     &column_state,  &column_summary, &column_time,
};

#define FAMILY_COUNT (sizeof(families) / sizeof(families[0]))

static int compare_code(const void *code, const void *column)
{
    return strcmp(code, ((const struct column *)column)->code);
}

static const struct column *find_in(const struct column_family *family, const char *code)
{
    return bsearch(code, family->columns, family->count, sizeof(*family->columns), compare_code);
}

const struct column *column_find(const char *code)
{
    const struct column *found = NULL;

    for (size_t i = 0; i < FAMILY_COUNT && !found; i++)
        found = find_in(families[i], code);
    return found;
}

const struct column *column_find_top_only(const char *code)
{
    return find_in(&column_top_only, code);
}

const struct column *column_top_only_at(size_t index)
{
    return index < column_top_only.count ? &column_top_only.columns[index] : NULL;
}

/* Merges the sorted families up to the wanted row. */
const struct column *column_at(size_t index)
{
    size_t next[FAMILY_COUNT] = {0};
    const struct column *first;

    do {
        size_t taken = 0;

        first = NULL;
        for (size_t i = 0; i < FAMILY_COUNT; i++) {
            const struct column *head = &families[i]->columns[next[i]];

            if (next[i] == families[i]->count)
                continue;
            if (!first || strcmp(head->code, first->code) < 0) {
                first = head;
                taken = i;
            }
        }
        next[taken]++;
    } while (first && index-- > 0);
    return first;
}

/* --- values of figures whose member is not the value itself: enum meaning --- */

/* An owner's name, or the number if there is none. */
static struct value owner(struct value id, enum meaning as, const struct column_context *context)
{
    const char *name = NULL;

    if (!context->numeric_ids)
        name = as == USER_NAME ? name_cache_user(context->names, (uid_t)id.as.u)
                               : name_cache_group(context->names, (gid_t)id.as.u);
    return name ? value_string(name) : id;
}

static bool is_zero(const struct value *value)
{
    switch (value->kind) {
    case VALUE_TEXT:
        return value->len == 0;
    case VALUE_INT:
        return value->as.i <= 0;
    default:
        return value->as.u == 0;
    }
}

struct value figure_meaning(const struct figure *figure, const struct task *task,
                            const struct column_context *context)
{
    const struct value value = member_value(&figure->member, task);

    if (value.kind == VALUE_NONE)
        return value;
    switch (figure->as) {
    case AS_IS:
        break;
    case NONE_IF_ZERO:
        return is_zero(&value) ? value_none() : value;
    case NONE_IF_NEGATIVE:
        return value.as.i < 0 ? value_none() : value;
    case NONE_IF_MISSING:
        return value.as.u == LINE_MISSING ? value_none() : value;
    case USER_NAME:
    case GROUP_NAME:
        return owner(value, figure->as, context);
    case SHIFTED:
        return value_int(figure->shift + value.as.i);
    case INVERTED:
        return value_int(figure->shift - value.as.i);
    }
    return value;
}

void column_put_seconds(struct buf *out, const struct value *value, const struct cell *cell UNUSED)
{
    if (value->kind == VALUE_NONE)
        buf_putc(out, '-');
    else
        buf_put_fixed(out, value->as.u / (uint64_t)NS_PER_MS, 3);
}
