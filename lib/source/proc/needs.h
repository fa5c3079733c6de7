/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_NEEDS_H
#define DOTPROC_SOURCE_PROC_NEEDS_H

#include "lib/source/proc/task_reader.h"

/*
 * Reads those groups of `need` that the task lacks. Strings are allocated in the snapshot's arena.
 * 0; -ENOMEM, -EMFILE or -ENFILE; or an error for which task_is_lost() is true, if one of the
 * NEED_SCANNED groups could not be read.
 */
int needs_read(const struct task_reader *reader, need_t need);

#endif
