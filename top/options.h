/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_OPTIONS_H
#define DOTPROC_TOP_OPTIONS_H

/*
 * The command line as data. Nothing is done here: main() opens and starts what the options say.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/text/buf.h"
#include "top/model/fields.h"
#include "top/model/sample.h"
#include "top/model/scale.h"
#include "top/model/user_filter.h"

/* What -w without a number stands for, and its bounds. */
#define WIDTH_AUTO  SIZE_MAX
#define WIDTH_LEAST 3
#define WIDTH_MOST  512

enum information {
    INFORMATION_NONE,
    INFORMATION_HELP,
    INFORMATION_VERSION,
    INFORMATION_FIELDS, /* -O */
};

struct options {
    enum information information;
    bool batch;
    bool json; /* frames as JSON; then batch is set too */
    bool threads;
    bool secure;
    bool defaults; /* no configuration is read */

    /* These turn round what a window begins with. */
    bool command_lines, idle_hidden, cumulative, each_cpu;

    bool has_delay;
    uint64_t delay_ns;
    uint64_t iterations; /* 0: without end */

    bool has_sort;
    enum field_id sort;
    bool has_direction; /* else that of the configuration stays */
    bool ascending;

    bool has_summary_unit, has_task_unit;
    enum memory_unit summary_unit, task_unit;

    pid_t pids[PID_LIMIT];
    size_t pid_count;
    struct user_filter users;
    size_t width; /* 0: the terminal's; WIDTH_AUTO; else cells */

    const char *procfs; /* NULL: the default; borrowed from the command line */
    const char *source;
};

/*
 * Reads the command line of a program whose own pid is `self`, which is what a pid of 0 means.
 * False with one line in `error` when there is something wrong with it. Uses getopt_long(3),
 * which has state of its own, so it is not for two threads at once.
 */
bool options_parse(int argc, char *const argv[], pid_t self, struct options *options,
                   struct buf *error);

#endif
