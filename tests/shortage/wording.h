/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_SHORTAGE_WORDING_H
#define DOTPROC_TESTS_SHORTAGE_WORDING_H

/* What may be said where memory is short. */

#include <stdbool.h>

/* Whether a message is one about memory. */
bool wording_names_shortage(const char *message);

/* What may be said: each message as in `first` or as in `second`, with `between` in between. */
struct wording {
    const char *first, *second, *between;
};

/*
 * Whether `text` is that; a line about memory may stand in place of a blank one. If it is only a
 * `beginning`, there may be fewer messages, and the last one may be cut.
 */
bool wording_is_right(const char *text, struct wording right, bool beginning);

#endif
