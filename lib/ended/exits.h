/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_EXITS_H
#define DOTPROC_ENDED_EXITS_H

/*
 * The exits of the host by the kernel's proc connector, which tells users of them since 6.6: how
 * many there are, for those to whom the kernel counts nothing else. It tells no times and no names.
 *
 * A thread of its own hears them, or the kernel would run out of room for them between two
 * snapshots. It wakes up at most some hundred times a second.
 */

#include "lib/ended/exit_table.h"

struct exits;

/*
 * Listens from now on. 0; -ENOTSUP where the kernel tells nothing: it is too old, or this process
 * is not in the first namespaces; or -ENOMEM.
 */
int exits_open(struct exits **out);
void exits_close(struct exits *exits);

/*
 * What was heard since the last call, or since exits_open(); valid until the next one. If the
 * kernel had no room for some of them, is_lost.
 */
const struct exit_table *exits_take(struct exits *exits);

#endif
