/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/clock_trust.h"

#include <unistd.h>

#include "lib/source/proc/parse/status.h"

enum clock_trust clock_trust_first(bool same_pids)
{
#if defined(__powerpc__) || defined(__s390__) || defined(__ia64__)
    (void)same_pids; /* CONFIG_VIRT_CPU_ACCOUNTING_NATIVE: no cputime_adjust() */
    return CLOCK_BAD;
#else
    return same_pids ? CLOCK_UNTRIED : CLOCK_BAD;
#endif
}

bool clock_trust_fits(const char *status, size_t len, pid_t self)
{
    return status_sole_tid(status, len) == self && status_has_core_dumping(status, len);
}

bool clock_trust_holds(struct proc_source *source)
{
    ssize_t len;

    if (source->clock == CLOCK_UNTRIED) {
        len = read_file(&source->buffer, source->dir, "self/status");
        source->clock = len > 0 && clock_trust_fits(source->buffer.data, (size_t)len, getpid())
                            ? CLOCK_GOOD
                            : CLOCK_BAD;
    }
    return source->clock == CLOCK_GOOD;
}
