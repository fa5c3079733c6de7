/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_MAPS_H
#define DOTPROC_SOURCE_PROC_MAPS_H

/* /proc/PID/maps (proc(5), show_map_vma() in fs/proc/task_mmu.c): what is mapped where. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/source/proc/task_reader.h"

/* One line. */
struct mapping {
    uint64_t start, end; /* the first address behind it */
    uint64_t offset;     /* of its start, in the file */
    uint64_t device;     /* major number, then 32 bits of the minor one */
    uint64_t inode;      /* 0: memory that has no file, not even one without a name */
    bool executable;
    bool shared;      /* what is written there, others see that map it, too */
    const char *path; /* into the text; not terminated, raw bytes but for newlines; may be empty */
    size_t path_len;
};

/* A pure parser of a line, with its newline or without; false for any other text. */
bool maps_parse(const char *line, size_t len, struct mapping *mapping);

/*
 * Calls `see` for each mapping of the task until it returns false, in ascending order. Reads piece
 * by piece: a process of thousands of threads has a mapping for each stack. 0 or -errno.
 */
int maps_each(const struct task_reader *reader,
              bool (*see)(void *context, const struct mapping *mapping), void *context);

#endif
