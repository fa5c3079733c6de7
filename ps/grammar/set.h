/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_SET_H
#define DOTPROC_PS_GRAMMAR_SET_H

/* What options do: functions for the tables of options. */

#include "ps/grammar/parser.h"

/* What set_flag() sets. */
enum {
    FLAG_ALL,
    FLAG_NEGATE,
    FLAG_RUNNING,
    FLAG_SAME_TTY,
    FLAG_NUMERIC_IDS,
    FLAG_CUMULATIVE,
    FLAG_BARE_COMMAND,
    FLAG_ENVIRON,
    FLAG_SIGNAL_NAMES,
    FLAG_WIDE,
    FLAG_CGROUPS,
};

/* What set_exclusive() sets. */
enum {
    EXCLUSIVE_BSD_L,
    EXCLUSIVE_BSD_V,
    EXCLUSIVE_UNIX_V,
    EXCLUSIVE_VERSION,
    EXCLUSIVE_INFO,
};

/* How set_format_list() takes its argument. */
enum {
    LIST_PLAIN,  /* -o o --format */
    LIST_UNIX_O, /* -O */
};

int set_format(struct parser *parser, unsigned format, const char *argument);
int set_modifier(struct parser *parser, unsigned want, const char *argument);
int set_threads(struct parser *parser, unsigned threads, const char *argument);
int set_simple(struct parser *parser, unsigned simple, const char *argument);
int set_flag(struct parser *parser, unsigned flag, const char *argument);

/* An option that must be the only word of the line. */
int set_exclusive(struct parser *parser, unsigned option, const char *argument);

int set_tree(struct parser *parser, unsigned tree, const char *argument);
int set_heading(struct parser *parser, unsigned heading, const char *argument);
int set_format_list(struct parser *parser, unsigned kind, const char *argument);
int set_date_format(struct parser *parser, unsigned value, const char *argument);
int set_sort(struct parser *parser, unsigned value, const char *argument);
int set_bsd_o(struct parser *parser, unsigned value, const char *argument);

/* lists.c: selections by list: processes, users, groups, terminals, names. */
int set_list(struct parser *parser, unsigned by, const char *argument);
int set_session_or_group(struct parser *parser, unsigned value, const char *argument);
int set_quick(struct parser *parser, unsigned value, const char *argument);

/* A number at the end of a command line: PID, +SESSION or -GROUP. */
int set_number(struct parser *parser, const char *word);

#endif
