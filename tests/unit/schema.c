/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/schema.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* What the schemas call the values of a column; NULL: one of several kinds. */
static const char *kind_of(const struct column *column)
{
    static const char *const kinds[] = {
        [UNIT_KIB] = "bytes",       [UNIT_NS] = "seconds", [UNIT_EPOCH_NS] = "instant",
        [UNIT_PERCENT] = "percent", [UNIT_BITS] = "mask",  [UNIT_NONE] = NULL,
    };
    const struct figure *figure = column->figure;

    if (figure->unprintable)
        return "nothing";
    if (figure->as == USER_NAME || figure->as == GROUP_NAME)
        return "owner";
    return kinds[figure->unit];
}

void schema_check_column(const char *schema, const char *key, const struct column *column)
{
    const char *kind = kind_of(column);
    char start[80], whole[120];

    snprintf(start, sizeof(start), "\n                \"%s\": {\"$ref\": \"#/$defs/", key);
    snprintf(whole, sizeof(whole), "%s%s\"}", start, kind ? kind : "");
    if (kind)
        ck_assert_msg(strstr(schema, whole), "%s is not of the kind %s in the schema", key, kind);
    else
        ck_assert_msg(strstr(schema, start), "%s is not in the schema", key);
}
