/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_COLUMNS_H
#define DOTPROC_TOP_MODEL_COLUMNS_H

/*
 * Columns that only top has, in the form of lib/column/column.h, so that they declare their need
 * and sort like all others. Their texts are made by cells.c; `format` is never set.
 */

#include "lib/column/column.h"

extern const struct column top_column_cpu; /* CPU time since the last snapshot, ns */
extern const struct column top_column_mem; /* share of the memory, percent */
extern const struct column top_column_priority;
extern const struct column top_column_nice;
extern const struct column top_column_processor;
extern const struct column top_column_state;
extern const struct column top_column_flags;
extern const struct column top_column_name; /* COMMAND as the task's name */
extern const struct column top_column_line; /* COMMAND as its command line */
extern const struct column top_column_shr;
extern const struct column top_column_code;
extern const struct column top_column_data;
extern const struct column top_column_swap;
extern const struct column top_column_used; /* resident and swapped */
extern const struct column top_column_rss_anon;
extern const struct column top_column_rss_file;
extern const struct column top_column_rss_shmem;
extern const struct column top_column_locked;
extern const struct column top_column_smaps_rss; /* these by the kernel's walk of the map */
extern const struct column top_column_pss_anon;
extern const struct column top_column_pss_file;
extern const struct column top_column_pss_shmem;
extern const struct column top_column_majflt_delta;
extern const struct column top_column_minflt_delta;
extern const struct column top_column_dirty;   /* no kernel has counted these since 2.6 */
extern const struct column top_column_started; /* after boot, ns */
extern const struct column top_column_elapsed; /* since it started, ns */
extern const struct column top_column_cuu;     /* CPU time in the elapsed time, percent */
extern const struct column top_column_cuc;     /* the same with reaped children */

#endif
