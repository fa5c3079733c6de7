/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_REPORT_H
#define DOTPROC_SOURCE_PROC_REPORT_REPORT_H

#include "lib/source/back_end.h"

/*
 * source_ops::report_wait of the procfs sources: all that is known of the wait of one task. 0;
 * -ENOMEM, -EMFILE or -ENFILE, and then the report is undefined.
 *
 * Every file may block. So the guard is asked before each part, and again for each other task: if
 * the reader gets stuck, it is abandoned with its source. What the guard refuses is left out, like
 * what cannot be read: without links the report ends, an owner's link has no call,
 * wait_report::waiters_known is false or waiters_more is true, stacks are empty.
 */
int report_read(struct source *base, const struct task *task, enum report_parts parts,
                struct wait_report *report);

#endif
