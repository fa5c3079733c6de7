/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/statm.h"

#include "lib/base/decimal.h"

bool statm_parse(const char *text, size_t len, struct statm_line *line)
{
    uint64_t *const fields[] = {&line->size, &line->resident, &line->shared,
                                &line->text, &line->library,  &line->data};
    const char *end = text + len;

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (!decimal_take_next(&text, end, fields[i]))
            return false;
    return true;
}
