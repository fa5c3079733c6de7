/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_OBJECT_H
#define DOTPROC_SOURCE_BPF_OBJECT_H

/*
 * Operations on loaded BPF objects, by bpf(2): programs, links and maps, among them gates. All
 * descriptors stay the caller's.
 */

#include <stdbool.h>
#include <stdint.h>

/*
 * Runs a program; `argument` of `size` bytes is copied in and out. Returns the program's result
 * (enum wire_answer), or -errno.
 */
int object_run(int program, void *argument, uint32_t size);

/*
 * Links an iterator's program, which is required to open it. The descriptor of the link, or -errno.
 */
int object_link(int program);

/* Opens an iterator from its link, to be read once from front to back. A descriptor or -errno. */
int object_open_iterator(int link);

/* Pins an object to `path` on a bpffs. 0 or -errno. */
int object_pin(int fd, const char *path);

/* Opens a pinned program to run it, or a gate `for_writing`. A descriptor or -errno. */
int object_open_pin(const char *path, bool for_writing);

/* Sets the value of a map's key, or looks it up. 0 or -errno. */
int object_store(int map, const void *key, const void *value);
int object_look_up(int map, const void *key, void *value);

/* A hash map in the kernel, and arrays for some of its elements. */
struct object_hash {
    int map;
    void *keys, *values;
    uint32_t room; /* capacity of the arrays */

    /* Zero-initialise. */
    uint32_t position;
    bool begun, ended;
};

/*
 * Reads some elements into the arrays and removes them. Returns their number; 0 at the end; or
 * -errno. Elements that are added or changed meanwhile may or may not be read.
 */
int object_take_some(struct object_hash *hash);

/*
 * Attaches a program to a tracepoint. The descriptor of a link, which lasts until it is closed or
 * the process exits; or -errno.
 */
int object_attach(int program, const char *tracepoint);

/*
 * Revokes a program by its gate: from then on it returns nothing, even to those who still hold it.
 * 0 or -errno.
 */
int object_revoke(int gate);

#endif
