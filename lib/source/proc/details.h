/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_DETAILS_H
#define DOTPROC_SOURCE_PROC_DETAILS_H

/* Reads the members of struct task_details: figures that few columns show. */

#include "lib/source/proc/task_reader.h"

/*
 * For needs_read(): reads these groups of NEED_DETAILS; the task must have its struct task_details.
 * 0, or an error for which task_is_lost() is false.
 */
int details_read(const struct task_reader *reader, need_t need);

#endif
