/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/text/nearest.h"

#include <stdbool.h>
#include <string.h>

#define COST_LEFT_OUT 1
#define COST_OTHER    2
#define COST_MOST     6

/* Names are ASCII; what tolower(3) does depends on the locale. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_same(char a, char b)
{
    return lower(a) == lower(b);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The costs of the first letters of a word, for each number of letters of a name. */
typedef unsigned costs[NEAREST_WORD_MAX + 1];

/* The optimal string alignment distance, with the costs above. */
static unsigned distance(const char *word, size_t len, const char *name, size_t name_len)
{
    costs rows[3];

    for (size_t i = 0; i <= len; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3];
        const unsigned *two_above = rows[(i + 1) % 3];

        for (size_t j = 0; j <= name_len; j++) {
            unsigned cost = i || j ? NEAREST_WORD_MAX * COST_OTHER : 0;

            if (j > 0)
                cost = row[j - 1] + COST_LEFT_OUT;
            if (i > 0)
                cost = least(cost, above[j] + COST_OTHER);
            if (i > 0 && j > 0)
                cost = least(cost,
                             above[j - 1] + (is_same(word[i - 1], name[j - 1]) ? 0 : COST_OTHER));
            if (i > 1 && j > 1 && is_same(word[i - 1], name[j - 2]) &&
                is_same(word[i - 2], name[j - 1]))
                cost = least(cost, two_above[j - 2] + COST_OTHER);
            row[j] = cost;
        }
    }
    return rows[len % 3][name_len];
}

void nearest_begin(struct nearest *nearest, const char *word, size_t len)
{
    *nearest = (struct nearest){.word = word, .len = len};
    if (len > 0)
        nearest->limit = len - 1 < COST_MOST ? (unsigned)len - 1 : COST_MOST;
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    const size_t name_len = strlen(name);
    unsigned cost;

    if (nearest->len == 0 || nearest->len > NEAREST_WORD_MAX || name_len > NEAREST_WORD_MAX)
        return;
    cost = distance(nearest->word, nearest->len, name, name_len);
    if (cost > nearest->limit)
        return;
    if (cost < nearest->limit)
        nearest->count = 0;
    nearest->limit = cost;
    if (nearest->count < NEAREST_NAMES_MAX)
        nearest->names[nearest->count++] = name;
}

void nearest_put(struct buf *out, const struct nearest *nearest, const char *prefix, char quote)
{
    for (size_t i = 0; i < nearest->count; i++)
        buf_printf(out, "%s%c%s%s%c", i ? ", " : "", quote, prefix, nearest->names[i], quote);
}
