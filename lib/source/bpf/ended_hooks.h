/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ENDED_HOOKS_H
#define DOTPROC_SOURCE_BPF_ENDED_HOOKS_H

/* The programs of ended.bpf.c that are attached to tracepoints, for a reader of its own or pinned.
 */

#include <stdint.h>

#include "lib/base/buf.h"

enum ended_hook {
    ENDED_HOOK_EXIT,
    ENDED_HOOK_FREE,
    ENDED_HOOK_EXEC,
    ENDED_HOOKS,
};

/*
 * Whether this process may load and attach them and knows the ids that they count by: since 6.2, in
 * the first pid namespace. If not, a line in `why`.
 */
bool ended_hooks_are_supported(struct buf *why);

/* Attaches programs, which the links keep. 0, or -errno with no link open. */
int ended_hooks_attach(const int programs[ENDED_HOOKS], int links[ENDED_HOOKS]);

/* ended_wire_control::complete for programs that have just been attached. */
uint64_t ended_hooks_complete(void);

#endif
