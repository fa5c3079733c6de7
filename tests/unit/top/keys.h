/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_TOP_KEYS_H
#define DOTPROC_TESTS_UNIT_TOP_KEYS_H

/*
 * What keys do, as data: what was pressed, and what is different afterwards.
 *
 * Differences are put into words, so that a case has all that a key does, and nothing that it must
 * not do goes unseen. "wants": the sample in hand lacks what is to be shown, so a scan is due.
 * "says": a message is shown. The task on top is 300, the database; see model_fixture.h.
 */

#include "top/model/events.h"

struct key_case {
    const char *keys, *told;
};

struct key_table {
    const struct key_case *cases;
    int count;
};

extern const struct key_table keys_of_tasks, keys_of_summary, keys_of_windows, keys_of_screens;

/* Presses them in the fixture, and fails if anything else changes. */
void key_case_check(const struct key_case *expected);

/* The same for keys that were pressed already, with the effects of the last one. */
void key_case_check_told(const struct key_case *expected, const struct effects *effects);

#endif
