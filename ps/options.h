/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_OPTIONS_H
#define DOTPROC_PS_OPTIONS_H

/*
 * The user's options as plain data, and how a command line becomes them: ps/grammar.
 *
 * ps has three kinds of options, distinguished by the start of a word: Unix ones (-ef), BSD ones
 * (aux) and long ones (--forest); numbers are processes, +N sessions, -N process groups. Since many
 * people type "ps -aux", an invalid line is read again from its start as if every dash were absent;
 * if that fails too, the first error is reported.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/arena.h"
#include "lib/base/buf.h"
#include "lib/cgroup/column.h"
#include "lib/query/select.h"
#include "lib/query/sort.h"
#include "ps/format/format.h"

/* The environment variables and the user that affect the command line. */
struct ps_environment {
    /* Variables; NULL where not set. */
    const char *ps_personality;
    const char *cmd_env;
    const char *broken_ps; /* I_WANT_A_BROKEN_PS */
    const char *xpg;       /* _XPG */
    const char *ps_format;
    const char *hide_kernel; /* LIBPROC_HIDE_KERNEL */
    const char *procfs;      /* PROCFS_PATH */
    const char *source;      /* DOTPROC_SOURCE */
    const char *columns;
    const char *lines;

    uid_t euid;
};

enum ps_request {
    REQUEST_LISTING,
    REQUEST_HELP,
    REQUEST_VERSION,
    REQUEST_SPECIFIERS, /* ps L */
    REQUEST_INFO,       /* ps --info */
};

/* The kinds of rows. */
enum ps_rows {
    SHOW_PROCESSES,
    SHOW_THREADS, /* H -L -T: each thread */
    SHOW_BOTH,    /* m -m: each process with its threads below it */
};

enum ps_tree {
    TREE_NONE,
    TREE_BRANCHES, /* f --forest */
    TREE_INDENTED, /* -H */
};

enum ps_output {
    OUTPUT_TEXT,
    OUTPUT_JSON,       /* an array of objects */
    OUTPUT_JSON_LINES, /* an object on each line */
};

enum ps_heading {
    HEADING_ONCE,
    HEADING_NEVER,
    HEADING_PAGES, /* again on each page */
};

struct ps_options {
    enum ps_request request;
    char help_section; /* the first letter of its name; 0: none */
    const char *personality;

    struct selection selection; /* self_tty is set later, see environment.h; and containers */

    /* Only these processes are scanned, in this order; NULL: all. Owned. */
    pid_t *only;
    size_t only_count;

    struct format format; /* never empty in a listing */

    /*
     * --group-by: tasks with the same values in these columns are one row. They are also the last
     * items of the format; the items before them are sums. Empty: a row is a task.
     */
    struct format group_keys;

    struct sort_key *sort; /* owned */
    size_t sort_count, sort_capacity;

    enum ps_rows rows;
    enum ps_tree tree;
    enum ps_output output;
    enum ps_heading heading;

    size_t columns; /* --cols; 0: not given */
    size_t lines;   /* --rows; 0: not given */
    unsigned wide;  /* how often w was given */

    bool numeric_ids;  /* n */
    bool cumulative;   /* S */
    bool bare_command; /* c */
    bool with_environ; /* e */
    bool signal_names; /* --signames */

    /*
     * --cgroups: rows are control groups. One for each item of the format, which has no column of
     * its own; NULL: rows are tasks. Owned.
     */
    const struct cgroup_column **cgroup_columns;
    size_t cgroup_capacity;
    struct cgroup_order cgroup_order;

    const char *date_format; /* -D, for strftime(3); NULL: the default */
    char delimiter;          /* --delimiter, between two columns; '\0': padding */

    uint64_t ended_ns;    /* --ended: lists tasks that exit within this time; 0: not given */
    uint64_t patience_ns; /* --patience, for all stuck tasks together; 0: unlimited */

    /* For struct source_options; NULL: the default. */
    const char *procfs;
    const char *source;

    const char *debug, *debug_file; /* see debug.h; both NULL: nothing is written */
    const char *cgroup_root;        /* as cgroup_reader_open() takes it; NULL: this host's */
    const char *container_root;     /* where state files of containers are; NULL: "/" */

    struct arena arena; /* strings that the above points to */
};

/* An empty listing without a format. */
void ps_options_init(struct ps_options *options);
void ps_options_fini(struct ps_options *options);

/*
 * Fills `options`, which must be initialised and empty. 0; -EINVAL with an error message in
 * `error`, the first line as in procps and perhaps one more, see words.h; -ENOTSUP likewise, for
 * options that exclude each other, where the usage is no help; -ENOMEM. On 0 `error` may hold a
 * warning. In any case call ps_options_fini(). Strings of argv and of the environment are borrowed.
 *
 * Pure: prints nothing, and asks the system only for users, groups and terminals by name.
 */
int grammar_parse(int argc, char *const argv[], const struct ps_environment *environment,
                  struct ps_options *options, struct buf *error);

#endif
