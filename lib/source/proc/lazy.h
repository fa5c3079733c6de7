/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LAZY_H
#define DOTPROC_SOURCE_PROC_LAZY_H

#include "lib/source/proc/task_reader.h"

/*
 * For needs_read(): what is read only for rows that show it, since it has any length or may block
 * the reader: command lines, wait channels, and by details.c the groups of NEED_DETAILS. A string
 * that cannot be read is empty, and the row stays. 0, or an error for which task_is_lost() is
 * false.
 */
int lazy_read(const struct task_reader *reader, need_t need);

#endif
