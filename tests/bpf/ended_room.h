/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_ENDED_ROOM_H
#define DOTPROC_TESTS_BPF_ENDED_ROOM_H

/*
 * Takes all the room that programs which count what ends have for tasks that are leaving. Link with
 * --wrap=ended_probe_open.
 */

#include <stdbool.h>

/* Whether to do so from now on. A probe then opens when all counts that the kernel frees. */
void ended_room_take(bool take);

/* Of how many probes it has been taken. */
unsigned ended_room_taken(void);

#endif
