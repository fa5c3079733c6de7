/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_USED_H
#define DOTPROC_ENDED_USED_H

/* What tasks have used. */

#include <stdint.h>

/* Differences may be negative for a moment: what was shown is subtracted when a task is freed. */
struct ended_used {
    uint64_t count; /* 0: unknown */
    int64_t cpu_ns;
    int64_t lifetime_ns; /* of all together */
    int64_t minflt, majflt;
};

static inline void ended_used_add(struct ended_used *sum, const struct ended_used *used)
{
    sum->count += used->count;
    sum->cpu_ns += used->cpu_ns;
    sum->lifetime_ns += used->lifetime_ns;
    sum->minflt += used->minflt;
    sum->majflt += used->majflt;
}

static inline void ended_used_subtract(struct ended_used *from, const struct ended_used *used)
{
    from->count -= used->count;
    from->cpu_ns -= used->cpu_ns;
    from->lifetime_ns -= used->lifetime_ns;
    from->minflt -= used->minflt;
    from->majflt -= used->majflt;
}

#endif
