/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_GRAMMAR_H
#define DOTPROC_PS_GRAMMAR_GRAMMAR_H

/*
 * From a command line to options.
 *
 * ps has three kinds of options, told apart by how a word begins: Unix ones (-ef), BSD ones (aux)
 * and long ones (--forest); numbers are processes, +N sessions, -N process groups. As "ps -aux" is
 * what many people type, a line that makes no sense so is read again from its start as if every
 * dash were absent; when that fails too, the first complaint is the one to show.
 *
 *   grammar.c                  the two readings, and which kind a word is of
 *   unix.c bsd.c long.c        the options of each kind, as tables
 *   set.c lists.c group_by.c   what options do
 *   finish.c                   what must fit together, and the defaults
 *   personality.c sort_keys.c
 *   parser.c                   what all of them share; it knows none of them
 *
 * Pure: nothing is printed, and nothing is asked of the system but users, groups and terminals by
 * name.
 */

#include "lib/text/buf.h"
#include "ps/options.h"

/*
 * Fills `options`, which must be initialised and empty. 0; -EINVAL with a line about what is
 * wrong in `error`; -ENOTSUP likewise, of options that are right but exclude each other, where
 * a reminder of the usage is no help; -ENOMEM. On 0 `error` may hold a line to warn of. In any case
 * the options are to be finished with ps_options_fini(). Strings of argv and of the environment are
 * borrowed.
 */
int grammar_parse(int argc, char *const argv[], const struct ps_environment *environment,
                  struct ps_options *options, struct buf *error);

#endif
