/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_NEEDS_H
#define DOTPROC_SOURCE_PROC_NEEDS_H

/* Reads what a need asks for from the files that have it. */

#include "lib/source/proc/task_reader.h"

/*
 * Reads those groups of `need` that the task lacks. Strings go to the snapshot's arena. 0; -ENOMEM
 * and the like; or an error for which task_is_lost() is true, when one of the NEED_SCANNED groups
 * could not be read.
 */
int needs_read(const struct task_reader *reader, need_t need);

/*
 * In lazy.c, for needs_read(): the groups read only for rows that are shown. 0, or -ENOMEM and the
 * like. Declared here because one of them, a report about a wait, reads needs of other tasks: with
 * a header of its own the two modules would include each other.
 */
int lazy_read(const struct task_reader *reader, need_t need);

#endif
