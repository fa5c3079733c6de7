/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The families as one table; the columns of top only are separate. */
#include <stdlib.h>
#include <string.h>

#include "lib/column/family.h"

static const struct column_family *const families[] = {
    &column_capability, &column_command, &column_container, &column_ended,   &column_id,
    &column_io,         &column_label,   &column_legacy,    &column_login,   &column_mem,
    &column_namespace,  &column_owner,   &column_sample,    &column_sched,   &column_signal,
    &column_smaps,      &column_start,   &column_state,     &column_summary, &column_time,
    &column_wait,
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
