/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_OBJECT_H
#define DOTPROC_SOURCE_BPF_OBJECT_H

/*
 * What is done with objects of BPF once they are loaded, by bpf(2): programs, the links of
 * iterators, and gates, which are maps. Each has a descriptor, which stays the caller's.
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

/* Opens an iterator by its link, to be read once from front to back. A descriptor or -errno. */
int object_open_iterator(int link);

/* Pins an object to `path` on a bpffs. 0 or -errno. */
int object_pin(int fd, const char *path);

/* Opens a pinned program to run it, or a gate `for_writing`. A descriptor or -errno. */
int object_open_pin(const char *path, bool for_writing);

/*
 * Revokes a program by its gate: from now on it returns nothing to anyone, also those who still
 * hold it. 0 or -errno.
 */
int object_revoke(int gate);

#endif
