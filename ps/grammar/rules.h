/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_RULES_H
#define DOTPROC_PS_GRAMMAR_RULES_H

/* What the tables of options call, most of it in set.c; what reads words, and finishes options. */

#include <stddef.h>

#include "ps/grammar/parser.h"

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
int set_wide(struct parser *parser, unsigned value, const char *argument);

/*
 * Set a member by its offset: a bool of struct ps_options, one of struct parser, and a string of
 * struct ps_options, which is borrowed.
 */
int set_option(struct parser *parser, unsigned member, const char *argument);
int set_seen(struct parser *parser, unsigned member, const char *argument);
int set_string(struct parser *parser, unsigned member, const char *argument);

#define OPTION(member) set_option, MEMBER_AT(struct ps_options, member, bool)
#define SEEN(member)   set_seen, MEMBER_AT(struct parser, member, bool)
#define STRING(member) set_string, MEMBER_AT(struct ps_options, member, const char *)

/* The offset of a member; another type than this one is an error of the compiler. */
#define MEMBER_AT(record, member, type) \
    (offsetof(record, member) + 0 * sizeof(_Generic(((record *)0)->member, type : 0)))

/* An option that must be the only word of the line. */
int set_exclusive(struct parser *parser, unsigned option, const char *argument);

int set_tree(struct parser *parser, unsigned tree, const char *argument);
int set_heading(struct parser *parser, unsigned heading, const char *argument);
int set_format_list(struct parser *parser, unsigned kind, const char *argument);

/* Appends a sort key. 0 or -ENOMEM. */
int set_sort_key(struct ps_options *options, struct sort_key key);

int set_sort(struct parser *parser, unsigned value, const char *argument);
int set_bsd_o(struct parser *parser, unsigned value, const char *argument);

/* lists.c: selections by list: processes, users, groups, terminals, names. */
int set_list(struct parser *parser, unsigned by, const char *argument);
int set_session_or_group(struct parser *parser, unsigned value, const char *argument);
int set_quick(struct parser *parser, unsigned value, const char *argument);

/* A number at the end of a command line: PID, +SESSION or -GROUP. */
int set_number(struct parser *parser, const char *word);

/*
 * What grammar.c calls: the three kinds of options, each of which parses one word, without its
 * dashes; and what follows them.
 */
int parse_unix_word(struct parser *parser, const char *word);
int parse_bsd_word(struct parser *parser, const char *word);
int parse_long_word(struct parser *parser, const char *word);

/* What remains after all words are read: checks for conflicts and sets the defaults. */
int finish_options(struct parser *parser);

/* group_by.c: --group-by. */
int set_group_by(struct parser *parser, unsigned value, const char *argument);

/* Sets the default columns of a summary. */
int group_by_default_sums(struct parser *parser);

/*
 * Turns the format into one for groups: sums, then keys. Columns without a sum are left out, with a
 * warning if the user chose columns one by one.
 */
int group_by_finish(struct parser *parser, bool chosen);

/* cgroups.c: --cgroups, columns and sort keys of control groups in place of those of tasks. */

/* Whether the option is among the words, at any place. */
bool cgroups_are_wanted(char *const *words, int count);

int cgroups_add_columns(struct parser *parser, const char *list);

/* One key, with an optional + or - in front. */
int cgroups_set_sort(struct parser *parser, const char *key);

/* Refuses options that apply to tasks only, and sets default columns and order. */
int cgroups_finish(struct parser *parser);

#endif
