/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/robust_list.h"

#include <errno.h>
#include <linux/futex.h>

#include "lib/base/resources.h"
#include "lib/source/proc/joined.h"
#include "lib/source/proc/report/memory.h"

/* A longer list may be endless: the memory may hold anything. */
#define ENTRIES_MAX 128

/* Bit 0 of an entry's address: the mutex inherits priority. */
#define ENTRY_FLAGS 1u

int robust_list_find(const struct task_reader *reader, uint64_t futex)
{
    const uint64_t list = joined_list_head(reader->task->tid);
    struct robust_list_head head = {.futex_offset = 0};
    ssize_t len = list ? memory_read(reader, list, &head, sizeof(head)) : 0;
    bool is_read = len == (ssize_t)sizeof(head);
    uintptr_t entry = (uintptr_t)head.list.next;

    for (int i = 0; is_read && i < ENTRIES_MAX && entry != list; i++) {
        entry &= ~(uintptr_t)ENTRY_FLAGS;
        if (entry + (uintptr_t)head.futex_offset == futex)
            return 0;
        len = memory_read(reader, entry, &entry, sizeof(entry));
        is_read = len == (ssize_t)sizeof(entry);
    }
    return is_shortage((int)len) ? (int)len : -ENOENT;
}
