/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_GRAMMAR_H
#define DOTPROC_PS_GRAMMAR_GRAMMAR_H

/*
 * From a command line to options.
 *
 * ps has three kinds of options, distinguished by the start of a word: Unix ones (-ef), BSD ones
 * (aux) and long ones (--forest); numbers are processes, +N sessions, -N process groups. Since many
 * people type "ps -aux", an invalid line is read again from its start as if every dash were absent;
 * if that fails too, the first error is reported.
 *
 *   grammar.c                  the two readings, which kind a word is of, clusters of letters
 *   short.c long.c             the options of each kind, as tables
 *   set.c lists.c group_by.c   what options do
 *   finish.c                   what must fit together, and the defaults
 *   personality.c              the systems whose ps this one can emulate
 *   parser.h                   the state of a reading, and how it is refused
 *   rules.h                    what the tables of options call
 *
 * Pure: prints nothing, and asks the system only for users, groups and terminals by name.
 */

#include "lib/base/buf.h"
#include "ps/options.h"

/* An empty listing without a format. */
void ps_options_init(struct ps_options *options);
void ps_options_fini(struct ps_options *options);

/*
 * Fills `options`, which must be initialised and empty. 0; -EINVAL with an error message in
 * `error`, the first line as in procps and perhaps one more, see words.h; -ENOTSUP likewise, for
 * options that exclude each other, where the usage is no help; -ENOMEM. On 0 `error` may hold a
 * warning. In any case call ps_options_fini(). Strings of argv and of the environment are borrowed.
 */
int grammar_parse(int argc, char *const argv[], const struct ps_environment *environment,
                  struct ps_options *options, struct buf *error);

#endif
