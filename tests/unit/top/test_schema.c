/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What top's fields are, and what the schema says of them. The argument is schema/top.schema.json.
 */
#include <stdlib.h>

#include "tests/unit/manual.h"
#include "tests/unit/run.h"
#include "tests/unit/schema.h"
#include "top/model/fields.h"

static const char *schema_path;

/* Fields of shares have a column of times, that of the growth one of sizes. */
CASE(schema_has_every_field)
{
    const struct column share = {.figure = FIGURE(.unit = UNIT_PERCENT)};
    const struct column growth = {.figure = FIGURE(.unit = UNIT_NONE)};
    struct buf schema = {0};

    manual_read(schema_path, &schema);
    for (unsigned id = 0; id < FIELD_COUNT; id++)
        schema_check_column(
            buf_text(&schema), field_at(id)->header,
            field_at(id)->render == RENDER_CPU || field_at(id)->render == RENDER_SHARE ? &share
            : id == FIELD_GROWTH_RATE                                                  ? &growth
                                      : field_column((enum field_id)id, false));
    buf_fini(&schema);
}

/* A field's text is not made by the put() of its column. */
CASE(bits_are_hexadecimal)
{
    for (unsigned id = 0; id < FIELD_COUNT; id++)
        ck_assert_msg(field_column((enum field_id)id, false)->figure->unit != UNIT_BITS ||
                          field_at(id)->render == RENDER_FLAGS,
                      "%s is a mask, and RENDER_FLAGS is for those", field_at(id)->header);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return EXIT_FAILURE;
    schema_path = argv[1];
    return run_tests();
}
