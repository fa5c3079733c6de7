/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/clock_trust.h"

#include <unistd.h>

#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/read.h"

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

bool clock_trust_holds(enum clock_trust *trust, int dir, struct read_buffer *buffer)
{
    ssize_t len;

    if (*trust == CLOCK_UNTRIED) {
        len = read_file(buffer, dir, "self/status");
        *trust = len > 0 && clock_trust_fits(buffer->data, (size_t)len, getpid()) ? CLOCK_GOOD
                                                                                  : CLOCK_BAD;
    }
    return *trust == CLOCK_GOOD;
}
