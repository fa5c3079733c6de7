/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_MESSAGES_H
#define DOTPROC_PS_MESSAGES_H

/*
 * Messages on standard error, and the texts of ps about itself: help, version, specifiers,
 * environment. Messages are whole lines; texts that quote arguments or names of processes are
 * escaped.
 */

#include <stddef.h>

#include "lib/base/buf.h"
#include "lib/source/source.h"
#include "ps/options.h"
#include "ps/terminal.h"

/* The text after the program's name. */
void message_put(struct buf *out, const char *text);
void message_printf(struct buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Prints a message and frees it, or prints the text after the program's name. The exit status of a
 * failure.
 */
int message_emit(struct buf *message);
int message_fail(const char *text);

/* A warning about the command line or the environment. */
void message_put_warning(struct buf *out, const char *text);

/* An error in the command line; `text` and `result` are those of grammar_parse(). */
void message_put_refusal(struct buf *out, const char *text, int result);

/* A warning about a screen that is too small. */
void message_put_bogus_screen(struct buf *out, const struct screen *screen);

/*
 * There is no procfs at `procfs` (NULL: /proc): how to mount it, or the reason if it is another
 * directory.
 */
void message_put_no_procfs(struct buf *out, const char *procfs, const char *why);

/* Control groups that are not listed. */
void message_put_cgroups_left_out(struct buf *out);

/* The options of one section, given by its first letter, or of all with 'a'. */
void help_put_options(struct buf *out, char section);

/* The version, in one line. */
void help_put_version(struct buf *out);

/* All specifiers that show something, with their headings. */
void help_put_specifiers(struct buf *out);

/* The version, the settings from the environment, and the usable sources of tasks. */
void help_put_info(struct buf *out, const struct ps_options *options, const struct screen *screen,
                   const struct source_options *source);

#endif
