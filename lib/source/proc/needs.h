/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_NEEDS_H
#define DOTPROC_SOURCE_PROC_NEEDS_H

/* From a need to the files that have it. */

#include "lib/source/proc/task_reader.h"

/*
 * Reads those groups of `need` that the task does not have. Strings go to the snapshot's arena. 0;
 * -ENOMEM and the like; or an error of which task_is_lost() is true, when one of the NEED_SCANNED
 * groups could not be read.
 */
int needs_read(const struct task_reader *reader, need_t need);

/* For needs_read(): the groups that wait until a row is to be shown. 0, or -ENOMEM and the like.
 */
int lazy_read(const struct task_reader *reader, need_t need);

/* The same for those of them that have no reader in lazy.c; the task has struct task_details. */
int details_read(const struct task_reader *reader, need_t need);

#endif
