/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/column/value.h"

#include "lib/base/hash.h"

/* The order of kinds: nothing, then numbers of any kind, then text. */
static int rank(const struct value *value)
{
    switch (value->kind) {
    case VALUE_NONE:
        return 0;
    case VALUE_TEXT:
        return 2;
    default:
        return 1;
    }
}

static double as_real(const struct value *value)
{
    switch (value->kind) {
    case VALUE_INT:
        return (double)value->as.i;
    case VALUE_UINT:
        return (double)value->as.u;
    default:
        return value->as.real;
    }
}

static int compare_numbers(const struct value *a, const struct value *b)
{
    double x, y;

    if (a->kind == VALUE_INT && b->kind == VALUE_INT)
        return (a->as.i > b->as.i) - (a->as.i < b->as.i);
    if (a->kind == VALUE_UINT && b->kind == VALUE_UINT)
        return (a->as.u > b->as.u) - (a->as.u < b->as.u);
    x = as_real(a);
    y = as_real(b);
    return (x > y) - (x < y);
}

/*
 * Texts are often identical, since threads share those of their process and caches store names
 * once.
 */
static int compare_texts(const struct value *a, const struct value *b)
{
    size_t shorter = a->len < b->len ? a->len : b->len;
    bool differ = shorter && a->as.text != b->as.text;
    int order = differ ? memcmp(a->as.text, b->as.text, shorter) : 0;

    if (order != 0)
        return order;
    return (a->len > b->len) - (a->len < b->len);
}

int value_compare(const struct value *a, const struct value *b)
{
    int rank_a = rank(a);
    int rank_b = rank(b);

    if (rank_a != rank_b)
        return rank_a - rank_b;
    if (a->kind == VALUE_NONE)
        return 0;
    return a->kind == VALUE_TEXT ? compare_texts(a, b) : compare_numbers(a, b);
}

uint64_t value_hash(uint64_t hash, const struct value *value)
{
    hash = hash_bytes(hash, &value->kind, sizeof(value->kind));
    switch (value->kind) {
    case VALUE_NONE:
        break;
    case VALUE_INT:
        return hash_bytes(hash, &value->as.i, sizeof(value->as.i));
    case VALUE_UINT:
        return hash_bytes(hash, &value->as.u, sizeof(value->as.u));
    case VALUE_REAL:
        return hash_bytes(hash, &value->as.real, sizeof(value->as.real));
    case VALUE_TEXT:
        return hash_bytes(hash, value->as.text, value->len);
    }
    return hash;
}

void value_add(struct value *sum, const struct value *value)
{
    if (value->kind == VALUE_NONE || value->kind == VALUE_TEXT)
        return;
    if (sum->kind == VALUE_NONE) {
        *sum = *value;
    } else if (sum->kind == VALUE_INT && value->kind == VALUE_INT) {
        if (__builtin_add_overflow(sum->as.i, value->as.i, &sum->as.i))
            sum->as.i = value->as.i > 0 ? INT64_MAX : INT64_MIN;
    } else if (sum->kind == VALUE_UINT && value->kind == VALUE_UINT) {
        if (__builtin_add_overflow(sum->as.u, value->as.u, &sum->as.u))
            sum->as.u = UINT64_MAX;
    } else {
        *sum = value_real(as_real(sum) + as_real(value));
    }
}

uint64_t value_parts(const struct value *value, unsigned parts)
{
    const double lost =
        1e-6; /* more than the rounding errors of thousands of summands, less than any text shows */
    const double number = value->as.real * parts + lost;

    return number < 1e18 ? (uint64_t)number : UINT64_C(1000000000000000000);
}
