/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/column/family.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"

static const struct column_family *const families[] = {
    &column_command, &column_container, &column_legacy, &column_mask,    &column_mem,
    &column_owner,   &column_start,     &column_state,  &column_summary, &column_time,
};

#define FAMILY_COUNT ARRAY_COUNT(families)

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

const struct column *column_find_unlisted(const char *code)
{
    return find_in(&column_unlisted, code);
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

void column_put_seconds(struct buf *out, const struct value *value, const struct cell *cell)
{
    buf_put_fixed(out, value->as.u / (uint64_t)NS_PER_MS, 3);
}
