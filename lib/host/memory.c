/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/memory.h"

#include <string.h>

#include "lib/base/number.h"

/* The lines that are read. */
enum line {
    TOTAL,
    FREE,
    AVAILABLE,
    BUFFERS,
    CACHED,
    SLABS,
    SWAP_TOTAL,
    SWAP_FREE,
    LINES,
};

static const char *const keys[LINES] = {
    [TOTAL] = "MemTotal:",       [FREE] = "MemFree:",       [AVAILABLE] = "MemAvailable:",
    [BUFFERS] = "Buffers:",      [CACHED] = "Cached:",      [SLABS] = "SReclaimable:",
    [SWAP_TOTAL] = "SwapTotal:", [SWAP_FREE] = "SwapFree:",
};

static void take_line(const char *text, const char *end, uint64_t kib[LINES])
{
    for (int i = 0; i < LINES; i++) {
        const size_t key_len = strlen(keys[i]);

        if ((size_t)(end - text) > key_len && memcmp(text, keys[i], key_len) == 0) {
            text += key_len;
            decimal_take_next(&text, end, &kib[i]);
            return;
        }
    }
}

/* Unknown if one of them is; 0 if the part is larger, as memory changes while the kernel writes. */
static uint64_t rest(uint64_t whole, uint64_t part)
{
    if (whole == MEMORY_UNKNOWN || part == MEMORY_UNKNOWN)
        return MEMORY_UNKNOWN;
    return whole > part ? whole - part : 0;
}

static uint64_t used(const uint64_t kib[LINES])
{
    const bool by_free = kib[AVAILABLE] == MEMORY_UNKNOWN || kib[AVAILABLE] > kib[TOTAL];

    return rest(kib[TOTAL], by_free ? kib[FREE] : kib[AVAILABLE]);
}

/* Kernels before 2.6.19 have no line of slabs. */
static uint64_t cache(const uint64_t kib[LINES])
{
    if (kib[BUFFERS] == MEMORY_UNKNOWN || kib[CACHED] == MEMORY_UNKNOWN)
        return MEMORY_UNKNOWN;
    return kib[BUFFERS] + kib[CACHED] + (kib[SLABS] == MEMORY_UNKNOWN ? 0 : kib[SLABS]);
}

void memory_file_parse(const char *text, size_t len, struct host_memory *memory)
{
    const char *end = text + len;
    uint64_t kib[LINES];

    memset(kib, 0xff, sizeof(kib)); /* MEMORY_UNKNOWN */
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));

        take_line(text, newline ? newline : end, kib);
        text = newline ? newline + 1 : end;
    }
    *memory = (struct host_memory){
        .total_kib = kib[TOTAL],
        .free_kib = kib[FREE],
        .used_kib = used(kib),
        .cache_kib = cache(kib),
        .available_kib = kib[AVAILABLE],
        .swap_total_kib = kib[SWAP_TOTAL],
        .swap_free_kib = kib[SWAP_FREE],
        .swap_used_kib = rest(kib[SWAP_TOTAL], kib[SWAP_FREE]),
    };
}
