/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/callers.h"

/* Two words, aligned to their size by the calling conventions of x86-64 and arm64. */
#define RECORD_WORDS 2
#define RECORD_BYTES (RECORD_WORDS * sizeof(uint64_t))
#define RECORDS_MAX  (STACK_WORDS / RECORD_WORDS)

/* Any two words may look like a chain of one. */
#define CHAIN_LEAST 2

/* Where records may be in the stack: word indices counted from an aligned address. */
struct records {
    const struct stack *stack;
    size_t first; /* the word at the first aligned address */
    size_t count;
};

static struct records records_of(const struct stack *stack)
{
    const size_t first = stack->pointer % RECORD_BYTES ? 1 : 0;
    const size_t count = stack->count < STACK_WORDS ? stack->count : STACK_WORDS;

    return (struct records){stack, first, count > first ? (count - first) / RECORD_WORDS : 0};
}

static const uint64_t *record_at(const struct records *records, size_t index)
{
    return &records->stack->words[records->first + index * RECORD_WORDS];
}

/* The next record of the chain; `count` if this one is the last or points elsewhere. */
static size_t next_record(const struct records *records, size_t index)
{
    const uint64_t base = records->stack->pointer + records->first * sizeof(uint64_t);
    const uint64_t next = record_at(records, index)[0];

    if (next < base || next % RECORD_BYTES || (next - base) / RECORD_BYTES >= records->count ||
        (next - base) / RECORD_BYTES <= index)
        return records->count;
    return (size_t)((next - base) / RECORD_BYTES);
}

size_t callers_find(const struct stack *stack, is_code_at *is_code, const void *context,
                    uint64_t *returns, size_t room)
{
    const struct records records = records_of(stack);
    uint16_t lengths[RECORDS_MAX] = {0}; /* of the chain that begins there; 0: none */
    size_t start = records.count, found = 0;

    for (size_t i = records.count; i-- > 0;) {
        const size_t next = next_record(&records, i);

        if (!is_code(context, record_at(&records, i)[1]))
            continue;
        lengths[i] = (uint16_t)(next < records.count ? lengths[next] + 1 : 1);
        if (lengths[i] >= CHAIN_LEAST)
            start = i;
    }
    for (size_t i = start; i < records.count && found < room; i = next_record(&records, i)) {
        if (lengths[i] == 0)
            break;
        returns[found++] = record_at(&records, i)[1];
    }
    return found;
}
