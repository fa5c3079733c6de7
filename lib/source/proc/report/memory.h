/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_MEMORY_H
#define DOTPROC_SOURCE_PROC_REPORT_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/task_reader.h"

/*
 * Reads the memory of a live task that the caller may trace (ptrace(2)). No other file of
 * user space does. The task is not stopped, so its memory may change during the read.
 *
 * Only resident pages are read, as reported by /proc/PID/pagemap. Any other page would have to be
 * faulted in: by a file system that a user may have written (FUSE), by a thread of the task
 * (userfaultfd(2)), or from swap. The caller would wait, and cause memory to be reclaimed from
 * others.
 *
 * A page may be evicted, or something else be mapped there, between the check and the read. So the
 * read is process_vm_readv(2), which SIGKILL interrupts while it waits for a page; reads of
 * /proc/PID/mem wait uninterruptibly.
 */

/* The maximum number of pages read by one call. */
#define MEMORY_PAGES_MAX 16

/*
 * Reads up to `size` bytes from this address on. Returns the number of bytes before the first page
 * that is not resident, maybe 0; or -errno. -ENOENT: not a live procfs, or that of another PID
 * namespace.
 */
ssize_t memory_read(const struct task_reader *reader, uint64_t address, void *bytes, size_t size);

#endif
