/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_PARSER_H
#define DOTPROC_PS_GRAMMAR_PARSER_H

/* What the files of this folder share: personalities, the state of one reading of the command line.
 */

#include <stddef.h>

#include "lib/base/buf.h"
#include "ps/options.h"

/*
 * personality.c: the systems whose ps this one can emulate. They differ in a few options and the
 * columns of some formats. What a personality changes; a set:
 */
enum {
    PERSONALITY_BSD_DEFAULTS = 1u << 0, /* the defaults of BSD */
    PERSONALITY_FORCE_BSD = 1u << 1,    /* every option is a BSD one, dash or not */
    PERSONALITY_H_PAGES = 1u << 2,      /* h: a header on each page */
    PERSONALITY_M_SORTS = 1u << 3,      /* m: sort by memory */
    PERSONALITY_M_FORMAT = 1u << 4,     /* m: a memory format */
    PERSONALITY_NO_DEFAULT_G = 1u << 5, /* without g, no session leaders */
    PERSONALITY_X_COMMANDS = 1u << 6,   /* -x: command lines */
    PERSONALITY_X_IS_Y = 1u << 7,       /* -x: same as -y */
    PERSONALITY_IRIX_LONG = 1u << 8,    /* -l: P and SZ:RSS in place of ADDR and SZ */
    PERSONALITY_P_FOR_ADDR = 1u << 9,   /* -l: P in place of ADDR */
    PERSONALITY_USER = 1u << 10,        /* -f: the heading USER over names, not UID */
};

/* Macros for the formats of some systems; NULL: composed, see format/format.h. */
struct personality_formats {
    const char *bsd_j, *bsd_l, *bsd_s, *bsd_u, *bsd_v;
    const char *unix_f, *unix_fl, *unix_l;
    const char *unix_j; /* NULL: -j adds columns to another format */
};

struct personality {
    const char *name;
    unsigned flags;
    const struct personality_formats *formats;
};

/*
 * The personality from the environment: $PS_PERSONALITY, else $CMD_ENV; "old" in any case if
 * $I_WANT_A_BROKEN_PS is set. An unknown name silently means the default.
 */
struct personality personality_choose(const struct ps_environment *environment);

/*
 * grammar.c: the state of one reading of the command line, and common code of the kinds of words.
 *
 * Functions that return int give 0; -EINVAL or -ENOTSUP with a message in parser->error, see
 * options.h; or -ENOMEM.
 */

/* Formats named by options; a set, of which few combinations are valid. */
enum {
    FORMAT_UNIX_F = 1u << 0,
    FORMAT_UNIX_L = 1u << 1,
    FORMAT_UNIX_J = 1u << 2, /* only where the personality has one */
    FORMAT_BSD_J = 1u << 3,
    FORMAT_BSD_L = 1u << 4,
    FORMAT_BSD_S = 1u << 5,
    FORMAT_BSD_U = 1u << 6,
    FORMAT_BSD_V = 1u << 7,
    FORMAT_BSD_X = 1u << 8,
    FORMAT_BSD_M = 1u << 9, /* only where the personality has one */
    FORMAT_CONTEXT = 1u << 10,
};

/* Options that show threads; a set. */
enum {
    THREADS_H = 1u << 0,
    THREADS_BSD_M = 1u << 1,
    THREADS_UNIX_M = 1u << 2,
    THREADS_L = 1u << 3,
    THREADS_T = 1u << 4,
};

/* Simple selections; a set. */
enum {
    SIMPLE_UNIX_A = 1u << 0,
    SIMPLE_UNIX_D = 1u << 1,
    SIMPLE_BSD_A = 1u << 2,
    SIMPLE_BSD_G = 1u << 3,
    SIMPLE_BSD_X = 1u << 4,
};

/*
 * An argument that names columns or sort keys. As in procps it is taken when all words are read and
 * threads are known, so what else is wrong is complained of first.
 */
struct deferred_list {
    struct deferred_list *next;
    unsigned kind; /* LIST_* */
    const char *text;
};

struct parser {
    const struct ps_environment *environment;
    struct personality personality;
    struct ps_options *options;
    struct buf *error;

    char *const *words; /* of the command line, without the program's name */
    int count;
    int next; /* the next word */

    bool cgroups;      /* --cgroups is among the words, if only as another option's argument: -o and
                          --sort name its columns */
    bool of_tasks;     /* an option was seen that --cgroups does not go with */
    bool as_bsd;       /* the second reading */
    bool bsd_defaults; /* a BSD word was seen, or the personality implies it */

    struct deferred_list *first_list, *last_list;
    bool has_sort; /* --sort or k, so that O is a format */

