/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/smaps.h"

#include "lib/source/proc/parse/key_value.h"

bool smaps_parse(const char *text, size_t len, struct task_smaps *smaps)
{
    const struct key_value lines[] = {
        {"Rss:", &smaps->rss_kib},
        {"Pss:", &smaps->pss_kib},
        {"Pss_Anon:", &smaps->pss_anon_kib},
        {"Pss_File:", &smaps->pss_file_kib},
        {"Pss_Shmem:", &smaps->pss_shmem_kib},
        {"Private_Clean:", &smaps->private_clean_kib},
        {"Private_Dirty:", &smaps->private_dirty_kib},
        {"Shared_Hugetlb:", &smaps->shared_hugetlb_kib},
        {"Private_Hugetlb:", &smaps->private_hugetlb_kib},
    };

    *smaps = (struct task_smaps){0};
    return key_value_parse(text, len, lines, sizeof(lines) / sizeof(lines[0])) > 0;
}
