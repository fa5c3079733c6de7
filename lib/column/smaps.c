/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Private memory of a process, and its part of shared memory. procps prints 0 both for tasks
 * without memory and if the kernel does not show it.
 */
#include "lib/base/unused.h"
#include "lib/column/family.h"

static const struct task_smaps *smaps_of(const struct task *task)
{
    return task->details ? task->details->smaps : NULL;
}

static struct value value_uss(const struct task *task, const struct column_context *context UNUSED)
{
    const struct task_smaps *smaps = smaps_of(task);

    return smaps ? value_uint(smaps->private_clean_kib + smaps->private_dirty_kib) : value_none();
}

#define SMAPS(...)                                                                             \
    FIGURE(.row_class = ROW_PROCESS, .need = NEED_SMAPS, .unit = UNIT_KIB, .sum = SUM_PROCESS, \
           .none = "0", .help = __VA_ARGS__)

static const struct column rows[] = {
    {"htprv", "HTPRV", 5, ALIGN_RIGHT,
     SMAPS("huge pages that it has to itself, in KiB",
           .member = MEMBER(task_smaps, private_hugetlb_kib))},
    {"htshr", "HTSHR", 5, ALIGN_RIGHT,
     SMAPS("huge pages that it shares, in KiB", .member = MEMBER(task_smaps, shared_hugetlb_kib))},
    {"pss", "PSS", 5, ALIGN_RIGHT,
     SMAPS("resident memory, what is shared divided by the sharers, in KiB",
           .member = MEMBER(task_smaps, pss_kib))},
    {"uss", "USS", 5, ALIGN_RIGHT,
     SMAPS("resident memory that it has to itself, in KiB", .value = value_uss)},
};

const struct column_family column_smaps = COLUMN_FAMILY(rows);