    unsigned formats;   /* FORMAT_* */
    unsigned modifiers; /* WANT_* of format/format.h that options set directly */
    unsigned threads;   /* THREADS_* */
    unsigned simple;    /* SIMPLE_* */
    bool commands;      /* WANT_COMMANDS */
    bool has_all;       /* -e */
    bool has_list;      /* some selection by list */
    bool has_same_tty;  /* T */
    bool has_number;    /* a process named without an option */
    int pid_lists;      /* number of lists of processes, -p and p */
    int quick_lists;    /* -q */
};

/* What an option goes with: with --cgroups those of TASKS are refused. */
enum option_rows {
    TASKS,
    ANY,
};

/* One option. */
struct option_rule {
    const char *name;
    enum option_rows rows;

    /* `argument` is NULL if the option takes none. */
    int (*set)(struct parser *parser, unsigned value, const char *argument);
    unsigned value;

    const char *missing; /* message for a missing argument; NULL: it takes none */
};

/* Single-letter options that can share a word. */
struct cluster {
    const struct option_rule *rules; /* ended by a rule without a name */
    const char *unknown;             /* message for an unknown letter; for _() */
    const char *dash;                /* message for a dash within the word; for _() */

    /* An option with an optional argument; `attached` may be "". NULL: none. */
    int (*open_list)(struct parser *parser, const char *attached);
    char open_list_letter;

    /* For a list that begins with a digit; NULL: not allowed. */
    int (*list)(struct parser *parser, const char *list);
};

/* Puts a message into parser->error, in place of a warning, and returns -EINVAL. */
int parser_refuse(struct parser *parser, const char *message);

/* The same with -ENOTSUP: the line is understood, and another reading would only hide this. */
int parser_refuse_finally(struct parser *parser, const char *message);

/* For what an option of our own excludes: final, unless an earlier reading has failed already. */
int parser_refuse_ours(struct parser *parser, const char *message);

/* The argument of an option: the attached text, else the next word; NULL: none. */
const char *parser_argument(struct parser *parser, const char *attached);

/* Whether tasks are selected by nothing but lists of these two kinds. */
bool parser_selects_only_by(const struct parser *parser, enum select_by one, enum select_by other);

int parser_cluster(struct parser *parser, const struct cluster *cluster, const char *letters);

/*
 * What the tables of rules.c call: set.c, if nothing else is said.
 */

/* What set_exclusive() sets. */
enum {
    EXCLUSIVE_BSD_L,
    EXCLUSIVE_BSD_V,
    EXCLUSIVE_UNIX_V,
    EXCLUSIVE_VERSION,
    EXCLUSIVE_INFO,
};

/* Of a struct deferred_list. */
enum {
    LIST_PLAIN,  /* -o o --format */
    LIST_UNIX_O, /* -O */
    LIST_BSD_O,  /* O */
    LIST_SORT,   /* --sort k, and m of some personalities */
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
int set_list_later(struct parser *parser, unsigned kind, const char *argument);

/* Appends a sort key. 0 or -ENOMEM. */
int set_sort_key(struct ps_options *options, struct sort_key key);

int set_sort(struct parser *parser, unsigned value, const char *argument);

/* After all words: what set_list_later() has kept, in their order. */
int take_lists(struct parser *parser);

/* selections.c: lists of processes, users, groups, terminals, names. */
int set_list(struct parser *parser, unsigned by, const char *argument);
int set_session_or_group(struct parser *parser, unsigned value, const char *argument);
int set_quick(struct parser *parser, unsigned value, const char *argument);

/* A number at the end of a command line: PID, +SESSION or -GROUP. */
int set_number(struct parser *parser, const char *word);

/* After all words: the rules of the simple options, which have a default. */
int finish_rules(struct parser *parser);

/* After the rules: checks of -q; processes that are selected by number alone. */
int finish_lists(struct parser *parser);

/*
 * What grammar.c calls: the three kinds of options, each of which parses one word, without its
 * dashes; and what follows them.
 */
int parse_unix_word(struct parser *parser, const char *word);
int parse_bsd_word(struct parser *parser, const char *word);
int parse_long_word(struct parser *parser, const char *word);

/*
 * finish.c: what remains after all words are read: checks for conflicts, and the defaults. Rows of
 * groups of tasks, by --group-by, have to suit all of the line.
 */
int finish_options(struct parser *parser);

int set_group_by(struct parser *parser, unsigned value, const char *argument);

/* cgroups.c: --cgroups, columns and sort keys of control groups in place of those of tasks. */

/* Whether the option is among the words, at any place. */
bool cgroups_are_wanted(char *const *words, int count);

int cgroups_add_columns(struct parser *parser, const char *list);

/* One key, with an optional + or - in front. */
int cgroups_set_sort(struct parser *parser, const char *key);

/* Refuses options that apply to tasks only, and sets default columns and order. */
int cgroups_finish(struct parser *parser);

#endif
