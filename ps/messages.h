/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_MESSAGES_H
#define DOTPROC_PS_MESSAGES_H

/*
 * What ps says on its error output. Each function appends whole lines. A text may quote what a user
 * has typed, or what a process calls itself: it is escaped.
 */

#include <stddef.h>

#include "lib/base/buf.h"
#include "ps/terminal.h"

/* The text behind the program's name. */
void message_put(struct buf *out, const char *text);

/* What is odd in a command line or its environment. */
void message_put_warning(struct buf *out, const char *text);

/* What is wrong with a command line: `result` is that of grammar_parse(). */
void message_put_refusal(struct buf *out, const char *text, int result);

/* A screen that is too small to be one. */
void message_put_bogus_screen(struct buf *out, const struct screen *screen);

/* Output that could not be written; -errno. */
void message_put_unwritten(struct buf *out, int error);

/* There is no procfs at `procfs`, NULL for /proc: what to do or, elsewhere, why not. */
void message_put_no_procfs(struct buf *out, const char *procfs, const char *why);

/* So many tasks were stuck in the kernel. */
void message_put_stuck(struct buf *out, size_t count);

#endif
