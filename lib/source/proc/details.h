/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_DETAILS_H
#define DOTPROC_SOURCE_PROC_DETAILS_H

/* Reads the members of struct task_details: figures that few columns show. */

#include "lib/source/proc/task_reader.h"

/*
 * For lazy_read(): the groups without a reader in lazy.c; the task has struct task_details. 0, or
 * -ENOMEM and the like.
 */
int details_read(const struct task_reader *reader, need_t need);

#endif
