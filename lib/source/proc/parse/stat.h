/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_STAT_H
#define DOTPROC_SOURCE_PROC_PARSE_STAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The line in /proc/PID/stat (proc(5), do_task_stat() in fs/proc/array.c).
 *
 * A pure parser: bytes in, numbers in the kernel's units out. The number of fields distinguishes
 * kernel versions, so it is part of the result.
 */

/* Fields, numbered as in proc(5). */
enum stat_field {
    STAT_PID = 1,
    STAT_COMM = 2,
    STAT_STATE = 3,
    STAT_PPID = 4,
    STAT_PGRP = 5,
    STAT_SESSION = 6,
    STAT_TTY_NR = 7,
    STAT_TPGID = 8,
    STAT_FLAGS = 9,
    STAT_MINFLT = 10,
    STAT_CMINFLT = 11,
    STAT_MAJFLT = 12,
    STAT_CMAJFLT = 13,
    STAT_UTIME = 14,
    STAT_STIME = 15,
    STAT_CUTIME = 16,
    STAT_CSTIME = 17,
    STAT_PRIORITY = 18,
    STAT_NICE = 19,
    STAT_NUM_THREADS = 20, /* 0 before 2.6 */
    STAT_STARTTIME = 22,
    STAT_VSIZE = 23,
    STAT_RSS = 24,
    STAT_RSSLIM = 25,
    STAT_STARTCODE = 26,
    STAT_ENDCODE = 27,
    STAT_STARTSTACK = 28,
    STAT_KSTKESP = 29,
    STAT_KSTKEIP = 30,
    STAT_EXIT_SIGNAL = 38,
    STAT_PROCESSOR = 39,
    STAT_RT_PRIORITY = 40, /* since 2.5 */
    STAT_POLICY = 41,
    STAT_FIELDS_MAX = 56,
};

struct stat_line {
    const char *comm; /* borrowed from the text; raw bytes, not NUL-terminated */
    size_t comm_len;
    char state;
    unsigned count; /* fields present, including those beyond STAT_FIELDS_MAX */

    /* Indexed by enum stat_field; negative numbers in two's complement, missing fields 0. */
    uint64_t field[STAT_FIELDS_MAX + 1];
};

/*
 * `text` is `len` bytes followed by a NUL. False for any other text: empty (the task exited while
 * being read), truncated, or without a number in a numeric field. The name ends at the last ')'.
 */
bool stat_parse(const char *text, size_t len, struct stat_line *line);

/*
 * The CPU time of the whole thread group; a kernel with the procfs patch has it in the leader's
 * stat.
 */
struct stat_group_times {
    uint64_t utime, stime, cutime, cstime; /* in ticks */
};

/*
 * The patch's four fields: 42-45 of exactly 45, or 53-56 of exactly 56 on a procfs with dot
 * entries. On any other kernel those fields mean something else (block delay, guest times,
 * start_data), and this returns false.
 */
bool stat_group_times(const struct stat_line *line, bool has_dot_entries,
                      struct stat_group_times *times);

/*
 * The numbers of /proc/PID/statm (proc(5), proc_pid_statm() in fs/proc/array.c): all in pages.
 * A pure parser.
 */

struct statm_line {
    uint64_t size, resident, shared, text, library, data;
};

/* False if there are fewer than six numbers. */
bool statm_parse(const char *text, size_t len, struct statm_line *line);

#endif
