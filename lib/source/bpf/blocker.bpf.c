// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Which lock of the kernel a task waits for, and who has it. New kernels note the lock for their
 * messages about hung tasks (CONFIG_DETECT_HUNG_TASK_BLOCKER, include/linux/hung_task.h), some of
 * them mutexes in any case. Others have no such member, and then nothing is known.
 *
 * Locks come and go: an owner is one if, once all was read, the task still waits for the same lock
 * and that still has the same owner, who could not end meanwhile.
 *
 * Never pinned: what is waited for is shown to those alone who may trace all processes.
 */
#include "lib/source/bpf/blocker_wire.h"
#include "lib/source/bpf/kernel.bpf.h"

/* Only GPL programs may call the helpers; the LGPL allows that. */
char program_license[] SEC("license") = "GPL";

extern struct task_struct *bpf_task_from_pid(__s32 pid) __ksym;
extern void bpf_task_release(struct task_struct *task) __ksym;

/* Of task_struct::blocker. */
#define TYPE_MUTEX     0u
#define TYPE_SEMAPHORE 1u
#define TYPE_MASK      3ul

/* Of the words that have an owner: bits that are no part of the address. */
#define OWNER_FLAGS        7ul
#define RWSEM_READER_OWNED 1ul

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct mutex {
    atomic_long_t owner;
};

struct semaphore {
    unsigned long last_holder;
};

struct rw_semaphore___owner {
    atomic_long_t owner;
};

struct task_struct___blocker {
    unsigned long blocker;
};

struct task_struct___blocked_on {
    struct mutex *blocked_on;
};

#pragma clang attribute pop

/* The address of the lock with its type in the lowest bits, as `blocker` has it; 0: none. */
static __always_inline __u64 lock_of(const struct task_struct *task)
{
    const struct task_struct___blocker *noted = (const void *)task;
    const struct task_struct___blocked_on *blocked = (const void *)task;
    __u64 lock = 0;

    if (bpf_core_field_exists(noted->blocker))
        lock = noted->blocker;
    if (lock == 0 && bpf_core_field_exists(blocked->blocked_on))
        bpf_core_read(&lock, sizeof(lock), &blocked->blocked_on); /* as a number */
    return lock;
}

static __always_inline __u32 kind_of(__u64 lock)
{
    if (lock == 0)
        return BLOCKER_NONE;
    if ((lock & TYPE_MASK) == TYPE_MUTEX)
        return BLOCKER_MUTEX;
    return (lock & TYPE_MASK) == TYPE_SEMAPHORE ? BLOCKER_SEMAPHORE : BLOCKER_RWSEM;
}

/* The address of the task that has it; 0: not known. Locks of PREEMPT_RT have other members. */
static __always_inline __u64 owner_of(__u64 lock)
{
    const void *address = (const void *)(lock & ~TYPE_MASK);
    const struct mutex *mutex = 0;
    const struct semaphore *semaphore = 0;
    const struct rw_semaphore___owner *rwsem = 0;
    __u64 owner = 0;

    switch (kind_of(lock)) {
    case BLOCKER_MUTEX:
        if (bpf_core_field_exists(mutex->owner))
            owner = CAST(mutex, address)->owner.counter;
        break;
    case BLOCKER_SEMAPHORE:
        if (bpf_core_field_exists(semaphore->last_holder))
            owner = CAST(semaphore, address)->last_holder;
        break;
    case BLOCKER_RWSEM:
        if (bpf_core_field_exists(rwsem->owner))
            owner = CAST(rw_semaphore___owner, address)->owner.counter;
        if (owner & RWSEM_READER_OWNED)
            owner = 0;
        break;
    }
    return owner & ~OWNER_FLAGS;
}

static __always_inline void read_owner(struct blocker_page *page, const struct task_struct *task)
{
    const __u64 lock = lock_of(task);
    const __u64 owner = lock ? owner_of(lock) : 0;
    __u32 tid = 0, tgid = 0;

    if (owner) {
        tid = task_at(owner)->pid;
        tgid = task_at(owner)->tgid;
    }
    if (lock_of(task) != lock)
        return;
    page->lock = kind_of(lock);
    if (!owner || owner_of(lock) != owner)
        return;
    page->owner_tid = tid;
    page->owner_tgid = tgid;
}

/* Takes the argument as memory, as texts.bpf.c does. */
__noinline int run_page(struct blocker_page *page)
{
    struct task_struct *task;

    if (!page)
        return WIRE_REVOKED;
    page->lock = BLOCKER_NONE;
    page->owner_tid = page->owner_tgid = 0;
    task = bpf_task_from_pid(page->tid);
    if (!task)
        return WIRE_WALKED;
    read_owner(page, task_at((__u64)task));
    bpf_task_release(task);
    return WIRE_WALKED;
}

SEC("syscall")
int blocker(struct blocker_page *page)
{
    return run_page(page);
}
