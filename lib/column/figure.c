/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values of figures whose member is not the value itself: enum meaning. */
#include "lib/base/units.h"
#include "lib/base/unused.h"
#include "lib/column/family.h"

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
