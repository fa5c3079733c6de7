/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_DETAILS_H
#define DOTPROC_SOURCE_PROC_DETAILS_H

#include "lib/source/proc/task_reader.h"

/*
 * For needs_read(): reads these groups of NEED_DETAILS, figures that few columns show; the task
 * must have its struct task_details. 0, or an error for which task_is_lost() is false.
 */
int details_read(const struct task_reader *reader, need_t need);

#endif
