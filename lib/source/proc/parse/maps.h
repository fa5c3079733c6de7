/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_MAPS_H
#define DOTPROC_SOURCE_PROC_PARSE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A pure parser of /proc/PID/maps (proc(5), show_map_vma() in fs/proc/task_mmu.c), line by line. */

/* One line. */
struct mapping {
    uint64_t start, end; /* `end` is exclusive */
    uint64_t offset;     /* of its start, in the file */
    uint64_t device;     /* major number in the upper 32 bits, minor in the lower */
    uint64_t inode;      /* 0: anonymous memory; shared anonymous memory has an inode */
    bool executable;
    bool shared;      /* MAP_SHARED */
    const char *path; /* borrowed from the line, not terminated; raw bytes, newlines escaped; may be
                         empty */
    size_t path_len;
};

/* Parses a line, with or without its newline; false for any other text. */
bool maps_parse(const char *line, size_t len, struct mapping *mapping);

#endif
