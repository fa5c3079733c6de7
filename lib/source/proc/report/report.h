/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_REPORT_H
#define DOTPROC_SOURCE_PROC_REPORT_REPORT_H

#include "lib/source/back_end.h"

/* source_ops::report_wait of the procfs sources: all that is known of the wait of one task. */
int report_read(struct source *base, const struct task *task, enum report_parts parts,
                struct wait_report *report);

#endif
