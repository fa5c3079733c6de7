/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_PARSER_H
#define DOTPROC_PS_GRAMMAR_PARSER_H

/*
 * What the parts of the grammar share: the state of one reading of the command line.
 *
 * Functions that return int give 0; -EINVAL with a line in parser->error; or -ENOMEM.
 */

#include "ps/grammar/grammar.h"
#include "ps/grammar/personality.h"

/* Formats named by an option; a set, of which few combinations make sense. */
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

/* What apply_flag() sets. */
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
};

/* How apply_format_list() takes its argument. */
enum {
    LIST_PLAIN,  /* -o o --format */
    LIST_UNIX_O, /* -O */
};

struct parser {
    const struct ps_environment *environment;
    struct personality personality;
    struct ps_options *options;
    struct buf *error;

    char *const *words; /* of the command line, without the program's name */
    int count;
    int next; /* the word to be read next */

    bool as_bsd;       /* the second reading */
    bool bsd_defaults; /* a BSD word was seen, or the personality is of that kind */

    unsigned formats;   /* FORMAT_* */
    unsigned modifiers; /* WANT_* of format/defaults.h, as far as single options stand for them */
    unsigned threads;   /* THREADS_* */
    unsigned simple;    /* SIMPLE_* */
    bool commands;      /* WANT_COMMANDS */
    bool has_all;       /* -e */
    bool has_list;      /* some selection by list */
    bool has_same_tty;  /* T */
    bool has_quick;     /* -q */
    int pid_lists;      /* lists of processes, however given */

    bool is_final; /* the complaint holds: another reading would only hide it */
};

/* One option. */
struct option_rule {
    const char *name;

    /* What it does; `argument` is NULL where the option takes none. */
    int (*apply)(struct parser *parser, unsigned value, const char *argument);
    unsigned value;

    const char *missing; /* what to say when the argument is missing; NULL: it takes none */
};

/* Options that are single letters and can share a word. */
struct cluster {
    const struct option_rule *rules; /* a rule without a name ends them */
    const char *unknown;             /* what to say of a letter that is no option; for _() */
    const char *dash;                /* what to say of a dash within the word; likewise */

    /* An option that takes an argument, or does without; `attached` may be "". NULL: none. */
    int (*open_list)(struct parser *parser, const char *attached);
    char open_list_letter;

    bool numbers; /* a digit begins a list of processes */
};

/* parse.c: what the three kinds of words have in common. */

/* Puts the line into parser->error and returns -EINVAL. */
int parser_refuse(struct parser *parser, const char *message);

/* The argument of an option: what is attached to it, else the next word; NULL: there is none. */
const char *parser_argument(struct parser *parser, const char *attached);

/* An option that must be the only word of the line. */
int parser_request(struct parser *parser, enum ps_request request, const char *spelling);

int parser_cluster(struct parser *parser, const struct cluster *cluster, const char *letters);

/* unix.c bsd.c long.c: the options in one word, given without its dashes. */
int parse_unix_word(struct parser *parser, const char *word);
int parse_bsd_word(struct parser *parser, const char *word);
int parse_long_word(struct parser *parser, const char *word);

/* apply.c: what options do. */
int apply_format(struct parser *parser, unsigned format, const char *argument);
int apply_modifier(struct parser *parser, unsigned want, const char *argument);
int apply_threads(struct parser *parser, unsigned threads, const char *argument);
int apply_simple(struct parser *parser, unsigned simple, const char *argument);
int apply_flag(struct parser *parser, unsigned flag, const char *argument);
int apply_tree(struct parser *parser, unsigned tree, const char *argument);
int apply_heading(struct parser *parser, unsigned heading, const char *argument);
int apply_format_list(struct parser *parser, unsigned kind, const char *argument);
int apply_date_format(struct parser *parser, unsigned unused, const char *argument);
int apply_sort(struct parser *parser, unsigned unused, const char *argument);
int apply_bsd_o(struct parser *parser, unsigned unused, const char *argument);

/* lists.c: selections by list. */
int apply_list(struct parser *parser, unsigned by, const char *argument);
int apply_session_or_group(struct parser *parser, unsigned unused, const char *argument);
int apply_quick(struct parser *parser, unsigned unused, const char *argument);

/* One word among those that end a command line: PID, +SESSION or -GROUP. */
int apply_number(struct parser *parser, const char *word);

/* groups.c: --group-by. */
int apply_group_by(struct parser *parser, unsigned unused, const char *argument);

/* The columns of a summary for which none were asked. */
int settle_default_sums(struct parser *parser);

/*
 * Makes the format one for groups: sums, then keys. What of it cannot be summed is left out, and
 * warned of where the user has chosen it column by column.
 */
int settle_groups(struct parser *parser, bool chosen);

/* settle.c: all words are read; checks what must fit together and fills in the defaults. */
int settle(struct parser *parser);

#endif
