/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/statm.h"

bool statm_parse(const char *text, size_t len, struct statm_line *line)
{
    uint64_t *const fields[] = {&line->size, &line->resident, &line->shared,
                                &line->text, &line->library,  &line->data};
    const char *end = text + len;

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        const char *first;
        uint64_t value = 0;

        while (text < end && *text == ' ')
            text++;
        first = text;
        for (; text < end && *text >= '0' && *text <= '9'; text++)
            value = value * 10 + (uint64_t)(*text - '0');
        if (text == first)
            return false;
        *fields[i] = value;
    }
    return true;
}
