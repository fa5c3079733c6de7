/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_MEMORY_H
#define DOTPROC_HOST_MEMORY_H

/* Memory and swap of the host. */

#include <stddef.h>
#include <stdint.h>

/* A figure that the file does not have. */
#define MEMORY_UNKNOWN UINT64_MAX

struct host_memory {
    uint64_t total_kib, free_kib;
    uint64_t used_kib;      /* what is not available; before Linux 3.14 what is not free */
    uint64_t cache_kib;     /* buffers, page cache and reclaimable slabs */
    uint64_t available_kib; /* since Linux 3.14 */
    uint64_t swap_total_kib, swap_free_kib, swap_used_kib;
};

/*
 * A pure parser of /proc/meminfo (proc(5), meminfo_proc_show() in fs/proc/meminfo.c). An empty text
 * gives a record in which all figures are unknown.
 */
void memory_file_parse(const char *text, size_t len, struct host_memory *memory);

#endif
