/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/memory.h"

#include <string.h>

#include "lib/base/span.h"

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
    uint64_t kib[LINES];
    const struct key_value lines[] = {
        {"MemTotal:", &kib[TOTAL]},         {"MemFree:", &kib[FREE]},
        {"MemAvailable:", &kib[AVAILABLE]}, {"Buffers:", &kib[BUFFERS]},
        {"Cached:", &kib[CACHED]},          {"SReclaimable:", &kib[SLABS]},
        {"SwapTotal:", &kib[SWAP_TOTAL]},   {"SwapFree:", &kib[SWAP_FREE]},
    };

    memset(kib, 0xff, sizeof(kib)); /* MEMORY_UNKNOWN */
    key_value_parse(text, len, lines, LINES);
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
