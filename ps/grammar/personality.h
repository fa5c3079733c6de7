/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_PERSONALITY_H
#define DOTPROC_PS_GRAMMAR_PERSONALITY_H

/*
 * The systems whose ps this one can emulate. They differ in a few options and the columns of some
 * formats.
 */

#include "ps/options.h"

/* What a personality changes; a set. */
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

#endif
