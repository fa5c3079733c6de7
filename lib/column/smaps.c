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

    if (!smaps || smaps->private_clean_kib == LINE_MISSING ||
        smaps->private_dirty_kib == LINE_MISSING)
        return value_none();
    return value_uint(smaps->private_clean_kib + smaps->private_dirty_kib);
}

/* What is missing counts as 0, as stock ps adds them up. */
static void format_uss(struct buf *out, const struct task *task, const struct cell *cell UNUSED)
{
    const struct task_smaps *smaps = smaps_of(task);

    buf_put_u64(out, smaps ? line_or_zero(smaps->private_clean_kib) +
                                 line_or_zero(smaps->private_dirty_kib)
                           : 0);
}

/* That of the text, which has numbers where there is no value. */
static struct value key_uss(const struct task *task, const struct cell *cell UNUSED)
{
    const struct task_smaps *smaps = smaps_of(task);

    return value_uint(smaps ? line_or_zero(smaps->private_clean_kib) +
                                  line_or_zero(smaps->private_dirty_kib)
                            : 0);
}

#define SMAPS(...)                                                                             \
    FIGURE(.row_class = ROW_PROCESS, .need = NEED_SMAPS, .unit = UNIT_KIB, .sum = SUM_PROCESS, \
           .none = "0", .help = __VA_ARGS__)

static const struct column rows[] = {
    {"htprv", "HTPRV", 5, ALIGN_RIGHT,
     SMAPS("huge pages that it has to itself, in KiB",
           .member = MEMBER(task_smaps, private_hugetlb_kib), .as = NONE_IF_MISSING)},
    {"htshr", "HTSHR", 5, ALIGN_RIGHT,
     SMAPS("huge pages that it shares, in KiB", .member = MEMBER(task_smaps, shared_hugetlb_kib),
           .as = NONE_IF_MISSING)},
    {"pss", "PSS", 5, ALIGN_RIGHT,
     SMAPS("resident memory, what is shared divided by the sharers, in KiB",
           .member = MEMBER(task_smaps, pss_kib), .as = NONE_IF_MISSING)},
    {"uss", "USS", 5, ALIGN_RIGHT,
     SMAPS("resident memory that it has to itself, in KiB", .value = value_uss,
           .format = format_uss, .key = key_uss)},
};

const struct column_family column_smaps = COLUMN_FAMILY(rows);
