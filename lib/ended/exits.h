/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_EXITS_H
#define DOTPROC_ENDED_EXITS_H

/*
 * Counts the exits of the host by the proc connector, which ordinary users may listen to since
 * Linux 6.6. Its events have no times and no names.
 *
 * A thread of its own receives them, because the socket's buffer would overflow between two
 * snapshots. It wakes up a few hundred times per second at most.
 */

#include "lib/ended/exit_table.h"

struct exits;

/*
 * Starts listening. 0; -ENOTSUP if no events can be received, because the kernel is too old or this
 * process is not in the initial namespaces; or -ENOMEM, -EMFILE or -ENFILE.
 */
int exits_open(struct exits **out);
void exits_close(struct exits *exits);

/*
 * The exits since the last call or exits_open(), not settled; valid until the next call. is_lost if
 * the socket's buffer has overflowed.
 */
struct exit_table *exits_take(struct exits *exits);

#endif
