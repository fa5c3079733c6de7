/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_WAITS_LOOK_H
#define DOTPROC_TESTS_WAITS_LOOK_H

#include <stdbool.h>

#include "lib/source/source.h"

/* The report about a thread, valid until the next one; NULL: there is none. */
const struct wait_report *look_at_wait(struct source *source, pid_t tgid, pid_t tid);

/* Whether a thread of the caller's process sleeps in this call. */
bool look_is_in_call(pid_t tid, long call);

#endif
