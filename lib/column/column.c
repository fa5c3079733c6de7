/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/column/column.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/column/family.h"
#include "lib/text/escape.h"

static const struct column_family *const families[] = {
    &column_capability, &column_command, &column_container, &column_id,        &column_io,
    &column_legacy,     &column_login,   &column_mem,       &column_namespace, &column_owner,
    &column_sample,     &column_sched,   &column_security,  &column_signal,    &column_smaps,
    &column_start,      &column_state,   &column_summary,   &column_time,
};

#define FAMILY_COUNT (sizeof(families) / sizeof(families[0]))

static int compare_code(const void *code, const void *column)
{
    return strcmp(code, ((const struct column *)column)->code);
}

const struct column *column_find(const char *code)
{
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        const struct column *found = bsearch(code, families[i]->columns, families[i]->count,
                                             sizeof(struct column), compare_code);

        if (found)
            return found;
    }
    return NULL;
}

/* Merges the families, each of which is sorted, up to the wanted row. */
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

/* The '+' says that a name goes on; a command that is cut needs no such hint. */
static void put_text(struct buf *out, const struct value *value, enum align align, size_t room)
{
    const char *text = value->as.text;
    size_t len = value->len;

    if (align == ALIGN_USER && room > 0 && escape_width(text, len) > room) {
        escape_put(out, text, len, room - 1);
        buf_putc(out, '+');
        return;
    }
    escape_put(out, text, len, room);
}

/* An owner without a name has a number for one, which is cut as names are. */
static void put_nameless(struct buf *out, uint64_t id, size_t room)
{
    char digits[24];
    const int len = snprintf(digits, sizeof(digits), "%" PRIu64, id);
    const struct value value = value_text(digits, (size_t)len);

    put_text(out, &value, ALIGN_USER, room);
}

void column_put(struct buf *out, const struct column *column, const struct value *value,
                const struct cell *cell)
{
    if (column->put) {
        column->put(out, value, cell);
        return;
    }
    switch (value->kind) {
    case VALUE_NONE:
        buf_puts(out, column->none ? column->none : "-");
        break;
    case VALUE_INT:
        buf_put_i64(out, value->as.i);
        break;
    case VALUE_UINT:
        if (column->align == ALIGN_USER && !cell->context->numeric_ids)
            put_nameless(out, value->as.u, cell->room);
        else
            buf_put_u64(out, value->as.u);
        break;
    case VALUE_REAL:
        buf_printf(out, "%.1f", value->as.real);
        break;
    case VALUE_TEXT:
        put_text(out, value, column->align, cell->room);
        break;
    }
}

void column_format(struct buf *out, const struct column *column, const struct task *task,
                   const struct cell *cell)
{
    struct value value;

    if (column->format) {
        column->format(out, task, cell);
        return;
    }
    value = column->value(task, cell->context);
    column_put(out, column, &value, cell);
}
