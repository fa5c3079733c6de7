/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_MESSAGES_H
#define DOTPROC_PS_MESSAGES_H

/*
 * Messages on standard error, and the texts of ps about itself: help, version, specifiers,
 * environment. Messages are whole lines; texts that quote arguments or names of processes are
 * escaped.
 */

#include "lib/base/buf.h"
#include "lib/source/source.h"
#include "ps/environment.h"
#include "ps/options.h"

/* Each prints a message and returns the exit status of a failure. */

/* The text after the program's name. */
int message_fail(const char *text);
int message_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A warning about the command line or the environment. */
int message_warn(const char *text);

/* An error in the command line; `text` and `result` are those of grammar_parse(). */
int message_refuse(const char *text, int result);

/* A warning about a screen that is too small. */
int message_bogus_screen(const struct screen *screen);

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
