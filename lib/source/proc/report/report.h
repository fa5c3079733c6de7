/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_REPORT_H
#define DOTPROC_SOURCE_PROC_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/back_end.h"
#include "lib/source/proc/needs.h"
#include "lib/task/wait_report.h"

/*
 * source_ops::report_wait of the procfs sources: all that is known of the wait of one task. 0;
 * -ENOMEM, -EMFILE or -ENFILE, and then the report is undefined.
 *
 * Every file may block. So the guard is asked before each part, and again for each other task: if
 * the reader gets stuck, it is abandoned with its source. What the guard refuses is left out, like
 * what cannot be read: without links the report ends, an owner's link has no call,
 * wait_report::waiters_known is false or waiters_more is true, stacks are empty.
 */
int report_read(struct source *base, const struct task *task, enum report_parts parts,
                struct wait_report *report);

/* --- its parts --- */

/*
 * Follows who waits for whom, from the reader's task on: sets link_count, links and cycle of an
 * empty report.
 *
 * Memory of other processes is trusted only as far as it can be checked. An owner must be an
 * existing task, and a thread of the same process if the futex is private. A TID found only in a
 * futex word names an owner only if that thread's robust list or record confirms it. Finally every
 * link with an owner, found or absent, is read again: it counts only if neither the call nor the
 * memory has changed and the task has not run in between. So all tasks of a cycle were waiting at
 * the same time.
 *
 * 0 or -errno; without links the task has exited.
 */
int links_follow(const struct task_reader *reader, struct wait_report *report);

/*
 * Counts the other threads that wait at the same futex as the first link of the report, by pool.
 * Reads the call of every thread of the process; if the futex is in memory that other processes may
 * map, of every thread of the host. 0 or -errno.
 */
int waiters_count(const struct task_reader *reader, struct wait_report *report);

/*
 * Sets the user and kernel stacks in the report, as far as they can be read without stopping the
 * reader's task. 0 or -errno.
 *
 * The kernel provides the user stack pointer and program counter, but no other register
 * (/proc/PID/syscall). So the caller of the function that made the system call is not known, nor is
 * the frame pointer. The frames above it are found from the frame pointers saved in stack memory,
 * see callers_find().
 */
int stacks_read(const struct task_reader *reader, struct wait_report *report);

/* --- the callers in a stack --- */

/* The part of a stack that is searched, in words of 64 bits, from the stack pointer on. */
#define STACK_WORDS 4096

struct stack {
    uint64_t pointer;
    const uint64_t *words;
    size_t count; /* at most STACK_WORDS */
};

/* Whether there is code at this address. */
typedef bool is_code_at(const void *context, uint64_t address);

/*
 * Finds return addresses in a stack without knowing the frame pointer, the innermost first.
 *
 * A function with a frame pointer pushes a record of two words: the frame pointer of its caller,
 * which points to such a record farther up, and the return address. The first chain of at least two
 * records is taken as the callers; the first word of the last record is not checked, since its
 * caller may have no frame pointer. So functions without frame pointers are missing, and a function
 * that has returned may appear in front if its words have not been overwritten.
 *
 * Writes at most `room` return addresses to `returns`; their number.
 */
size_t callers_find(const struct stack *stack, is_code_at *is_code, const void *context,
                    uint64_t *returns, size_t room);

/*
 * A pure parser of the ELF header of a mapped program or library, elf(5): the load bias of a file
 * whose start, `bytes`, is mapped at `base`, which is the difference between addresses in memory
 * and symbol addresses. 0 for programs that are not position independent. False if there is no ELF
 * header of this byte order, or too few bytes.
 */
bool elf_find_bias(const void *bytes, size_t len, uint64_t base, uint64_t *bias);

/* --- memory of other processes --- */

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
