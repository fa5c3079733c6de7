/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_VALUE_H
#define DOTPROC_COLUMN_VALUE_H

/* What a column stands for in one task, or in the sum of several: a number, a text, or nothing. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum value_kind {
    VALUE_NONE, /* this task has no such value: "-" as text, or as the column has it, null as JSON,
                   first when sorted */
    VALUE_INT,
    VALUE_UINT,
    VALUE_REAL,
    VALUE_TEXT, /* raw bytes, unescaped, borrowed from the snapshot or a cache */
};

/* Two words, so that it comes back from a function in registers. */
struct value {
    enum value_kind kind;
    uint32_t len; /* of a text; else 0 */
    union {
        int64_t i;
        uint64_t u;
        double real;
        const char *text;
    } as;
};

/* <0, 0, >0: by sort_value; numbers by size, text by bytes, VALUE_NONE before everything. */
int value_compare(const struct value *a, const struct value *b);

/*
 * Adds a number to a sum, which begins as VALUE_NONE; what is no number adds nothing. Sums that
 * do not fit stay at the largest that does.
 */
void value_add(struct value *sum, const struct value *value);

/*
 * Whole parts of a real number, `parts` to each 1, rounded down; 0 or more, and 1e18 at most. A sum
 * that is a whole number but for what its fractions lost to rounding is that number: else its text
 * would depend on the last bit, and with it on the processor.
 */
uint64_t value_parts(const struct value *value, unsigned parts);

/*
 * Those that follow are here to become part of their callers: they are asked for every cell of a
 * listing.
 */

/* Constructors, for accessors. */
static inline struct value value_none(void)
{
    return (struct value){.kind = VALUE_NONE};
}

static inline struct value value_int(int64_t i)
{
    return (struct value){.kind = VALUE_INT, .as.i = i};
}

static inline struct value value_uint(uint64_t u)
{
    return (struct value){.kind = VALUE_UINT, .as.u = u};
}

static inline struct value value_real(double real)
{
    return (struct value){.kind = VALUE_REAL, .as.real = real};
}

static inline struct value value_text(const char *data, size_t len)
{
    return (struct value){.kind = VALUE_TEXT, .len = (uint32_t)len, .as.text = data};
}

/* NULL gives VALUE_NONE. */
static inline struct value value_string(const char *text)
{
    return text ? value_text(text, strlen(text)) : value_none();
}

/*
 * Whether both are the same to the bit, texts by address: it may be false for what is equal, and is
 * quick.
 */
static inline bool value_same(const struct value *a, const struct value *b)
{
    return a->kind == b->kind && a->len == b->len && a->as.u == b->as.u;
}

#endif
