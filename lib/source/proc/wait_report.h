/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_WAIT_REPORT_H
#define DOTPROC_SOURCE_PROC_WAIT_REPORT_H

#include "lib/source/proc/task_reader.h"
#include "lib/task/details.h"

/* The reader of NEED_WAIT_REPORT, as those of waits.h. None for a task that is gone. */
int wait_report_read(const struct task_reader *reader, const struct detail *detail);

#endif
