/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_MAPS_H
#define DOTPROC_SOURCE_PROC_MAPS_H

#include <stdbool.h>

#include "lib/source/proc/parse/maps.h"
#include "lib/source/proc/task_reader.h"

/*
 * Calls `see` for each mapping of the task, in ascending order, until it returns false. Reads in
 * pieces, since a process with thousands of threads has a mapping for each stack. 0 or -errno.
 */
int maps_each(const struct task_reader *reader,
              bool (*see)(void *context, const struct mapping *mapping), void *context);

#endif
