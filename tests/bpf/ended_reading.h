/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_ENDED_READING_H
#define DOTPROC_TESTS_BPF_ENDED_READING_H

/* Tasks and what ended, read again and again, as top does for each frame. */

#include <stdbool.h>

#include "lib/ended/ended.h"
#include "lib/source/source.h"

struct ended_reading {
    struct source *source; /* borrowed */
    struct ended *ended;
    bool threads; /* what ended are threads, not processes */

    struct snapshot snapshot; /* the tasks of the last reading */
    struct snapshot rows;     /* what ended since the one before */
};

/*
 * Each of these fails the test when it cannot do its work, also if the kernel does not count.
 */
void ended_reading_open(struct ended_reading *reading, struct source *source, bool threads);
void ended_reading_next(struct ended_reading *reading);
void ended_reading_close(struct ended_reading *reading);

/* Digits become letters: tasks whose names differ by numbers are of one kind. */
void ended_reading_spell(char *name);

#endif
