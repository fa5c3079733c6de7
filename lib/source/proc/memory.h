/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_MEMORY_H
#define DOTPROC_SOURCE_PROC_MEMORY_H

/*
 * The memory of a live task, by /proc/PID/mem: of those whom the reader may trace (ptrace(2)). The
 * task is not stopped, so what is read may be changing.
 */

#include "lib/source/proc/task_reader.h"

/* Reads up to `size` bytes from this address on; how many there are, perhaps 0, or -errno. */
ssize_t memory_read(const struct task_reader *reader, uint64_t address, void *bytes, size_t size);

#endif
