/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What memory a process has to itself, and its part of what it shares. A task without memory has
 * none of it; where the kernel keeps it from us, ps has always shown 0 as well.
 */
#include "lib/column/family.h"

static const struct task_smaps *smaps_of(const struct task *task)
{
    return task->details ? task->details->smaps : NULL;
}

static struct value value_pss(const struct task *task, const struct column_context *context)
{
    (void)context;
    return smaps_of(task) ? value_uint(smaps_of(task)->pss_kib) : value_none();
}

static struct value value_uss(const struct task *task, const struct column_context *context)
{
    const struct task_smaps *smaps = smaps_of(task);

    (void)context;
    return smaps ? value_uint(smaps->private_clean_kib + smaps->private_dirty_kib) : value_none();
}

static struct value value_htprv(const struct task *task, const struct column_context *context)
{
    (void)context;
    return smaps_of(task) ? value_uint(smaps_of(task)->private_hugetlb_kib) : value_none();
}

static struct value value_htshr(const struct task *task, const struct column_context *context)
{
    (void)context;
    return smaps_of(task) ? value_uint(smaps_of(task)->shared_hugetlb_kib) : value_none();
}

#define PART(code_, header_, value_, help_)                                                \
    {                                                                                      \
        .code = code_, .header = header_, .help = help_, .width = 5, .align = ALIGN_RIGHT, \
        .row_class = ROW_PROCESS, .unit = UNIT_KIB, .sum = SUM_PROCESS, .none = "0",       \
        .need = NEED_SMAPS, .value = value_                                                \
    }

static const struct column rows[] = {
    PART("htprv", "HTPRV", value_htprv, "huge pages that it has to itself, in KiB"),
    PART("htshr", "HTSHR", value_htshr, "huge pages that it shares, in KiB"),
    PART("pss", "PSS", value_pss, "resident memory, what is shared divided by the sharers, in KiB"),
    PART("uss", "USS", value_uss, "resident memory that it has to itself, in KiB"),
};

const struct column_family column_smaps = COLUMN_FAMILY(rows);
