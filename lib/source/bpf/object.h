/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_OBJECT_H
#define DOTPROC_SOURCE_BPF_OBJECT_H

/*
 * What is done with objects of BPF once they are loaded, by bpf(2): programs, their links, and
 * maps, of which gates are one kind. Each has a descriptor, which stays the caller's.
 */

#include <stdbool.h>
#include <stdint.h>

/*
 * Runs a program; `argument` of `size` bytes is copied in and out, and NULL for a group count. The
 * program's result (enum wire_answer), or -errno.
 */
int object_run(int program, void *argument, uint32_t size);

/* Links an iterator's program, as its readers need it. The descriptor of the link, or -errno. */
int object_link(int program);

/* The same for an iterator over the elements of a map, which the link keeps. */
int object_link_map(int program, int map);

/* Opens an iterator by its link, to be read once from front to back. A descriptor or -errno. */
int object_open_iterator(int link);

/* Pins an object to `path` on a bpffs. 0 or -errno. */
int object_pin(int fd, const char *path);

/* Opens a pinned program to run it, or a gate `for_writing`. A descriptor or -errno. */
int object_open_pin(const char *path, bool for_writing);

/* Sets the value of a map's key; looks it up; looks it up and removes it. 0 or -errno. */
int object_store(int map, const void *key, const void *value);
int object_look_up(int map, const void *key, void *value);
int object_take(int map, const void *key, void *value);

/* A hash of the kernel's, and arrays for all its elements. */
struct object_hash {
    int map;
    void *keys, *values;
    uint32_t room; /* elements of the arrays: as many as the map can have */
};

/*
 * Reads all elements, and with `take` removes them. Their number, or -errno. What is added or
 * changed meanwhile may be read or not.
 */
int object_read_hash(const struct object_hash *hash, bool take);

/*
 * Attaches a program to a tracepoint of the kernel's. The descriptor of a link, which lasts until
 * it is closed or the process ends; or -errno.
 */
int object_attach(int program, const char *tracepoint);

/*
 * Revokes a program by its gate: from now on it returns nothing to anyone, also those who still
 * hold it. 0 or -errno.
 */
int object_revoke(int gate);

#endif
