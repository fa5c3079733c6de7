/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_VALUE_H
#define DOTPROC_COLUMN_VALUE_H

/* A column's value for a task or the sum of several: a number, a text, or nothing. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum value_kind {
    VALUE_NONE, /* no value: "-" as text unless the column says otherwise, null as JSON, sorted
                   first */
    VALUE_INT,
    VALUE_UINT,
    VALUE_REAL,
    VALUE_TEXT, /* raw bytes, unescaped, borrowed from the snapshot or a cache */
};

/* Two words, so that functions return it in registers. */
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

/* <0, 0, >0: numbers by size, texts by bytes, VALUE_NONE first. */
int value_compare(const struct value *a, const struct value *b);

/*
 * Continues a hash (base/hash.h) with a value. Values of the same kind that compare equal have the
 * same hash; values of a column are of the same kind.
 */
uint64_t value_hash(uint64_t hash, const struct value *value);

/*
 * Adds a value to a sum, at first VALUE_NONE; texts and VALUE_NONE add nothing. An overflow gives
 * the limit.
 */
void value_add(struct value *sum, const struct value *value);

/*
 * A real number in units of 1 / `parts`, rounded down; 0 to 1e18. Allows for the rounding errors of
 * a sum, so that the text of a sum that is a whole number does not depend on its last bit, which
 * differs between architectures.
 */
uint64_t value_parts(const struct value *value, unsigned parts);

/* The following functions are inline: they are called for every cell of a listing. */

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

/* Whether both are identical, texts by address. Fast; may be false for equal texts. */
static inline bool value_same(const struct value *a, const struct value *b)
{
    return a->kind == b->kind && a->len == b->len && a->as.u == b->as.u;
}

#endif
