/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_OPTIONS_H
#define DOTPROC_TOP_OPTIONS_H

/* The command line as data; main.c acts on it. */

#include "top/model/model.h"

/* -w without a number, and the range of the number. */
#define WIDTH_AUTO  SIZE_MAX
#define WIDTH_LEAST 3
#define WIDTH_MOST  512

enum information {
    INFORMATION_NONE,
    INFORMATION_HELP,
    INFORMATION_VERSION,
    INFORMATION_FIELDS, /* -O */
    INFORMATION_PROCPS_RC,
};

struct options {
    enum information information;
    bool batch;
    bool json; /* frames as JSON; implies batch */
    bool threads;
    bool secure;
    bool defaults; /* no configuration is read */
    bool ended;    /* --ended; without it batch mode never shows exited tasks */
    bool pressure; /* --pressure; without it batch mode never shows PSI */
    bool cgroups;  /* the table of control groups in place of tasks */

    /* Each inverts a setting of the configuration. */
    bool command_lines, idle_hidden, cumulative, each_cpu;

    bool has_delay;
    uint64_t delay_ns;
    uint64_t iterations; /* 0: no limit */

    bool has_group;
    enum group_by group;
    bool has_sort;
    enum field_id sort;
    bool has_direction; /* otherwise the configuration's direction applies */
    bool ascending;

    bool has_summary_unit, has_task_unit;
    enum memory_unit summary_unit, task_unit;

    pid_t pids[PID_LIMIT];
    size_t pid_count;
    struct user_filter users;
    size_t width; /* cells; 0: the terminal's width; or WIDTH_AUTO */

    uint64_t patience_ns; /* for all stuck tasks together; 0: no limit */

    const char *procfs; /* NULL: the default; borrowed, as are all strings below */
    const char *source;
    const char *cgroup_root;        /* NULL: this host's */
    const char *container_root;     /* NULL: "/" */
    const char *debug, *debug_file; /* see lib/text/debug.h; both NULL: nothing is written */
};

/*
 * Parses the command line. `self` is the program's PID, for -p 0. False, with one line in `why`:
 * there is a mistake. Not thread-safe: getopt_long(3) has global state.
 */
bool options_parse(int argc, char *const argv[], pid_t self, struct options *options,
                   struct buf *why);

/* Appends the text of --help. `program` is the name by which top was called. */
void options_put_help(struct buf *out, const char *program);

/*
 * options_apply.c: applies the command line to a model that has the configuration's settings
 * already, and sets the size of the screen: from the options, $COLUMNS and $LINES, and in batch
 * mode from the terminal if standard output is one.
 */
void options_apply(const struct options *options, struct model *model);

#endif
