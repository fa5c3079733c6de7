// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Finds tasks with the same cgroups: of thousands of threads in some hundred cgroups one thread per
 * cgroup has its file read. Returns for each task a digest of its cgroups' IDs in all hierarchies;
 * without version 1 there is one.
 *
 * kernfs does not reuse an ID in the same hierarchy. Digests are compared within one scan only,
 * because cgroups of version 1 can be renamed.
 */
#include "lib/source/bpf/kernel.bpf.h"

/* More hierarchies than there are controllers. */
#define HIERARCHIES_MAX 64

/* The state of the walk over a task's cgroups. */
struct links {
    __u64 next, head; /* of the list */
    __u64 digest;
};

static __always_inline __u64 mix(__u64 digest, __u64 word)
{
    digest = (digest ^ word) * 0x9e3779b97f4a7c15ull;
    return digest ^ digest >> 29;
}

static long take_link(__u32 index, struct links *links)
{
    const __u64 link = links->next - bpf_core_field_offset(struct cgrp_cset_link, cgrp_link);
    const struct cgroup *cgroup;

    if (!links->next || links->next == links->head)
        return 1;
    cgroup = CAST(cgroup, (void *)FIELD(cgrp_cset_link, link, cgrp));
    links->digest = mix(links->digest, CAST(cgroup_root, cgroup->root)->hierarchy_id);
    links->digest = mix(links->digest, CAST(kernfs_node, cgroup->kn)->id);
    links->next = (__u64)FIELD(cgrp_cset_link, link, cgrp_link.next);
    return 0;
}

/*
 * 0 for an exiting task: procfs shows it in the root of each hierarchy of version 1, whatever its
 * css_set.
 */
static __always_inline __u64 digest_of(const struct task_struct *task)
{
    const __u64 set = (__u64)task->cgroups;
    struct links links = {.digest = 1};

    if (task->flags & PF_EXITING || !set)
        return 0;
    links.head = set + bpf_core_field_offset(struct css_set, cgrp_links);
    links.next = (__u64)FIELD(css_set, set, cgrp_links.next);
    bpf_loop(HIERARCHIES_MAX, take_link, &links, 0);
    return links.next == links.head ? links.digest : 0;
}

/* True when this run has to end. */
static long read_cgroups(__u32 index, struct wire_cgroup_page **argument)
{
    struct wire_cgroup_page *page = *argument;
    struct task_struct *task;

    if (index >= WIRE_CGROUPS || index >= page->count)
        return 1;
    page->digests[index] = 0;
    task = bpf_task_from_pid(page->tids[index]);
    if (!task)
        return 0;
    bpf_rcu_read_lock();
    page->digests[index] = digest_of(task_at((__u64)task));
    bpf_rcu_read_unlock();
    bpf_task_release(task);
    return 0;
}

/*
 * A global function, so that the argument is memory: of a program's own argument only fixed offsets
 * may be written.
 */
__noinline int run_page(struct wire_cgroup_page *page)
{
    if (!page)
        return WIRE_REVOKED;
    bpf_loop(WIRE_CGROUPS, read_cgroups, &page, 0);
    return WIRE_WALKED;
}

SEC("syscall")
int cgroups(struct wire_cgroup_page *page)
{
    return run_page(page);
}
