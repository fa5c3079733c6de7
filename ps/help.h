/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_HELP_H
#define DOTPROC_PS_HELP_H

/* Texts of ps about itself: help, version, specifiers, environment. */

#include "lib/base/buf.h"
#include "lib/source/source.h"
#include "ps/options.h"
#include "ps/terminal.h"

/* The name by which ps was called, escaped; it may be installed under another name. */
void help_put_program(struct buf *out);

/* The usage, for the end of an error message. */
void help_put_usage(struct buf *out);

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
